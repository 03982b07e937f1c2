"""What cannot be computed is refused with a name and a way out, and blocked pushes have no end."""

import numpy as np
import pytest

import fourbar as fb
from fourbar.cli import main

from .robots import gallery
from .test_simulation import slider


def test_a_motion_that_memory_does_not_hold_is_refused_at_once():
    model = slider()
    with pytest.raises(ValueError, match=r"1000000001 samples take .* GiB.*every=\d+") as refused:
        fb.simulate(model, [0.0], duration=1e6)
    assert "--every" in str(refused.value)
    with pytest.raises(ValueError, match=r"GiB.*fewer states"):
        fb.simulate(model, np.zeros((1000, 1)), steps=10_000_000)
    # The same steps with few samples are fine.
    assert len(fb.simulate(model, [0.0], steps=20_000, every=20_000, limits=False).t) == 2


def test_a_blocked_direction_takes_any_force():
    model = gallery("four_bar")
    q = np.array([fb.assemble(model, {"crank": angle}).q for angle in (0.3, 0.9, 2.0)])
    assert np.isinf(fb.effort_map(model, q, "coupler_link", (0.0, 1.0, 0.0)).force).all()
    assert np.isfinite(fb.effort_map(model, q, "coupler_link", (0.0, 0.0, -1.0)).force).all()


def test_the_mass_that_moves_leaves_out_the_ground(capsys):
    assert main(["dynamics", "gallery:ur20"]) == 0
    model = gallery("ur20")
    moving = sum(
        link.inertial.mass
        for link in model.robot.links
        if link.inertial is not None and len(model.support(link.name))
    )
    assert model.moving_mass == pytest.approx(moving, rel=1e-12)
    assert model.moving_mass < model.mass
    said = f"ur20: {moving:.6g} kg that move, of {model.mass:.6g} kg\n"
    assert capsys.readouterr().out.startswith(said)


def lump(**inertial):
    inertia = fb.Inertia(**{"ixx": 1.0, "iyy": 1.0, "izz": 1.0} | inertial.pop("inertia", {}))
    return (
        fb.Robot("lump")
        .add(fb.Link("base"))
        .add(fb.Link("arm", inertial=fb.Inertial(**{"mass": 1.0, "inertia": inertia} | inertial)))
        .add(fb.Joint("hinge", "continuous", "base", "arm", axis=(0.0, 1.0, 0.0)))
    )


@pytest.mark.parametrize(
    ("inertial", "what"),
    [({"mass": -1.0}, "mass, -1"), ({"inertia": {"iyy": -1.0}}, "iyy, -1")],
)
def test_negative_masses_are_refused_by_name(inertial, what, tmp_path, capsys):
    robot = lump(**inertial)
    model = fb.Model(robot)
    motion = fb.simulate(fb.Model(lump()), [0.0], duration=0.01)
    said = f"link 'arm' of 'lump' has a negative {what}"
    for ask in (
        lambda: fb.simulate(model, [0.0], duration=0.01),
        lambda: fb.effort_map(model, [0.0]),
        lambda: fb.sizing(model, motion),
        lambda: fb.mass_matrix(model, None, [0.0]),
        lambda: fb.inverse_mass_matrix(model, None, [0.0]),
        lambda: fb.inverse_dynamics(model, None, [0.0], None, None),
        lambda: fb.forward_dynamics(model, None, [0.0], None, None),
        lambda: fb.energy(model, None, [0.0], None),
        lambda: fb.reactions(model, None, [0.0], None),
        lambda: fb.step(model, None, [0.0], [0.0], None, 1e-3),
        lambda: fb.inverse_dynamics(model, None, [0.0], None, None, coordinates="spanning"),
    ):
        with pytest.raises(fb.ModelError, match=said):
            ask()
    file = tmp_path / "lump.urdf"
    fb.save(robot, file)
    for command in (
        ["dynamics"],
        ["dynamics", "--velocity", "hinge=1"],
        ["simulate"],
        ["loads"],
        ["efforts", "--over", "hinge"],
    ):
        assert main([command[0], str(file), *command[1:]]) == 1
        assert said in capsys.readouterr().err


