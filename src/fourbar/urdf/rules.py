"""What the reader can find.

An error says that something could not be read as meant, a warning that it was read as meant but
other tools may not, an info is good to know.
"""

from __future__ import annotations

from ..diagnostics import Rule, Severity

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# XML

NOT_WELL_FORMED = Rule("X001", "not-well-formed", _ERROR, "The file is not well-formed XML.")
MISPLACED_DECLARATION = Rule(
    "X002", "misplaced-declaration", _WARNING, "The XML declaration is not the first thing."
)
XML_VERSION = Rule("X003", "xml-version", _WARNING, "The XML version is neither 1.0 nor 1.1.")
BYTE_ORDER_MARK = Rule("X004", "byte-order-mark", _INFO, "The file begins with a byte order mark.")
OTHER_ENCODING = Rule("X005", "other-encoding", _INFO, "The file is not encoded as UTF-8.")
UNDECODABLE = Rule(
    "X006", "undecodable-bytes", _WARNING, "Some bytes are not valid in the file's encoding."
)
DOCTYPE = Rule("X007", "doctype", _ERROR, "Document type declarations are refused.")
TOO_DEEP = Rule("X008", "too-deep", _ERROR, "Elements are nested too deeply.")
TOO_LARGE = Rule("X009", "too-large", _ERROR, "The file is larger than fourbar reads.")
TRAILING_BYTES = Rule("X010", "trailing-bytes", _WARNING, "Stray bytes follow the document.")
NO_ROBOT = Rule("X011", "no-robot", _ERROR, "The document's root element is not <robot>.")
EMPTY = Rule("X012", "empty-file", _ERROR, "The file is empty.")
UNREADABLE = Rule("X013", "unreadable-file", _ERROR, "The file cannot be opened.")
UPPERCASE_EXTENSION = Rule(
    "X014", "uppercase-extension", _INFO, "The file's extension is not in lower case."
)

# Schema

UNKNOWN_ELEMENT = Rule("S101", "unknown-element", _WARNING, "An element URDF does not know.")
UNKNOWN_ATTRIBUTE = Rule("S102", "unknown-attribute", _WARNING, "An attribute URDF does not know.")
MISSING_ATTRIBUTE = Rule("S103", "missing-attribute", _ERROR, "A required attribute is missing.")
MISSING_ELEMENT = Rule("S104", "missing-element", _ERROR, "A required element is missing.")
BAD_NUMBER = Rule("S105", "bad-number", _ERROR, "A number cannot be read.")
NUMBER_COUNT = Rule("S106", "number-count", _ERROR, "There are too few or too many numbers.")
COMPLETED_NUMBERS = Rule(
    "S107", "completed-numbers", _WARNING, "Missing numbers were completed in the usual way."
)
NOT_FINITE = Rule("S108", "not-finite", _ERROR, "A number is infinite or not a number.")
BAD_BOOLEAN = Rule("S109", "bad-boolean", _ERROR, "A truth value is neither true nor false.")
UNKNOWN_JOINT_TYPE = Rule("S110", "unknown-joint-type", _ERROR, "A joint type nobody defines.")
DUPLICATE_ELEMENT = Rule(
    "S111", "duplicate-element", _WARNING, "An element that may stand once stands again."
)
TEXT_NOT_ATTRIBUTE = Rule(
    "S112", "text-not-attribute", _ERROR, "A value is written as text, not as an attribute."
)
UNNAMED_ROBOT = Rule("S113", "unnamed-robot", _WARNING, "The robot has no name.")
UNNAMED = Rule("S114", "unnamed", _WARNING, "A joint, loop or coupling has no name.")
SHAPE_COUNT = Rule("S115", "shape-count", _ERROR, "A geometry needs exactly one shape.")
UNEXPANDED_XACRO = Rule(
    "S116", "unexpanded-xacro", _ERROR, "Xacro instructions stand in a file that is not xacro."
)
DIALECT = Rule("S120", "urdfplus-dialect", _INFO, "A spelling of URDF+ that is not canonical.")
RATIO_CONVENTION = Rule(
    "S121", "ratio-convention", _INFO, "Which side a coupling's ratio multiplies is not stated."
)
ZERO_RATIO = Rule("S122", "zero-ratio", _ERROR, "A coupling's ratio is zero.")

# References and names

UNKNOWN_LINK = Rule("R201", "unknown-link", _ERROR, "A reference to a link that does not exist.")
UNKNOWN_JOINT = Rule("R202", "unknown-joint", _ERROR, "A reference to a joint that does not exist.")
DUPLICATE_NAME = Rule("R203", "duplicate-name", _ERROR, "Two parts of one kind share a name.")
UNDEFINED_MATERIAL = Rule(
    "R204", "undefined-material", _WARNING, "A material is used but nowhere defined."
)
UNDECLARED_WORLD = Rule(
    "R215", "undeclared-world", _WARNING, "Joints hang from a world that is not declared."
)
