"""Many configurations: chunks, seeds, workers; workspaces and variations with known answers."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

import fourbar as fb
from fourbar.fleet import (
    FleetError,
    Grid,
    Samples,
    Variation,
    map_configurations,
    reach,
    reached,
    varied_robots,
)
from fourbar.fleet.fingerprint import fingerprint

sys.path.insert(0, str(Path(__file__).parent))  # where workers import functions from

import closed_forms as known
import fleet_arms as planar

pytest.importorskip("pyarrow")
pytestmark = pytest.mark.slow


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize("name", ["ur20", "delta", "drone"])
def test_samples_do_not_depend_on_how_they_are_cut(name):
    model = fb.Model(fb.load(f"gallery:{name}"))
    source = Samples(9000, seed=3)
    whole = source.rows(model, 0, 9000)
    assert whole.shape == (9000, model.nq)
    parts = [source.rows(model, start, min(start + 3001, 9000)) for start in range(0, 9000, 3001)]
    assert np.array_equal(np.concatenate(parts), whole)
    assert not np.array_equal(source.rows(model, 0, 4096), source.rows(model, 4096, 8192))
    assert not np.array_equal(Samples(10, seed=4).rows(model, 0, 10), whole[:10])


def test_files_are_the_same_for_one_worker_and_two_and_when_one_is_killed(tmp_path, monkeypatch):
    model = fb.Model(fb.load("gallery:ur20"))
    source = Samples(40_000, seed=1)
    for count in (1, 2):
        map_configurations(
            model, planar.tip, source, output=tmp_path / str(count), chunk=7000, workers_count=count
        )
    monkeypatch.setenv("FLEET_KILL", str(tmp_path / "killed"))
    found = map_configurations(
        model, planar.tip, source, output=tmp_path / "3", chunk=7000, workers_count=2
    )
    assert (tmp_path / "killed").exists()
    assert files(tmp_path / "1") == files(tmp_path / "2") == files(tmp_path / "3")
    q = found.column("q")
    assert np.array_equal(q, source.rows(model, 0, 40_000))
    expected = fb.kinematics(model, q[::997], "tool0").pose[:, :3, 3]
    assert np.abs(found.column("position")[::997] - expected).max() < 1e-12


def test_a_cluster_gives_the_same_files(tmp_path):
    distributed = pytest.importorskip("distributed")
    model = fb.Model(fb.load("gallery:delta"))
    job = partial(reach, link="tool")
    source = Samples(16_384, seed=2)
    map_configurations(model, job, source, output=tmp_path / "a", chunk=4096, workers_count=1)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        map_configurations(model, job, source, output=tmp_path / "b", chunk=4096, executor=client)
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_a_second_call_computes_what_is_missing(tmp_path):
    model = fb.Model(planar.two_links())
    run = partial(map_configurations, model, planar.tip, output=tmp_path, chunk=100)
    found = run(Samples(450), workers_count=1)
    before = files(tmp_path)
    assert len(found.files) == 5
    found.files[2].unlink()
    calls = []
    run(Samples(450), workers_count=1, on_chunk=lambda done, of: calls.append((done, of)))
    assert calls == [(450, 450)]
    assert files(tmp_path) == before
    with pytest.raises(fb.FleetError, match="results of another run"):
        run(Samples(450, seed=1))


def test_a_folder_with_chunks_of_another_encoding_is_refused_and_still_read(tmp_path):
    """Else a run that goes on there would leave other bytes than one that began anew."""
    from pyarrow import parquet

    model = fb.Model(planar.two_links())
    run = partial(map_configurations, model, planar.tip, Samples(450), chunk=100, workers_count=1)
    found = run(output=tmp_path)
    tips = found.column("position")
    for file in found.files[:2]:  # as they were written before
        parquet.write_table(parquet.read_table(file), file, compression="zstd")
    assert np.array_equal(found.column("position"), tips)
    facts = json.loads((tmp_path / "run.json").read_text())
    del facts["encoding"]
    (tmp_path / "run.json").write_text(json.dumps(facts))
    with pytest.raises(fb.FleetError, match="another run \\(another encoding\\)"):
        run(output=tmp_path)


@pytest.mark.parametrize("keep", [0, 4, 0.5, 0.99])
def test_a_damaged_chunk_is_computed_again(keep, tmp_path):
    model = fb.Model(planar.two_links())
    run = partial(map_configurations, model, planar.tip, Samples(450), chunk=100, workers_count=1)
    found = run(output=tmp_path)
    before = files(tmp_path)
    data = found.files[2].read_bytes()
    found.files[2].write_bytes(data[: keep if isinstance(keep, int) else int(keep * len(data))])
    with pytest.raises(fb.FleetError, match=r"chunk-0000002.parquet' is damaged .* the same call"):
        found.column("q")
    found.files[1].write_bytes(found.files[4].read_bytes())  # whole, with 50 rows
    calls = []
    run(output=tmp_path, on_chunk=lambda done, _: calls.append(done))
    assert calls == [350, 450]
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            planar.differs,
            r"same columns .* chunk \d are (high|low), q \(2\); those of chunk \d are",
        ),
        (planar.wider, r"chunk 2 are q \(2\), x \(3\); those of chunk 0 are q \(2\), x \(2\)"),
        (planar.an_array, r"a mapping of names to arrays with 10 rows .* gave ndarray of shape"),
        (planar.a_list, r"for chunk 0 column 'x' is list"),
        (planar.complex_numbers, r"a column of chunk 0 has values that Parquet files have no"),
    ],
)
def test_what_is_no_column_is_said_with_its_chunk(function, message, tmp_path):
    model = fb.Model(planar.two_links())
    with pytest.raises(fb.FleetError, match=message):
        map_configurations(model, function, Samples(25), output=tmp_path, chunk=10, workers_count=1)
    assert all(file.stat().st_size for file in tmp_path.glob("*.parquet"))


def test_a_run_goes_on_to_more_configurations_with_the_same_bytes(tmp_path):
    model = fb.Model(planar.two_links())
    run = partial(map_configurations, model, planar.position, chunk=100, workers_count=1)
    run(Samples(250), output=tmp_path / "grown")
    calls = []
    run(Samples(450), output=tmp_path / "grown", on_chunk=lambda done, _: calls.append(done))
    assert len(calls) == 3  # the last one that was cut short, and two more
    found = run(Samples(450), output=tmp_path / "whole")
    assert files(tmp_path / "grown") == files(tmp_path / "whole")
    assert np.array_equal(found.column("q"), Samples(450).rows(model, 0, 450))
    with pytest.raises(fb.FleetError, match="is for 450 results; use another folder for 250"):
        run(Samples(250), output=tmp_path / "grown")
    without = run(Samples(100), output=tmp_path / "without", with_q=False)
    assert set(next(without.chunks())) == {"position"}


def test_a_call_that_fails_leaves_its_folder_free(tmp_path):
    model = fb.Model(planar.two_links())
    run = partial(map_configurations, model, output=tmp_path, chunk=100, workers_count=1)
    with pytest.raises(ZeroDivisionError):
        run(planar.fails, Samples(10))
    assert not list(tmp_path.iterdir())
    assert run(planar.tip, Samples(10)).column("q").shape == (10, 2)
    with pytest.raises(fb.FleetError, match="another run \\(another function\\)"):
        run(planar.position, Samples(10))
    for text, message in (("{", "cannot be read, so what"), (None, "no run.json that tells")):
        (tmp_path / "run.json").write_text(text) if text else (tmp_path / "run.json").unlink()
        with pytest.raises(fb.FleetError, match=message):
            run(planar.tip, Samples(10))


def test_what_is_not_a_model_or_a_source_is_told_before_anything_is_written(tmp_path):
    model = fb.Model(planar.two_links())
    run = partial(map_configurations, output=tmp_path / "out", workers_count=1)
    for arguments, kind, message in (
        ((model.robot, planar.tip, Samples(10)), TypeError, "expected a Model, got Robot; use"),
        ((model, planar.tip, [[0.0, 0.0]]), TypeError, "expected a source such as Samples or"),
        ((model, lambda m, q: {}, Samples(10)), fb.FleetError, "put it at the top level of a"),
    ):
        with pytest.raises(kind, match=message):
            run(*arguments)
    with pytest.raises(ValueError, match="workers_count must be positive, got 0"):
        run(model, planar.tip, Samples(10), workers_count=0)
    with pytest.raises(TypeError, match=r"number must be a whole number, got 1000\.0"):
        Samples(1e3)
    with pytest.raises(fb.SaveError, match=r"cannot write '\.xyz' files"):
        varied_robots(model.robot, Variation(mass=0.1), 1, output=tmp_path / "v", suffix=".xyz")
    assert not list(tmp_path.iterdir())
    found = run(model, planar.tip, Samples(10))
    with pytest.raises(fb.FleetError, match="unknown column 'hight'"):
        found.column("hight")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-c", "{}"], "workers cannot import the function or the source: Can't get attribute"),
        (["-"], "workers import the script that runs, and '<stdin>' is not a file; save it"),
    ],
)
def test_what_workers_cannot_import_is_told(words, message, tmp_path):
    """A function of a prompt, and a script that is not a file."""
    code = (
        "import fourbar as fb\n"
        "from fourbar.fleet import Samples, map_configurations\n"
        "def height(model, q):\n"
        "    return {'height': q[:, 0]}\n"
        "model = fb.Model(fb.load('gallery:ur20'))\n"
        "try:\n"
        "    map_configurations(model, height, Samples(9), output='out', workers_count=1)\n"
        "except fb.FleetError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, *(word.format(code) if word == "{}" else word for word in words)],
        input=code, capture_output=True, text=True, cwd=tmp_path, check=True,
    )  # fmt: skip
    assert done.stdout.startswith(message)
    assert not done.stderr
    assert not list(tmp_path.iterdir())


def test_functions_without_text_are_known_by_what_they_were_compiled_to():
    texts = ("a = q + 1", "a = q + 2", "a = q + 2  # the same", "a = [x for x in q if x in {1, 2}]")
    made = []
    for text in texts:
        names = {"__name__": "prompt"}
        exec(f"def job(model, q):\n    {text}\n    return a", names)
        made.append(fingerprint(names["job"]))
    assert made[1] == made[2]
    assert len({*made}) == 3


MODULE = """
import fourbar as fb
from fourbar.fleet import Samples, map_configurations

