"""How much the viewer takes on: every queue, message and upload has an end."""

from __future__ import annotations

MAX_PAGES = 16
"""Pages that may look at one server."""
MAX_CONNECTIONS = 128
"""Connections of all kinds at a time."""
MAX_MESSAGE = 4 << 20
"""Bytes of one message from a page: the list of 20,000 dropped files fits."""
MAX_PENDING = 256
"""Messages that wait for a slow page before it is let go."""
MAX_JOINTS = 10_000
"""Joints in one pose."""
MAX_FINDINGS = 1000
"""Findings that are shown of one robot."""
MAX_PLAY = 2_000_000
"""Numbers in one played motion."""
MAX_RECORDED = 600
"""Times of a simulated motion whose energies and forces are sent: about one for each pixel."""
MAX_FORCES = 200_000
"""Numbers in the forces of one motion."""
MAX_UNCOVERED = 60_000
"""Triangles of one robot that are sent for sticking out of collision shapes."""
MAX_FILES = 20_000
"""Files of an upload."""
MAX_UPLOAD = 512 << 20
"""Bytes of an upload, packed and unpacked."""
MAX_TRAJECTORY = 256 << 20
"""Bytes of a trajectory file."""
REQUEST_SECONDS = 10.0
"""How long a connection may take to say what it wants."""
CLOSE_SECONDS = 2.0
"""How long a page may take to answer when its connection is closed."""
TRANSFER_SECONDS = 600.0
"""How long a file may take to a slow page."""
PIECE_BYTES = 1 << 20
"""Bytes of a file that a notebook's page is sent at a time."""
SILENT_SECONDS = 180.0
"""How long a notebook's page may be silent; those in background tabs speak once a minute."""
