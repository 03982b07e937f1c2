"""Left and right: links that should be each other's mirror image."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...robot import Link, Robot

# Words of a name: left_arm, arm_l, LeftArm, FL_hip, lf_foot, front_leftR. Letters alone count
# between other characters than letters, and directly behind "left" and "right".
_SIDE = (
    r"left|Left|LEFT|right|Right|RIGHT"
    r"|(?<![A-Za-z])[lLrR](?![A-Za-z0-9])"
    r"|(?<![A-Za-z])(?:[FRBH][LR]|[LR][FHRB]|[frbh][lr]|[lr][fhrb])(?![A-Za-z])"
    r"|(?<=left)[LR](?![a-z])|(?<=right)[LR](?![a-z])"
)
_WORDS = {
    "left": "right",
    "Left": "Right",
    "LEFT": "RIGHT",
    "right": "left",
    "Right": "Left",
    "RIGHT": "LEFT",
}
_LETTERS = str.maketrans("lLrR", "rRlL")


def mirrored(name: str) -> str:
    """The name with left and right exchanged."""
    return re.sub(_SIDE, _other, name)


def pairs(robot: Robot) -> Iterator[tuple[Link, Link]]:
    """Left and right links in the order of the first of each pair.

    Both must hang on the same link, or on links that are each other's mirror image: the names of
    an arm's axes (`link_l`, `link_r`) are not sides.
    """
    seen: set[str] = set()
    for link in robot.links:
        other = robot.links.get(mirrored(link.name))
        if other is None or other.name == link.name or other.name in seen:
            continue
        seen.add(link.name)
        one, two = (robot.parent_joints.get(x.name, ()) for x in (link, other))
        if len(one) == len(two) == 1 and mirrored(one[0].parent) == two[0].parent:
            yield link, other


def _other(match: re.Match[str]) -> str:
    word = match[0]
    if word in _WORDS:
        return _WORDS[word]
    if len(word) == 1:
        return word.translate(_LETTERS)
    # RL is rear left, RF right front: the letter that is not the end of the robot changes.
    first, second = word
    if first in "FBHfbh" or (second in "LRlr" and first in "Rr"):
        return first + second.translate(_LETTERS)
    return first.translate(_LETTERS) + second