FACTOR = 2.0


def helper(x):
    return x + 1.0


def job(model, q):
    return {"x": FACTOR * helper(q[:, 0])}


if __name__ == "__main__":
    model = fb.Model(fb.load("gallery:four_bar"))
    found = map_configurations(model, job, Samples(20), output="out", chunk=10, workers_count=1)
    print(found.number, (found.column("x") - found.column("q")[:, 0]).mean())
"""


def test_a_function_with_another_helper_or_constant_is_another(tmp_path):
    file = tmp_path / "script.py"

    def run(text):
        file.write_text(text)
        words = [sys.executable, str(file)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=120, cwd=tmp_path)
        return done.stdout.split(" ")[0] or done.stderr

    assert run(MODULE) == "20"
    assert run(MODULE) == "20"
    for old, new in (("2.0", "3.0"), ("x + 1.0", "x - 1.0")):
        assert "another run (another function)" in run(MODULE.replace(old, new))
    assert run(MODULE.replace("Samples(20)", "Samples(30)")) == "30"  # a call, which goes on


SCRIPT = """
import sys
import fourbar as fb
from functools import partial
from fourbar.fleet import Samples, map_configurations, reach

def main():
    model = fb.Model(fb.load("gallery:ur20"))
    job = partial(reach, link="flange")
    found = map_configurations(model, job, Samples(10), output=sys.argv[1], workers_count=1)
    print(found.number)

