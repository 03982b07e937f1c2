"""`python -m fourbar`."""

import sys

from .cli import main

sys.exit(main())
