"""Proofs of operations: what they mean is accepted, and anything else is found."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import fourbar as fb
from fourbar.cli import main
from fourbar.comparison.operation import Meaning, prove
from fourbar.record import replace
from fourbar.robot import Inertial, Pose, Robot

CLOSE = 1e-12


def same(robot: Robot) -> Meaning:
    links, joints = robot.links.names, robot.joints.names
    return Meaning(dict(zip(links, links, strict=True)), dict(zip(joints, joints, strict=True)))


@dataclass
class Case:
    after: Robot
    meaning: Meaning


def cases(robot: Robot) -> dict[str, Case]:
    keep = same(robot)
    joint = next(j.name for j in robot.joints if j.dof == 1)
    return {
        "scaled": Case(robot.scaled(2.0), replace(keep, length=2.0, mass=8.0)),
        "massless": Case(robot.scaled(0.5, masses="keep"), replace(keep, length=0.5)),
        "mirrored": Case(robot.mirrored("yz"), replace(keep, plane="yz")),
        "zeroed": Case(robot.set_zero({joint: 0.2}), replace(keep, shift={joint: 0.2})),
    }


@pytest.mark.parametrize(
    "name", ["four_bar", "stewart", "delta", "ur20", "slider_crank", "humanoid"]
)
@pytest.mark.parametrize("operation", ["scaled", "massless", "mirrored", "zeroed"])
def test_what_an_operation_means_is_proven(name: str, operation: str) -> None:
    robot = fb.load(f"gallery:{name}")
    case = cases(robot)[operation]
    proof = prove(robot, case.after, case.meaning)
    assert proof.problem == ""
    assert max(proof.position, proof.inertia) < CLOSE
    assert prove(robot, case.after, same(robot)).problem


def with_link(robot: Robot, name: str, **values: object) -> Robot:
    links = [replace(one, **values) if one.name == name else one for one in robot.links]
    return robot.replace(links=links)


def heavier(robot: Robot, link: str) -> Robot:
    own = robot.links[link].inertial
    assert own is not None
    return with_link(robot, link, inertial=Inertial(1.001 * own.mass, own.inertia, own.origin))


def moved(robot: Robot, name: str) -> Robot:
    x, y, z = robot.joints[name].origin.xyz
    there = Pose((x, y + 1e-5, z), robot.joints[name].origin.rpy)
    joints = [replace(one, origin=there) if one.name == name else one for one in robot.joints]
    return robot.replace(joints=joints)


def test_any_other_change_is_found() -> None:
    robot = fb.load("gallery:four_bar")
    meaning = same(robot)
    assert prove(robot, robot, meaning).problem == ""
    shapeless = with_link(robot, "coupler_link", visuals=())
    unlooped = robot.replace(loops=[])
    cases = {
        "share": heavier(robot, "coupler_link"),
        "from where": moved(robot, "rocker"),
        "shapes": shapeless,
        "loops, couplings": unlooped,
    }
    for words, after in cases.items():
        assert words in prove(robot, after, meaning).problem


def test_nothing_is_written_where_the_proof_fails(tmp_path, monkeypatch, capsys) -> None:
    right = Robot.scaled
    monkeypatch.setattr(Robot, "scaled", lambda self, factor, **_: right(self, 1.01 * factor))
    output = tmp_path / "r.urdf"
    words = ["edit", "gallery:four_bar", "--scale", "2", "--prove", "-o", str(output)]
    assert main(words) == 2
    assert "--scale is not proven" in capsys.readouterr().err
    assert not output.exists()