"""


@pytest.mark.parametrize("guarded", [True, False])
def test_a_script_that_workers_would_run_again_is_told_the_way_out(guarded, tmp_path):
    file = tmp_path / "script.py"
    file.write_text(
        SCRIPT + ('if __name__ == "__main__":\n    main()\n' if guarded else "main()\n")
    )
    words = [sys.executable, str(file), str(tmp_path / "out")]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    if guarded:
        assert (done.returncode, done.stdout) == (0, "10\n"), done.stderr
        return
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "FleetError: line 13 of 'script.py' starts workers" in last
    assert "if __name__" in last
    assert not (tmp_path / "out").exists()


def test_faults_of_a_function_are_told(tmp_path):
    model = fb.Model(planar.two_links())
    with pytest.raises(
        fb.FleetError, match=r"with 10 rows each.* chunk 0 column 'x' has the shape \(9,\)"
    ):
        map_configurations(
            model, planar.too_short, Samples(10), output=tmp_path / "a", workers_count=1
        )
    with pytest.raises(ZeroDivisionError):
        map_configurations(model, planar.fails, Samples(10), output=tmp_path / "b", workers_count=1)
    with pytest.raises(fb.FleetError, match="cannot import"):
        map_configurations(model, lambda m, q: {}, Samples(10), output=tmp_path / "c")
    with pytest.raises(fb.FleetError, match="leaves the loops"):
        Grid({"crank": 3}).rows(fb.Model(fb.load("gallery:four_bar")), 0, 3)


def test_manipulability_of_a_planar_arm_is_known():
    """det J = l1 l2 sin q2 (Yoshikawa 1985)."""
    model = fb.Model(planar.two_links())
    q = Samples(500, seed=5).rows(model, 0, 500)
    found = reach(model, q, link="l3", task="position")
    expected = planar.FIRST * planar.SECOND * np.abs(np.sin(q[:, 1]))
    assert np.abs(found["manipulability"] - expected).max() < 1e-12
    radius = np.hypot(*found["position"][:, :2].T)
    known = planar.FIRST**2 + planar.SECOND**2
    known = np.sqrt(known + 2.0 * planar.FIRST * planar.SECOND * np.cos(q[:, 1]))
    assert np.abs(radius - known).max() < 1e-12
    straight = reach(model, np.zeros((1, 2)), link="l3", task="position")
    assert straight["singular"].all()


def test_the_volume_of_a_gantry_is_its_box(tmp_path):
    model = fb.Model(planar.gantry())
    source = Samples(200_000, seed=0)
    found = map_configurations(
        model, partial(reach, link="l3"), source, output=tmp_path, chunk=50_000, workers_count=1
    )
    space = reached(found, cell=0.02)
    assert space.points == 200_000
    assert space.volume == pytest.approx(0.4 * 0.2 * 0.3, rel=1e-9)
    assert (space.lower >= 0.0).all()
    assert np.abs(space.upper - [0.4, 0.2, 0.3]).max() < 1e-3


def test_a_grid_has_every_combination():
    model = fb.Model(planar.gantry())
    source = Grid({"j0": 5, "j2": 4})
    q = source.rows(model, 0, source.count(model))
    x, z = np.meshgrid(np.linspace(0, 0.4, 5), np.linspace(0, 0.3, 4), indexing="ij")
    assert np.array_equal(q[:, [0, 2]], np.column_stack([x.ravel(), z.ravel()]))
    assert not q[:, 1].any()


def test_the_tool_of_a_delta_is_where_its_three_spheres_meet():
    """The centre of the effector is a forearm (0.45 m) from each elbow, moved by its radius."""
    model = fb.Model(fb.load("gallery:delta"))
    q = Samples(4096, seed=6).rows(model, 0, 4096)
    found = reach(model, q, link="tool")
    centre = found["position"] + [0.0, 0.0, 0.037]
    for number in range(3):
        angle, turn = q[:, number], number * 2.0 * np.pi / 3.0
        out = 0.12 + 0.2 * np.cos(angle) - 0.05
        elbow = np.column_stack(
            [out * np.cos(turn), out * np.sin(turn), 0.66 - 0.2 * np.sin(angle)]
        )
        gap = np.linalg.norm(centre - elbow, axis=1) - 0.45
        assert np.abs(gap).max() < 1e-8  # the file has nine digits
    assert (found["manipulability"][~found["singular"]] > 0.0).all()


def test_errors_of_positions_add_up_as_variances():
    """Each joint's origin is off by a uniform +-t along each axis: variance t^2 / 3."""
    robot, t = planar.gantry(), 1e-3
    errors = fb.fleet.pose_errors(robot, Variation(position=t), 3000, link="l3")
    expected = np.sqrt(3 * t**2 / 3.0)
    assert np.abs(errors.position.std(axis=0) / expected - 1.0).max() < 0.05
    assert np.abs(errors.position).max() <= 3 * t
    assert errors.rotation.max() < 1e-12


