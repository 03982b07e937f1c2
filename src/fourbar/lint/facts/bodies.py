"""Links that fixed joints weld together move as one body."""

from __future__ import annotations

from ...robot import Robot


class Bodies:
    """Which links form one body, and which bodies move."""

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._leader = {link.name: link.name for link in robot.links}
        for joint in robot.joints:
            if not joint.kind.moves and joint.parent in self._leader:
                self._unite(joint.parent, joint.child)
        self._links: dict[str, list[str]] = {}
        for link in robot.links:
            self._links.setdefault(self.leader(link.name), []).append(link.name)
        self._moving = {
            self.leader(joint.child)
            for joint in robot.joints
            # Loading leaves out a joint without one of its ends.
            if joint.kind.moves and joint.child in self._leader and joint.parent in self._leader
        }

    def leader(self, link: str) -> str:
        """One link that stands for the body of this one."""
        while self._leader[link] != link:
            self._leader[link] = self._leader[self._leader[link]]
            link = self._leader[link]
        return link

    def links(self, link: str) -> list[str]:
        """All links of the body, in document order."""
        return self._links[self.leader(link)]

    def moves(self, link: str) -> bool:
        """Whether a joint moves the body."""
        return self.leader(link) in self._moving

    def mass(self, link: str) -> float:
        """The mass of the whole body [kg]."""
        parts = (self._robot.links[name].inertial for name in self.links(link))
        return sum(part.mass for part in parts if part is not None)

    def _unite(self, one: str, two: str) -> None:
        if two in self._leader:
            self._leader[self.leader(two)] = self.leader(one)
