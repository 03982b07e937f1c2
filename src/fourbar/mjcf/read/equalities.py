"""Equalities as loops, mimics and couplings."""

from __future__ import annotations

from typing import Any

from ... import rules
from ...diagnostics import ROBOT, PartPath, Report
from ...record import replace
from ...robot import Coupling, Joint, Limit, Loop, Mimic, Robot
from ...robot.coupled import coupling_of
from ...transfer.missing import Missing, Place
from ...transfer.raising import Meeting, raised_points
from ..marks import SOLIMP, SOLREF
from .compiled import CompiledFile
from .frames import frame, pose, vector
from .others import is_usual

_TORQUE_SCALE = 10
"""Where a weld has `torquescale` among its numbers: how much of its rotation it holds."""


class Equalities:
    """Reads what ties joints and bodies together into a robot."""

    def __init__(
        self,
        file: CompiledFile,
        links: dict[int, str],
        joints: dict[int, str],
        missing: Missing,
        report: Report,
    ) -> None:
        self._file = file
        self._model = file.model
        self._links = links
        self._joints = joints
        self._missing = missing
        self._report = report
        self._changed: dict[str, Joint] = {}
        self._meetings: list[Meeting] = []
        self._welds: list[Loop] = []
        self._couplings: list[Coupling] = []

    def read(self, robot: Robot) -> Robot:
        """The robot with loops, mimics and couplings."""
        kinds = self._file.mj.mjtEq
        self._changed = {joint.name: joint for joint in robot.joints}
        for number in range(int(self._model.neq)):
            if not self._model.eq_active0[number]:
                self._missing.add("equalities that are switched off", self._place(number))
                continue
            solref, solimp = self._model.eq_solref[number], self._model.eq_solimp[number]
            if not is_usual(solref, solimp, (SOLREF, SOLIMP)):
                self._missing.add("softness of equalities (solref, solimp)", self._place(number))
            kind = int(self._model.eq_type[number])
            if kind == kinds.mjEQ_CONNECT:
                self._connect(number)
            elif kind == kinds.mjEQ_WELD:
                self._weld(number)
            elif kind == kinds.mjEQ_JOINT:
                self._joint(number)
            elif kind == kinds.mjEQ_TENDON:
                self._tendon(number, robot)
            else:
                self._missing.add("equalities of flexible bodies", self._place(number))
        loops = [*raised_points(self._meetings), *self._welds]
        return robot.replace(
            joints=[self._changed[joint.name] for joint in robot.joints],
            loops=loops,
            couplings=self._couplings,
        )

    def _place(self, number: int) -> Place:
        return lambda: self._file.place("equalities", number)

    def _name(self, number: int, kind: str) -> str:
        return str(self._model.equality(number).name) or f"{kind}_{number + 1}"

    def _sites(self, number: int) -> bool:
        return int(self._model.eq_objtype[number]) == int(self._file.mj.mjtObj.mjOBJ_SITE)

    def _site(self, number: int) -> tuple[str, Any]:
        model = self._model
        body = int(model.site_bodyid[number])
        return self._links[body], frame(model.site_pos[number], model.site_quat[number])

    def _connect(self, number: int) -> None:
        model = self._model
        one, two = int(model.eq_obj1id[number]), int(model.eq_obj2id[number])
        name = self._name(number, "loop")
        if self._sites(number):
            (p, at_p), (s, at_s) = self._site(one), self._site(two)
            self._meetings.append(Meeting(name, p, s, at_p[0], at_s[0]))
            return
        data = model.eq_data[number]
        p, s = self._links[one], self._links[max(two, 0)]
        self._meetings.append(Meeting(name, p, s, vector(data[0:3]), vector(data[3:6])))

    def _weld(self, number: int) -> None:
        model = self._model
        one, two = int(model.eq_obj1id[number]), int(model.eq_obj2id[number])
        name = self._name(number, "loop")
        if self._sites(number):
            (p, at_p), (s, at_s) = self._site(one), self._site(two)
        else:
            data = model.eq_data[number]
            p, s = self._links[one], self._links[max(two, 0)]
            at_p = frame(data[3:6], data[6:10])
            at_s = (vector(data[0:3]), (0.0, 0.0, 0.0, 1.0))
        scale = float(model.eq_data[number][_TORQUE_SCALE])
        if scale == 0.0:  # what is left of it holds two points together
            self._meetings.append(Meeting(name, p, s, at_p[0], at_s[0]))
            return
        if scale != 1.0:
            self._missing.add("scales of the torques of welds (torquescale)", self._place(number))
        self._welds.append(Loop(name, "fixed", p, s, pose(at_p), pose(at_s)))

    def _joint(self, number: int) -> None:
        model = self._model
        data = [float(value) for value in model.eq_data[number][:5]]
        follower = self._joints[int(model.eq_obj1id[number])]
        other = int(model.eq_obj2id[number])
        if other < 0:
            self._hold(follower, data[0])
            return
        leader = self._joints[other]
        if any(data[2:]):
            self._refuse(number, f"joint '{follower}' follows '{leader}' by a polynomial")
            return
        self._follow(number, follower, leader, data[1], data[0])

    def _hold(self, joint: str, position: float) -> None:
        """A joint that stays in one place has no range."""
        before = self._changed[joint].limit or Limit()
        limit = replace(before, lower=position, upper=position)
        kind = self._changed[joint].kind
        ending = kind.counterpart if kind.endless else None
        part = replace(self._changed[joint], limit=limit)
        self._changed[joint] = part if ending is None else replace(part, type=ending.name)

    def _follow(
        self, number: int, follower: str, leader: str, multiplier: float, offset: float
    ) -> None:
        if self._changed[follower].mimic is not None or self._leads_to(leader, follower):
            if (
                multiplier
                and self._changed[leader].mimic is None
                and not self._leads_to(follower, leader)
            ):
                follower, leader = leader, follower
                multiplier, offset = 1.0 / multiplier, -offset / multiplier
            else:
                self._refuse(number, f"joint '{follower}' follows more than one joint")
                return
        mimic = Mimic(leader, multiplier, offset)
        self._changed[follower] = replace(self._changed[follower], mimic=mimic)

    def _leads_to(self, start: str, end: str) -> bool:
        """Whether a joint follows another, directly or through others."""
        seen: set[str] = set()
        while start not in seen:
            if start == end:
                return True
            seen.add(start)
            mimic = self._changed[start].mimic
            if mimic is None:
                return False
            start = mimic.joint
        return True

    def _tendon(self, number: int, robot: Robot) -> None:
        model = self._model
        data = [float(value) for value in model.eq_data[number][:5]]
        terms = self._sum(int(model.eq_obj1id[number]))
        if terms is None or int(model.eq_obj2id[number]) >= 0:
            self._refuse(number, "the tendon is not a sum of joint positions that is constant")
            return
        if len(terms) == 2:
            (follower, a), (leader, b) = terms.items()
            self._follow(number, follower, leader, -b / a, data[0] / a)
            return
        coupling = coupling_of(self._name(number, "coupling"), terms, robot)
        if coupling is None or data[0]:
            self._refuse(number, "the tendon is not a ratio between two chains of joints")
            return
        self._couplings.append(coupling)

    def _sum(self, tendon: int) -> dict[str, float] | None:
        """The joints of a fixed tendon and their coefficients."""
        model = self._model
        first = int(model.tendon_adr[tendon])
        terms: dict[str, float] = {}
        for row in range(first, first + int(model.tendon_num[tendon])):
            if int(model.wrap_type[row]) != int(self._file.mj.mjtWrap.mjWRAP_JOINT):
                return None
            joint = self._joints[int(model.wrap_objid[row])]
            terms[joint] = terms.get(joint, 0.0) + float(model.wrap_prm[row])
        return terms if terms and all(terms.values()) else None

    def _refuse(self, number: int, message: str) -> None:
        name = self._name(number, "equality")
        span = self._file.place("equalities", number)
        self._report.add(
            rules.formats.RELATION_NOT_MODELLED,
            f"equality '{name}' is left out: {message}",
            span=span or self._file.source.span(ROBOT),
            path=PartPath("robot", None),
        )