def test_small_rotations_are_found_again():
    robot, a = planar.gantry(), 1e-2
    errors = fb.fleet.pose_errors(robot, Variation(rotation=a), 500, link="l3")
    assert 0.5 * a < errors.rotation.mean() < 3 * np.sqrt(3) * a


def test_tolerances_of_a_stewart_platform_are_those_of_its_legs():
    """To first order u (dx + dw x b) = u (da - db) + dl for every leg (Merlet, Parallel Robots).

    Errors along a leg's direction u: of the hinge, the ball, the slide and the rod's end.
    """
    robot, t, n = fb.load("gallery:stewart"), 1e-4, 400
    errors = fb.fleet.pose_errors(robot, Variation(position=t), n, link="platform", seed=3)
    assert errors.closed.all()
    model = fb.Model(robot)
    T = fb.kinematics(model, model.chart.home, "platform").pose
    base, ends = known.stewart_ends(robot)
    arms = ends @ T[:3, :3].T
    legs = arms + T[:3, 3] - base
    legs /= np.linalg.norm(legs, axis=1)[:, None]
    inverse = np.linalg.inv(np.concatenate([legs, np.cross(arms, legs)], axis=1))
    spread = np.sqrt(np.diag(inverse @ inverse.T) * 4.0 * t**2 / 3.0)
    found = errors.position.std(axis=0)
    assert np.abs(found / spread[:3] - 1.0).max() < 0.12  # 400 samples: 3.5 % of a deviation
    turned = np.sqrt((errors.rotation**2).mean())
    assert turned == pytest.approx(np.sqrt((spread[3:] ** 2).sum()), rel=0.12)


