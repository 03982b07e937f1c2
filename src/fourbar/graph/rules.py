"""What the graph can find; references and names share the reader's codes (R2xx, S122)."""

from __future__ import annotations

from ..diagnostics import Rule, Severity

_ERROR, _WARNING, _INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

# The spanning tree

JOINT_CYCLE = Rule("G301", "joint-cycle", _ERROR, "Joints form a cycle instead of a tree.")
TWO_PARENTS = Rule("G302", "two-parents", _ERROR, "A link is the child of two joints.")
SEVERAL_ROOTS = Rule("G303", "several-roots", _ERROR, "The joints leave the links in pieces.")
NO_LINKS = Rule("G304", "no-links", _ERROR, "The robot has no links.")

# Loop joints

LOOP_TO_ITSELF = Rule(
    "G310", "loop-to-itself", _ERROR, "Predecessor and successor are the same link."
)
LOOP_BETWEEN_TREES = Rule(
    "G311", "loop-between-trees", _ERROR, "A loop joins links that no joints connect."
)
LOOP_WITHOUT_CONSTRAINT = Rule(
    "G312", "loop-without-constraint", _WARNING, "A floating loop constrains nothing."
)

# Couplings and mimics

COUPLING_MIXED_MOTION = Rule(
    "G320", "coupling-mixed-motion", _ERROR, "A coupling adds turning and sliding joints."
)
COUPLING_MIXED_DOF = Rule(
    "G321", "coupling-mixed-dof", _ERROR, "A coupling adds joints of different degrees of freedom."
)
COUPLING_OF_ORIENTATIONS = Rule(
    "G322", "coupling-of-orientations", _ERROR, "A coupling adds positions that are no numbers."
)
COUPLING_WITHOUT_MOTION = Rule(
    "G323", "coupling-without-motion", _WARNING, "All joints that a coupling couples are fixed."
)
COUPLING_ONE_SIDED = Rule(
    "G324", "coupling-one-sided", _INFO, "A coupling's ratio multiplies nothing."
)
CONTRADICTORY_COUPLINGS = Rule(
    "G325", "contradictory-couplings", _ERROR, "Couplings or mimics contradict each other."
)
REDUNDANT_COUPLING = Rule(
    "G326", "redundant-coupling", _WARNING, "A coupling or mimic follows from the others."
)
COUPLINGS_NOT_COMPARED = Rule(
    "G327", "couplings-not-compared", _INFO, "Too many interlocking couplings to compare."
)
LOCKED_JOINT = Rule("G328", "locked-joint", _WARNING, "A coupling or mimic holds a joint still.")
MIMIC_CYCLE = Rule("G330", "mimic-cycle", _ERROR, "Joints mimic each other in a circle.")
MIMIC_MIXED_DOF = Rule(
    "G331", "mimic-mixed-dof", _ERROR, "A joint mimics one of other degrees of freedom."
)
