"""Files that nobody meant well with: findings only, whatever the bytes."""

import copy
import json
import resource
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourbar.diagnostics import Report
from fourbar.gltf import read_robots, validate, write_glb

from ..example_robots import EXAMPLE_ROBOTS, configurations, example

GLB = write_glb(configurations(), animations=False)
ROOTS = {name: json.loads(example(name)) for name in EXAMPLE_ROBOTS}

EDITED = ("nodes", "extensions", "animations", "meshes", "materials", "accessors", "bufferViews")

values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([2**31, 2**53, -(2**63), 10**400, 1e308, -1e308, 1e-320]),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=5),
    st.lists(st.integers(-2, 9) | st.floats(-2, 2), max_size=5),
    st.dictionaries(
        st.sampled_from(["name", "node", "joint", "x"]), st.integers(-1, 9), max_size=3
    ),
)


def examine(data):
    report = Report()
    validate(data, file="x.glb", report=report)
    read_robots(data, file="x.glb", report=Report())
    return report


def places(value, path=()):
    if isinstance(value, dict):
        for key, each in value.items():
            yield (*path, key)
            yield from places(each, (*path, key))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield (*path, number)
            yield from places(each, (*path, number))


@settings(max_examples=400)
@given(st.data())
def test_any_value_anywhere(data):
    root = copy.deepcopy(ROOTS[data.draw(st.sampled_from(sorted(ROOTS)))])
    for _ in range(data.draw(st.integers(1, 3))):
        every = [p for p in places(root) if p[0] in EDITED]
        if not every:
            break
        path = data.draw(st.sampled_from(every))
        holder = root
        for key in path[:-1]:
            holder = holder[key]
        if data.draw(st.booleans()):
            holder[path[-1]] = data.draw(values)
        elif isinstance(holder, dict):
            del holder[path[-1]]
        else:
            holder.pop(path[-1])
    examine(json.dumps(root).encode())


@settings(max_examples=150)
@given(st.integers(0, len(GLB)), st.binary(max_size=8))
def test_truncated_and_patched(at, patch):
    examine(GLB[:at])
    examine(GLB[:at] + patch + GLB[at + len(patch) :])


@given(st.binary(max_size=200))
def test_noise(data):
    assert not examine(data).ok
    assert not examine(b"glTF" + data).ok


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b"null",
        b"{" * 100_000,
        b"[" * 100_000,
        b'{"asset":{"version":"2.0"},"nodes":[{"children":[' + b"0," * 100_000 + b"0]}]}",
        b'{"asset":{"version":"2.0"},"nodes":[{"translation":[NaN,0,0]}]}',
        b'{"asset":{"version":"2.0"},"nodes":' + b"9" * 5000 + b"}",
        b'{"asset":{"version":"2.0"},"buffers":[{"byteLength":9007199254740991}]}',
    ],
)
def test_absurd_json(text):
    assert not examine(text).ok


def test_lengths_are_not_believed():
    for length, size in ((2**32 - 1, 16), (len(GLB), 2**32 - 1), (12, 16)):
        data = struct.pack("<4sIIII", b"glTF", 2, length, size, 0x4E4F534A) + GLB[20:]
        assert not examine(data).ok


def test_too_deep_a_chain():
    nodes = [{"children": [n + 1]} for n in range(20_000)] + [{}]
    report = examine(json.dumps({"asset": {"version": "2.0"}, "nodes": nodes}).encode())
    assert "E702" in [finding.code for finding in report]


def test_a_long_chain_of_nodes_and_a_thousand_wrong_joints():
    count = 9_000
    nodes = [{"children": [n + 1]} for n in range(count)] + [{}]
    links = [{"name": str(n), "node": n} for n in range(1000)]
    joints = [{"name": str(n), "type": "fixed"} for n in range(1000)]
    model = {"rootNode": 0, "links": links, "joints": joints}
    root = {
        "asset": {"version": "2.0"},
        "nodes": nodes,
        "extensionsUsed": ["EXT_robot_kinematics"],
        "extensions": {"EXT_robot_kinematics": {"models": [model]}},
    }
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = examine(json.dumps(root).encode())
    assert len(report) == 500
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # [kB]


def test_poses_are_checked_up_to_a_bound(monkeypatch):
    """Thousands of configurations over a deep chain: what comes after the bound is not placed."""
    from fourbar.gltf.validation import rest_pose

    monkeypatch.setattr(rest_pose, "MAX_WORK", 5_000)
    depth = 900
    nodes = [{"children": [n + 1]} for n in range(depth)] + [{}]
    dof = {"motion": "rotation", "axis": [1, 0, 0]}
    joint = {"name": "j", "type": "revolute", "parentLink": 0, "childLink": 1, "originNode": 1}
    ends = {"predecessorLink": 0, "successorLink": 1, "predecessorNode": 1}
    model = {
        "rootNode": 0,
        "links": [{"name": "a", "node": 0}, {"name": "b", "node": 3}],
        "joints": [{**joint, "dofNodes": [2], "dofs": [dof]}],
        "loops": [{"name": "l", "type": "spherical", **ends, "successorNode": depth}],
        "configurations": {str(n): {"jointPositions": [0.1]} for n in range(3_000)},
    }
    root = {
        "asset": {"version": "2.0"},
        "nodes": nodes,
        "extensionsUsed": ["EXT_robot_kinematics"],
        "extensions": {"EXT_robot_kinematics": {"models": [model]}},
    }
    work = []
    placement = rest_pose.Placement

    class Counted(placement):
        def frame(self, ancestor, node):
            found = super().frame(ancestor, node)
            work.append(self.work)
            return found

    monkeypatch.setattr(rest_pose, "Placement", Counted)
    examine(json.dumps(root).encode())
    assert sum(work) < 10_000


def test_items_of_json_are_counted_before_they_are_made():
    report = examine(b'{"asset":{"version":"2.0"},"x":[' + b"[]," * 5_100_000 + b"0]}")
    assert [finding.code for finding in report] == ["E702"]