def coupler_of(four_bar, off):
    """Where the coupler's pin is and how it is turned, in the plane x z, from two circles.

    Errors are those of the crank's pin on the base, the coupler's on the crank, the rocker's on the
    base, and of both ends of the loop.
    """
    joints, (loop,) = four_bar.joints, four_bar.loops

    def place(xyz, name):
        return np.array([xyz[0] + off.get(f"{name}.x", 0.0), xyz[2] + off.get(f"{name}.z", 0.0)])

    crank = place(joints["crank"].origin.xyz, "crank")
    pin = crank + place(joints["coupler"].origin.xyz, "coupler")  # the crank is held at zero
    rocker = place(joints["rocker"].origin.xyz, "rocker")
    ends = {
        joints_of: place(origin.xyz, f"{loop.name}.{end}")
        for end, joints_of, origin in (
            ("predecessor", loop.predecessor, loop.predecessor_origin),
            ("successor", loop.successor, loop.successor_origin),
        )
    }
    on_coupler, on_rocker = ends["coupler_link"], ends["rocker_link"]
    a, b = np.linalg.norm(on_coupler), np.linalg.norm(on_rocker)
    apart = rocker - pin
    d = np.linalg.norm(apart)
    along = (a**2 - b**2 + d**2) / (2.0 * d)
    up = np.sqrt(a**2 - along**2)
    meet = pin + (along * apart + up * np.array([-apart[1], apart[0]])) / d
    turn = np.arctan2(*(meet - pin)[::-1]) - np.arctan2(*on_coupler[::-1])
    return pin, turn