def test_a_negative_mass_on_the_ground_moves_nothing():
    robot = lump()
    ground = fb.Link("base", inertial=fb.Inertial(mass=-1.0))
    robot = fb.Robot("lump", links=(ground, robot.links["arm"]), joints=tuple(robot.joints))
    assert fb.simulate(fb.Model(robot), [0.0], duration=0.01).keeps_energy


def test_an_inertia_that_is_rounding_only_is_refused():
    """A point on its own axis: in a turned pose rounding leaves it some inertia."""
    robot = fb.Robot("point").add(fb.Link("base"))
    at = fb.Inertial(mass=1.0, origin=fb.Pose((0.3, 0.0, 0.0)))
    on_axis = fb.Inertial(mass=1.0, origin=fb.Pose((0.0, 0.0, 0.3)))
    robot = robot.add(fb.Link("arm", inertial=at), fb.Link("point", inertial=on_axis))
    robot = robot.add(fb.Joint("swing", "continuous", "base", "arm", axis=(0.0, 1.0, 0.0)))
    place = fb.Pose((0.3, 0.1, 0.7), (0.3, 0.2, 0.1))
    spin = fb.Joint("spin", "continuous", "arm", "point", axis=(0.0, 0.0, 1.0), origin=place)
    model = fb.Model(robot.add(spin))
    q = np.array([0.7, 0.4])
    for poses in (q, np.tile(q, (9, 1))):
        tau = np.ones(poses.shape)
        for ask in (
            lambda q=poses: fb.inverse_mass_matrix(model, None, q),
            lambda q=poses, tau=tau: fb.forward_dynamics(model, None, q, None, tau),
            lambda q=poses, tau=tau: fb.forward_dynamics_derivatives(model, None, q, None, tau),
        ):
            with pytest.raises(fb.ModelError, match="joint 'spin' of 'point' moves no mass"):
                ask()


def test_arguments_that_mean_nothing_are_refused():
    model = slider()
    with pytest.raises(TypeError, match="limits must be True or False, got dict"):
        fb.simulate(model, [0.0], duration=0.1, limits={"slide": 1})
    with pytest.raises(ValueError, match="relative: only integrator='adaptive'"):
        fb.simulate(model, [0.0], duration=0.1, relative=1e-3)
    rows = np.ones((3, 1))
    with pytest.raises(ValueError, match="tolerance must be a share"):
        fb.base_parameters(model, rows, rows, rows, tolerance=-1.0)
    with pytest.raises(fb.ModelError, match="reduction of the drive at 'slide' must not be 0"):
        fb.Model(model.robot, drives=[fb.Drive("slide", reduction=0.0)])


def test_files_that_motions_are_not_written_to_name_those_that_are(tmp_path):
    motion = fb.simulate(slider(), [0.0], duration=0.01)
    with pytest.raises(ValueError, match=r"expected one of: \.csv, .*`fourbar simulate -o` writes"):
        motion.save(tmp_path / "x.json")


def test_the_way_out_of_missing_drives_is_another_one(tmp_path, capsys):
    """One drive for two hinges: the other one holds nothing."""
    robot = lump().add(fb.Link("tip", inertial=fb.Inertial(mass=1.0, origin=fb.Pose((1, 0, 0)))))
    robot = robot.add(fb.Joint("wrist", "continuous", "arm", "tip", axis=(0.0, 1.0, 0.0)))
    file = tmp_path / "two.urdf"
    fb.save(robot, file)
    transmission = (
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type>'
        '<joint name="hinge"><hardwareInterface>hardware_interface/EffortJointInterface'
        '</hardwareInterface></joint><actuator name="m"/></transmission></robot>'
    )
    file.write_text(file.read_text().replace("</robot>", transmission))
    assert main(["dynamics", str(file), "--reactions"]) == 1
    err = capsys.readouterr().err
    assert "'wrist' needs" in err
    assert "`fourbar dynamics`" not in err
    assert "leave out --reactions" in err
    assert main(["dynamics", str(file)]) == 0
    for command in (["loads"], ["efforts", "--over", "hinge"]):
        capsys.readouterr()
        words = [command[0], str(file), *command[1:]]
        assert main(words) == 1
        assert "with --drives JOINT (repeatable)" in capsys.readouterr().err
        assert main([*words, "--drives", "hinge", "--drives", "wrist"]) == 0
