"""What users lose days to: each defect alone in an otherwise clean robot, found at its place.

`§` marks where the finding must point; it is taken out before the file is checked.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from fourbar.diagnostics import Severity
from fourbar.lint import check

INERTIAL = """
    <inertial>
      <mass value="2"/>
      <inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>
    </inertial>"""
BOX = """
    <collision>
      <geometry>
        <box size="0.2 0.2 0.4"/>
      </geometry>
    </collision>"""
LIMIT = '<limit lower="-1" upper="1" effort="5" velocity="1"/>'
OBJ = b"v 0 0 0\nv 0.1 0 0\nv 0 0.2 0\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def _tetrahedra(count: int) -> bytes:
    """As many small ones, none of them where another one is."""
    lines: list[str] = []
    for k in range(count):
        x, y, z = k % 50 * 1e-3, k // 50 % 50 * 1e-3, k // 2500 * 1e-3
        lines += [f"v {x:.4f} {y:.4f} {z:.4f}", f"v {x + 5e-4:.4f} {y:.4f} {z:.4f}"]
        lines += [f"v {x:.4f} {y + 5e-4:.4f} {z:.4f}", f"v {x:.4f} {y:.4f} {z + 5e-4:.4f}"]
        a, b, c, d = range(4 * k + 5, 4 * k + 9)
        lines += [f"f {a} {c} {b}", f"f {a} {b} {d}", f"f {a} {d} {c}", f"f {b} {c} {d}"]
    return "\n".join(lines).encode()


def robot(
    *,
    joint: str = LIMIT,
    axis: str = '<axis xyz="0 0 1"/>',
    kind: str = "revolute",
    arm: str = INERTIAL + BOX,
    extra: str = "",
    base: str = '<link name="base"/>',
    ends: str = '<parent link="base"/>\n    <child link="arm"/>',
    attributes: str = "",
) -> str:
    return f"""<robot name="arm"{attributes}>
  {base}
  <link name="arm">{arm}
  </link>
  <joint name="shoulder" type="{kind}">
    {ends}
    {axis}
    {joint}
  </joint>
  {extra}