@pytest.mark.parametrize("in_plane", [False, True])
def test_tolerances_of_a_four_bar_are_those_of_two_circles(in_plane):
    """Errors across the plane move nothing within it, to first order: they leave gaps."""
    robot, t = fb.load("gallery:four_bar"), 1e-4
    by = Variation(position={"*": t, "crank": 3 * t}, in_plane=in_plane)
    errors = fb.fleet.pose_errors(robot, by, 60, link="coupler_link", seed=2)
    assert errors.closed.all() == in_plane
    assert (errors.gap.max() < 1e-12) == in_plane
    assert np.abs(errors.drawn[:, 1:4]).max() > 2 * t > np.abs(errors.drawn[:, 4:]).max()
    pin, turn = coupler_of(robot, {})
    for row in range(60):
        off = dict(zip(errors.names, errors.drawn[row], strict=True))
        moved, turned = coupler_of(robot, off)
        assert errors.position[row, [0, 2]] == pytest.approx(moved - pin, abs=1e-9)
        assert errors.rotation[row] == pytest.approx(abs(turned - turn), abs=2e-6)
        if in_plane:
            assert errors.position[row, 1] == 0.0


def test_errors_beyond_what_loops_have_room_for_are_told_from_others():
    """Circles that do not meet cannot be closed; what closes is where two circles meet."""
    robot, t = fb.load("gallery:four_bar"), 0.1
    by = Variation(position=t, in_plane=True)
    errors = fb.fleet.pose_errors(robot, by, 200, link="coupler_link", seed=2)
    closed = 0
    for row in range(200):
        off = dict(zip(errors.names, errors.drawn[row], strict=True))
        with np.errstate(invalid="ignore"):
            moved, turned = coupler_of(robot, off)
        if np.isnan(turned):
            assert not errors.closed[row]
        if errors.closed[row]:
            closed += 1
            pin, _ = coupler_of(robot, {})
            assert errors.position[row, [0, 2]] == pytest.approx(moved - pin, abs=1e-9)
    settled = np.isfinite(errors.gap)
    assert 100 < closed < 200
    assert (np.isfinite(errors.position).all(axis=1) == settled).all()
    assert (np.isfinite(errors.rotation) == settled).all()
    far = fb.fleet.pose_errors(fb.load("gallery:stewart"), Variation(position=t), 60, link="base")
    assert not np.isfinite(far.gap).all()
    assert np.nanmax(far.gap) < 1.0  # which was 298 m where steps were not held back


def test_varied_robots_are_models_as_the_first_one_is():
    """Frames and locked joints of a model hold for all robots that are made of it."""
    robot, t = planar.gantry(), 1e-3
    by = Variation(position=t)
    tip = fb.Pose((0.0, 0.1, 0.0))
    model = fb.Model(robot, frames={"tip": ("l3", tip)}, locked={robot.joints.names[-1]: 0.2})
    drawn = fb.fleet.Draws(by, 20, seed=1).rows(model, 0, 20)
    found = fb.fleet.tolerances(model, drawn, variation=by, link="tip")["error"]
    alone = fb.fleet.tolerances(fb.Model(robot), drawn, variation=by, link="l3")["error"]
    assert found == pytest.approx(alone, abs=1e-12)  # of a gantry, errors add up anywhere


def test_what_is_asked_of_tolerances_has_to_be_possible(tmp_path):
    robot, by = fb.load("gallery:four_bar"), Variation(mass=0.1)
    with pytest.raises(FleetError, match=r"are open by .* at q; give a closed configuration"):
        fb.fleet.pose_errors(robot, by, 2, link="coupler_link", q=[0.1, 0.1, 0.1])
    with pytest.raises(ValueError, match="seed must be between 0"):
        fb.fleet.Draws(by, 2, seed=-1)
    with pytest.raises(ValueError, match="number must not be negative"):
        fb.fleet.Draws(by, -2)
    fb.fleet.varied_robots(robot, by, 3, output=tmp_path)
    with pytest.raises(FleetError, match="is for 3 robots; use another folder for 2"):
        fb.fleet.varied_robots(robot, by, 2, output=tmp_path)
    assert len(fb.fleet.varied_robots(robot, by, 4, output=tmp_path)) == 4


