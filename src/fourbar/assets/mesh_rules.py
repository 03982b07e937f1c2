"""What can be found in mesh and texture files."""

from __future__ import annotations

from ..diagnostics import Rule, Severity

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# The file as a whole

UNREADABLE = Rule("A520", "mesh-unreadable", _ERROR, "A mesh file breaks the rules of its format.")
EMPTY = Rule("A521", "mesh-empty", _ERROR, "A mesh file holds no triangles.")
GIT_LFS = Rule("A522", "mesh-git-lfs", _ERROR, "A file is a git-LFS pointer, not the content.")
TRUNCATED = Rule("A523", "mesh-truncated", _ERROR, "A mesh file ends too early.")
UNKNOWN_FORMAT = Rule("A524", "mesh-format", _ERROR, "No reader knows the format of a mesh file.")
MISNAMED = Rule("A525", "mesh-misnamed", _WARNING, "A file's content is not what its name says.")
WEB_PAGE = Rule("A526", "mesh-web-page", _ERROR, "A file is a web page in place of the content.")
TRAILING = Rule("A527", "mesh-trailing-data", _WARNING, "Data follows the end of a mesh.")
TOO_LARGE = Rule("A528", "mesh-too-large", _ERROR, "A mesh has more content than is accepted.")
SIDE_FILE = Rule("A529", "mesh-side-file", _ERROR, "A file that holds part of a mesh is missing.")

# Vertices and triangles

NOT_FINITE = Rule("A530", "mesh-not-finite", _ERROR, "Vertices are NaN or infinite.")
INDEX = Rule("A531", "mesh-index", _ERROR, "Triangles name vertices that do not exist.")
NORMALS = Rule("A532", "mesh-normals", _INFO, "Normals have no direction and are made anew.")
ATTRIBUTE = Rule("A533", "mesh-attribute", _WARNING, "A vertex attribute cannot be used.")
POLYGON = Rule("A534", "mesh-polygon", _WARNING, "Polygons are too entangled to be cut well.")

# Features

DROPPED = Rule("A535", "mesh-feature-dropped", _WARNING, "A mesh loses what a robot cannot use.")
UNSUPPORTED = Rule("A536", "mesh-feature-unsupported", _ERROR, "A mesh needs what is not read.")
REFERENCE = Rule("A537", "mesh-reference", _WARNING, "A part of a mesh file is named, not there.")
UNIT = Rule("A538", "collada-unit", _WARNING, "A COLLADA file's unit is no length.")
UP_AXIS = Rule("A539", "collada-up-axis", _WARNING, "A COLLADA file's up axis is ignored.")
TRANSPARENCY = Rule("A540", "collada-transparency", _INFO, "An invisible material is shown opaque.")

# Materials and textures

MATERIAL_LIBRARY = Rule(
    "A541", "material-library-missing", _WARNING, "A material library cannot be read."
)
MATERIAL = Rule("A542", "material-unknown", _WARNING, "A material is used but not defined.")
MATERIAL_VALUE = Rule("A543", "material-value", _WARNING, "A material's value cannot be used.")
TEXTURE = Rule("A544", "texture-missing", _WARNING, "A texture's image cannot be found.")
TEXTURE_FORMAT = Rule("A545", "texture-format", _WARNING, "A texture's image cannot be used.")
TEXTURE_SIZE = Rule("A546", "texture-size", _WARNING, "A texture's image is too large.")

# Mass properties

OPEN = Rule("A550", "mesh-open", _WARNING, "A mesh does not enclose a volume.")
INSIDE_OUT = Rule("A551", "mesh-inside-out", _WARNING, "A mesh's triangles face inwards.")
NO_HULL = Rule("A552", "mesh-no-hull", _WARNING, "A mesh's convex hull cannot be computed.")