</robot>
"""


def shape(geometry: str, kind: str = "collision") -> str:
    return f"""{INERTIAL}
    <{kind}>
      <geometry>
        {geometry}
      </geometry>
    </{kind}>"""


def mesh(name: str = "arm.obj", attributes: str = "") -> str:
    return shape(f'<mesh filename="§{name}"{attributes}/>')


def inertial(mass: str = "2", tensor: str = "", origin: str = "") -> str:
    tensor = tensor or '<inertia ixx="0.0333" iyy="0.0333" izz="0.0133" ixy="0" ixz="0" iyz="0"/>'
    return f"""
    <inertial>
      {origin}<mass value="{mass}"/>
      {tensor}
    </inertial>{BOX}"""


def fixed(name: str, parent: str, child: str) -> str:
    return (
        f'<joint name="{name}" type="fixed">'
        f'<parent link="{parent}"/><child link="{child}"/></joint>'
    )


def pair(left: str, right: str) -> str:
    links = "".join(
        f'<link name="{name}"><inertial><mass value="{mass}"/><inertia ixx="0.01" iyy="0.01"'
        ' izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>\n  '
        for name, mass in (("left_hand", left), ("right_hand", right))
    )
    return links + fixed("l", "arm", "left_hand") + fixed("r", "arm", "right_hand")


DEFECTS: dict[str, tuple[str, str]] = {
    "unknown tag": ("S101", robot(axis='§<axes xyz="0 0 1"/><axis xyz="0 0 1"/>')),
    "unknown tag, misspelled": ("S101", robot(extra='§<lnik name="tip"/>')),
    "unknown attribute": (
        "S102",
        robot(joint='<limit lower="-1" uper="§1" upper="1" effort="5" velocity="1"/>'),
    ),
    "text where an attribute is meant": (
        "S112",
        robot(arm=inertial().replace('<mass value="2"/>', "<mass>§2.0</mass>")),
    ),
    "unknown joint type": ("S110", robot(kind="§revolut")),
    "missing limits": ("S140", robot(joint="").replace("<joint name", "§<joint name")),
    "reversed limits": (
        "P403",
        robot(joint='<limit lower="§1" upper="-1" effort="5" velocity="1"/>'),
    ),
    "limits in degrees": (
        "P404",
        robot(joint='<limit lower="-45" upper="§180" effort="5" velocity="1"/>'),
    ),
    "zero effort": ("P406", robot(joint='<limit lower="-1" upper="1" effort="§0" velocity="1"/>')),
    "zero velocity": (
        "P408",
        robot(joint='<limit lower="-1" upper="1" effort="5" velocity="§0"/>'),
    ),
    "negative effort": (
        "P407",
        robot(joint='<limit lower="-1" upper="1" effort="§-5" velocity="1"/>'),
    ),
    "non-unit axis": ("P402", robot(axis='<axis xyz="§0 0 3"/>')),
    "zero axis": ("P401", robot(axis='<axis xyz="§0 0 0"/>')),
    "limits on continuous": (
        "P410",
        robot(kind="continuous", joint='<limit lower="§-1" upper="1" effort="5" velocity="1"/>'),
    ),
    "NaN": ("S108", robot(axis='<axis xyz="§0 nan 1"/>')),
    "infinity": (
        "S108",
        robot(joint='<limit lower="-1" upper="1" effort="§inf" velocity="1"/>'),
    ),
    "wrong number of numbers": ("S106", robot(axis='<axis xyz="§0 1"/>')),
    "duplicate link": ("R203", robot(extra='<link name="§arm"/>')),
    "duplicate joint": (
        "R203",
        robot(extra=fixed("§shoulder", "base", "arm")),
    ),
    "duplicate material": (
        "R203",
        robot(
            arm=shape('<sphere radius="0.2"/>', "visual").replace(
                "</visual>", '  <material name="red"/>\n    </visual>'
            ),
            extra='<material name="red"><color rgba="1 0 0 1"/></material>\n'
            '  <material name="§red"><color rgba="0 0 0 1"/></material>',
        ),
    ),
    "link and joint of one name": (
        "R205",
        robot(extra='<link name="tip"/>' + fixed("§tip", "arm", "tip")),
    ),
    "undefined material": (
        "R204",
        robot(
            arm=shape('<sphere radius="0.2"/>', "visual").replace(
                "</visual>", '  <material name="§red"/>\n    </visual>'
            )
        ),
    ),
    "missing parent": (
        "S104",
        robot(ends='<child link="arm"/>').replace("<joint name", "§<joint name"),
    ),
    "missing child": (
        "S104",
        robot(ends='<parent link="base"/>').replace("<joint name", "§<joint name"),
    ),
    "two roots": ("G303", robot(extra='§<link name="other"/>')),
    "two parents": (
        "G302",
        robot(
            extra='<link name="side"/>\n  '
            + fixed("a", "base", "side")
            + "\n  "
            + fixed("b", "side", "§arm")
        ),
    ),
    "cycle": (
        "G301",
        robot(extra='<link name="tip"/>' + fixed("a", "arm", "tip") + fixed("b", "tip", "§arm")),
    ),
    "island": (
        "G303",
        robot(extra='§<link name="x"/><link name="y"/>\n  ' + fixed("a", "x", "y")),
    ),
    "mimic to nothing": ("R202", robot(joint=LIMIT + '<mimic joint="§elbow"/>')),
    "mimic cycle": ("G330", robot(joint=LIMIT + '<mimic joint="§shoulder"/>')),
    "zero mass": (
        "P430",
        robot(arm=inertial("§0", '<inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/>')),
    ),
    "negative mass": ("P431", robot(arm=inertial("§-2"))),
    "tensor not positive definite": (
        "P432",
        robot(
            arm=inertial(
                tensor='§<inertia ixx="0.03" iyy="0.03" izz="0.03" ixy="0.05" ixz="0" iyz="0"/>'
            )
        ),
    ),
    "triangle inequality": (
        "P434",
        robot(
            arm=inertial(
                tensor='§<inertia ixx="0.01" iyy="0.01" izz="0.03" ixy="0" ixz="0" iyz="0"/>'
            )
        ),
    ),
    "inertia off by 10^3": (
        "P435",
        robot(
            arm=inertial(
                tensor='§<inertia ixx="33.3" iyy="33.3" izz="13.3" ixy="0" ixz="0" iyz="0"/>'
            )
        ),
    ),
    "inertia off by 10^6": (
        "P435",
        robot(
            arm=inertial(
                tensor='§<inertia ixx="33300" iyy="33300" izz="13300" ixy="0" ixz="0" iyz="0"/>'
            )
        ),
    ),
    "centre of mass far outside": (
        "P437",
        robot(arm=inertial(origin='<origin xyz="§0 0 3"/>')),
    ),
    "moving link without inertia": (
        "P441",
        robot(arm=BOX).replace('<link name="arm">', '§<link name="arm">'),
    ),
    "negative size": ("P450", robot(arm=shape('<box size="§0.1 -0.1 0.1"/>'))),
    "space in a name": (
        "R206",
        robot(extra='<link name="§tool tip"/>' + fixed("mount", "arm", "tool tip")),
    ),
    "transmission of an unknown joint": (
        "C601",
        robot(
            extra='<transmission name="t"><type>transmission_interface/SimpleTransmission</type>\n'
            '  <joint name="§shulder"><hardwareInterface>EffortJointInterface</hardwareInterface>'
            '</joint>\n  <actuator name="m"/></transmission>'
        ),
    ),
    "ros2_control of an unknown joint": (
        "C620",
        robot(
            extra='<ros2_control name="c" type="system"><hardware><plugin>p</plugin></hardware>\n'
            '  <joint name="§shulder"><state_interface name="position"/></joint></ros2_control>'
        ),
    ),
    "sensor on an unknown link": (
        "R201",
        robot(extra='<sensor name="eye" type="camera">\n  <parent link="§hand"/></sensor>'),
    ),
    "gazebo block for nothing": (
        "C650",
        robot(extra='<gazebo reference="§hand"><mu1>1</mu1></gazebo>'),
    ),
    "interface of unknown kind": (
        "C624",
        robot(
            extra='<ros2_control name="c" type="system"><hardware><plugin>p</plugin></hardware>\n'
            '  <joint name="shoulder"><state_interface name="§velosity"/></joint></ros2_control>'
        ),
    ),
    "capsule in URDF 1.0": (
        "S131",
        robot(
            attributes=' version="1.0"',
            arm=inertial(
                tensor='<inertia ixx="0.02" iyy="0.02" izz="0.01" ixy="0" ixz="0" iyz="0"/>'
            ).replace('<box size="0.2 0.2 0.4"/>', '§<capsule radius="0.1" length="0.2"/>'),
        ),
    ),
}

INFOS: dict[str, tuple[str, str]] = {
    "root inertia": (
        "P440",
        robot(base=f'<link name="base">{INERTIAL.replace("<inertial>", "§<inertial>")}\n  </link>'),
    ),
    "left and right differ": ("P442", robot(extra=pair("1", "§2"))),
    "name that ROS cannot use": (
        "R207",
        robot(extra='<link name="§tool#2"/>' + fixed("mount", "arm", "tool#2")),
    ),
}

WITH_FILES: dict[str, tuple[str, str, dict[str, bytes]]] = {
    "missing mesh": ("A501", robot(arm=mesh("am.obj")), {"arm.obj": OBJ}),
    "missing texture": (
        "A501",
        robot(
            arm=shape('<sphere radius="0.2"/>', "visual").replace(
                "</visual>", '  <material name="red"/>\n    </visual>'
            ),
            extra='<material name="red"><texture filename="§red.png"/></material>',
        ),
        {},
    ),
    "git-LFS pointer": (
        "A522",
        robot(arm=mesh("arm.stl")),
        {"arm.stl": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"},
    ),
    "unreadable mesh": ("A520", robot(arm=mesh()), {"arm.obj": b"v 0 zero 0\nf 1 1 1\n"}),
    "empty mesh": ("A521", robot(arm=mesh()), {"arm.obj": b"v 0 0 0\n"}),
    "mesh in millimetres": (
        "A560",
        robot(
            arm=mesh().replace("<mass", '<origin xyz="20 40 60"/><mass'),
        ),
        {"arm.obj": OBJ.replace(b"0.1", b"100").replace(b"0.2", b"200").replace(b"0.3", b"300")},
    ),
    "inverted mesh": (
        "A551",
        robot(arm=mesh()),
        {"arm.obj": OBJ.partition(b"f")[0] + b"f 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n"},
    ),
    "open mesh": ("A550", robot(arm=mesh()), {"arm.obj": OBJ.replace(b"f 2 3 4\n", b"")}),
    "negative scale": (
        "P453",
        robot(arm=shape('<mesh filename="arm.obj" scale="§1 -1 1"/>')),
        {"arm.obj": OBJ},
    ),
    "zero scale": (
        "P452",
        robot(arm=shape('<mesh filename="arm.obj" scale="§1 1 0"/>')),
        {"arm.obj": OBJ},
    ),
    "more than 200,000 faces": (
        "A562",
        robot(arm=mesh()),
        {"arm.obj": OBJ + _tetrahedra(50_000)},
    ),
    "letter case": ("A505", robot(arm=mesh("ARM.obj")), {"arm.obj": OBJ}),
    "package that is not found": (
        "A502",
        robot(arm=mesh("package://arm_descripton/other.obj")),
        {"arm.obj": OBJ},
    ),
}


def place(text: str) -> tuple[str, int, int]:
    """The text without the mark, and the line and column of what it stood before."""
    assert text.count("§") == 1
    before = text.partition("§")[0]
    line = before.count("\n") + 1
    return text.replace("§", ""), line, len(before) - before.rfind("\n")


def found(file: Path, *, worst: Severity) -> set[tuple[str, int, int]]:
    return {
        (d.code, d.span.line, d.span.column)
        for d in check(str(file))
        if d.span is not None and d.severity.rank <= worst.rank
    }


def test_the_robot_around_the_defects_is_clean(tmp_path: Path) -> None:
    (tmp_path / "robot.urdf").write_text(robot())
    assert len(check(str(tmp_path / "robot.urdf"))) == 0


LEFT_OUT = ("unknown joint type", "missing parent", "missing child")


@pytest.mark.parametrize("defect", DEFECTS)
def test_defect_is_found_at_its_place_and_nothing_else(defect: str, tmp_path: Path) -> None:
    code, text = DEFECTS[defect]
    text, line, column = place(text)
    file = tmp_path / "robot.urdf"
    file.write_text(text)
    # What hangs on a joint that cannot be read is not connected.
    follows = {"G303"} - {code} if defect in LEFT_OUT else set[str]()
    at = {place for place in found(file, worst=Severity.WARNING) if place[0] not in follows}
    assert at == {(code, line, column)}


@pytest.mark.parametrize("defect", INFOS)
def test_hint_is_given_at_its_place_and_nothing_else(defect: str, tmp_path: Path) -> None:
    code, text = INFOS[defect]
    text, line, column = place(text)
    file = tmp_path / "robot.urdf"
    file.write_text(text)
    assert found(file, worst=Severity.INFO) == {(code, line, column)}


@pytest.mark.parametrize("defect", WITH_FILES)
def test_defect_of_a_file_is_found_where_it_is_named(defect: str, tmp_path: Path) -> None:
    code, text, files = WITH_FILES[defect]
    text, line, column = place(text)
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    file = tmp_path / "robot.urdf"
    file.write_text(text)
    assert found(file, worst=Severity.WARNING) == {(code, line, column)}