def test_tolerances_are_a_job_for_many_workers_and_go_on(tmp_path):
    robot = fb.load("gallery:four_bar")
    model, by = fb.Model(robot), Variation(position=1e-4, rotation=1e-4)
    job = partial(fb.fleet.tolerances, variation=by, link="coupler_link")
    run = partial(map_configurations, model, job, chunk=20, output=tmp_path)
    run(fb.fleet.Draws(by, 30, seed=4), workers_count=1)
    found = run(fb.fleet.Draws(by, 50, seed=4), workers_count=2)
    alone = fb.fleet.pose_errors(robot, by, 50, link="coupler_link", seed=4)
    assert np.array_equal(found.column("error"), alone.position)
    assert np.array_equal(found.column("gap"), alone.gap)
    assert np.array_equal(found.column("drawn"), alone.drawn)
    with pytest.raises(FleetError, match="same variation"):
        fb.fleet.tolerances(model, alone.drawn[:, :5], variation=by, link="coupler_link")


@pytest.mark.parametrize("suffix", [".urdf", ".xml"])
def test_varied_robots_are_written_and_are_the_same_every_time(suffix, tmp_path):
    robot = fb.load("gallery:iiwa14")
    by = Variation(position=1e-3, mass=0.2, friction=0.5)
    first = fb.fleet.varied_robots(robot, by, 3, output=tmp_path / "a", suffix=suffix, seed=7)
    more = fb.fleet.varied_robots(robot, by, 5, output=tmp_path / "b", suffix=suffix, seed=7)
    table = (tmp_path / "b" / "drawn.csv").read_text().splitlines()
    assert table[0].startswith("file,number,")
    assert len(table) == 6
    with pytest.raises(FleetError, match="results of another run"):
        fb.fleet.varied_robots(robot, by, 5, output=tmp_path / "b", suffix=suffix, seed=8)
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in more[:3]]
    assert len({file.read_bytes() for file in more}) == 5
    if suffix == ".urdf":
        for file in more:
            made = fb.load(file)
            for old, new in zip(robot.links, made.links, strict=True):
                if old.inertial is not None and new.inertial is not None:
                    ratio = new.inertial.mass / old.inertial.mass
                    assert 0.8 <= ratio <= 1.2
                    assert new.inertial.inertia.ixx == pytest.approx(
                        ratio * old.inertial.inertia.ixx, rel=1e-9
                    )


def test_origins_of_a_planar_linkage_vary_within_its_plane_only(tmp_path):
    """The four-bar is planar: joints that are off by a millimetre leave it open."""
    robot = fb.load("gallery:four_bar")
    by = Variation(position=1e-3)
    with pytest.raises(FleetError, match="does not close where its origins vary"):
        fb.fleet.varied_robots(robot, by, 2, output=tmp_path / "a")
    assert not (tmp_path / "a").exists()
    for name, allowed in (
        ("b", Variation(mass=0.1)),
        ("c", Variation(position=1e-3, rotation=1e-2, in_plane=True)),
    ):
        (file,) = fb.fleet.varied_robots(robot, allowed, 1, output=tmp_path / name)
        model = fb.Model(fb.load(file))
        assert fb.assemble(model).residual <= model.tolerance


def test_varied_deltas_close(tmp_path):
    robot = fb.load("gallery:delta")
    by = Variation(position=1e-3, rotation=1e-3)
    files = fb.fleet.varied_robots(robot, by, 3, output=tmp_path, seed=1)
    for file in files:
        model = fb.Model(fb.load(file))
        assert fb.assemble(model).residual <= model.tolerance
        ends = zip(robot.loops, model.robot.loops, strict=True)
        assert all(a.successor_origin != b.successor_origin for a, b in ends)
