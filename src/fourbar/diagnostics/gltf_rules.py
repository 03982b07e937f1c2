"""What can be found in a glTF file with `EXT_robot_kinematics`, and while one is made.

Here, below both: the validator finds it, and the catalogue of rules explains it.
"""

from __future__ import annotations

from .rule import Rule, Severity

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# The file

UNREADABLE = Rule("E701", "gltf-unreadable", _ERROR, "A file breaks the rules of glTF 2.0.")
TOO_LARGE = Rule("E702", "gltf-too-large", _ERROR, "A file holds more than is accepted.")
NO_ROBOT = Rule("E703", "gltf-without-robot", _ERROR, "A file has no EXT_robot_kinematics.")
NOT_DECLARED = Rule(
    "E704", "extension-not-declared", _ERROR, "The extension is used but not in extensionsUsed."
)
REQUIRED = Rule(
    "E705", "extension-required", _WARNING, "The extension is required: viewers refuse the file."
)
SEVERAL_ROBOTS = Rule("E706", "several-robots", _WARNING, "A file holds more than one robot.")
TRUNCATED = Rule("E707", "gltf-truncated", _ERROR, "A file or one of its buffers ends too early.")
NODE_TREE = Rule("E708", "node-not-a-tree", _ERROR, "A node has two parents or is its own.")
TRAILING = Rule("E709", "gltf-trailing-data", _WARNING, "Data follows the end of a GLB file.")

# Shape of the extension

SCHEMA = Rule("E710", "extension-schema", _ERROR, "A property is missing or of another kind.")
INDEX = Rule("E711", "extension-index", _ERROR, "A reference names what does not exist.")
DUPLICATE = Rule("E712", "extension-duplicate", _ERROR, "Two parts share a name or a node.")
JOINT_TYPE = Rule("E713", "extension-joint-type", _WARNING, "A joint type is not known.")
DOF_COUNT = Rule(
    "E714", "dof-count", _ERROR, "A joint has another number of DOF nodes than of DOFs."
)
DOF_CHAIN = Rule("E715", "dof-kind", _ERROR, "A joint's DOFs are not those of its type.")
UNKNOWN_PROPERTY = Rule(
    "E716", "extension-unknown-property", _INFO, "A property that the extension does not define."
)

# Axes and limits

ZERO_AXIS = Rule("E720", "dof-axis-zero", _ERROR, "An axis has no direction.")
AXIS_LENGTH = Rule("E721", "dof-axis-length", _WARNING, "An axis is not of unit length.")
LIMITS_REVERSED = Rule("E722", "dof-limits-reversed", _ERROR, "A lower limit is above the upper.")
CONTINUOUS_LIMITED = Rule(
    "E723", "continuous-limited", _WARNING, "A continuous joint has a lower or upper limit."
)
DEFAULT_OUTSIDE = Rule(
    "E724", "dof-default-outside", _WARNING, "A default position is outside the limits."
)
NEGATIVE = Rule("E725", "dof-negative-limit", _WARNING, "An effort or velocity is negative.")
MIMIC = Rule("E726", "extension-mimic", _ERROR, "A mimic names itself, a circle, or many DOFs.")
CONFIGURATION = Rule(
    "E727", "extension-configuration", _ERROR, "A configuration does not fit the joints."
)
INERTIAL = Rule("E728", "extension-inertial", _WARNING, "A mass or inertia is impossible.")

# Nodes

ORIGIN_PARENT = Rule(
    "E730", "origin-node-parent", _WARNING, "An origin node is not a child of the parent link's."
)
CHAIN = Rule(
    "E731", "dof-node-chain", _WARNING, "DOF nodes are no chain from the origin to the child link."
)
REST_POSE = Rule("E732", "dof-rest-pose", _WARNING, "A DOF node does not stand at its default.")
NODE_MATRIX = Rule("E733", "dof-node-matrix", _ERROR, "A moving node has a matrix, not TRS.")
LINK_NODE = Rule("E734", "link-node-transform", _WARNING, "A link's node is moved itself.")
LINK_TREE = Rule("E735", "link-tree", _ERROR, "The joints do not make a tree of the links.")
OUTSIDE_ROOT = Rule("E736", "node-outside-root", _ERROR, "A link's node is not below rootNode.")
SHAPE_NODE = Rule(
    "E737", "shape-node-parent", _WARNING, "A visual or collision node is not below its link's."
)
COLLISION_DRAWN = Rule(
    "E738", "collision-drawn", _WARNING, "A collision node has a mesh: every viewer draws it."
)
ROOT_BASIS = Rule("E739", "root-basis", _WARNING, "rootNode does not turn as source.basis says.")

# Loops

LOOP_NODE = Rule("E740", "loop-node-parent", _ERROR, "A loop's node is not a child of its link's.")
LOOP_OPEN = Rule("E741", "loop-open", _WARNING, "A loop is open in the rest pose.")
COUPLING_BROKEN = Rule(
    "E742", "coupling-broken", _WARNING, "The rest pose does not obey a coupling or mimic."
)

# Animations and provenance

ANIMATION_STEP = Rule(
    "E745", "animation-step", _WARNING, "Two rotation keys are too far apart to go the right way."
)
SOURCE = Rule("E746", "source-not-portable", _INFO, "The source says where or when, not what.")
ANIMATION_OPENS = Rule("E747", "animation-opens-loop", _WARNING, "An animation opens a loop.")

# While a file is made

NOT_A_TREE = Rule("E750", "robot-not-a-tree", _ERROR, "The robot is no tree; glTF needs one.")
NOT_FINITE = Rule("E751", "robot-not-finite", _ERROR, "A pose or axis cannot be written.")
MOVED_DEFAULT = Rule(
    "E752", "default-moved", _INFO, "Zero is outside the limits; the nearest limit is shown."
)
NO_TEXCOORDS = Rule(
    "E753", "texture-without-coordinates", _WARNING, "A texture has no coordinates to go by."
)
NO_SHAPE = Rule("E754", "shape-not-converted", _WARNING, "A shape cannot be converted.")
NOT_ASSEMBLED = Rule("E755", "not-assembled", _WARNING, "No pose closes the loops.")
NOT_ANIMATED = Rule("E756", "not-animated", _INFO, "A joint gets no preview animation.")
WRITTEN_DIFFERS = Rule(
    "E757", "written-form-differs", _INFO, "The URDF text kept in a part no longer fits it."
)
