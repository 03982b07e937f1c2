"""Writing what was read gives an equal robot."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourbar as fb
from fourbar import gallery
from fourbar.markup import number
from fourbar.robot import Coupling, Joint, Link, Pose, Robot


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_read_back_exactly(value):
    assert float(number(value)) == value


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1"), (-0.5, "-0.5"), (1e-7, "1e-07"), (0.1 + 0.2, "0.30000000000000004")],
)
def test_numbers_are_short(value, text):
    assert number(value) == text


def test_a_new_robot_is_written_in_canonical_form():
    robot = Robot(
        "arm",
        links=[Link("a"), Link("b")],
        joints=[Joint("j", "revolute", "a", "b", origin=Pose((0, 0, 1)), axis=(0, 0, 1))],
        couplings=[Coupling("k", "a", "b", ratio=1 / 6)],
    )
    assert fb.dumps(robot) == (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        '<robot name="arm">\n'
        '  <link name="a"/>\n'
        '  <link name="b"/>\n'
        '  <joint name="j" type="revolute">\n'
        '    <parent link="a"/>\n'
        '    <child link="b"/>\n'
        '    <origin xyz="0 0 1"/>\n'
        '    <axis xyz="0 0 1"/>\n'
        "  </joint>\n"
        '  <coupling name="k">\n'
        '    <predecessor link="a"/>\n'
        '    <successor link="b"/>\n'
        '    <ratio value="6" of="successor"/>\n'
        "  </coupling>\n"
        "</robot>\n"
    )


DOCUMENT = """<?xml version="1.0" encoding="utf-8"?>
<!-- made by hand -->
<robot name="r" version="1.1" xmlns:x="http://example.org">
  <!-- the base -->
  <link name="a">
    <x:note>kept</x:note>
    <!-- inside -->
    <visual>
      <geometry>
        <sphere radius="1"/>
      </geometry>
    </visual>
  </link>
  <joint name="j" type="fixed">
    <child link="b"/>
    <parent link="a"/>
  </joint>
  <link name="b"/>
  <gazebo reference="a">
    <mu1>0.5</mu1>
  </gazebo>
  <!-- the end -->
</robot>
<!-- really -->
"""


def test_order_comments_and_foreign_parts_stay_where_they_stood():
    assert fb.dumps(fb.loads(DOCUMENT)) == DOCUMENT


def test_changes_leave_the_rest_in_place():
    hung = Joint("bc", "fixed", "b", "c")
    robot = fb.loads(DOCUMENT).add(Link("c"), hung).rename_link("b", "z")
    lines = fb.dumps(robot).splitlines()
    assert lines.index('  <link name="c"/>') > lines.index("  <!-- the base -->")
    assert "  <!-- the end -->" in lines
    again = fb.loads("\n".join(lines))
    # New parts stand beside those of their kind: the robot is the same up to order.
    assert {*again.links} == {*robot.links}
    assert {*again.joints} == {*robot.joints}


@pytest.mark.parametrize("name", ['"&<>', "tab\tand\nbreak\r", "naïve ünïcödé", "<img onerror=x>"])
def test_names_are_text_never_markup(name):
    robot = Robot(name, links=[Link(name)])
    assert fb.loads(fb.dumps(robot)) == robot


@pytest.mark.parametrize("name", gallery.names())
def test_gallery_robots_round_trip(name):
    robot = fb.load(f"gallery:{name}")
    text = fb.dumps(robot)
    assert fb.loads(text) == robot
    assert fb.dumps(fb.loads(text)) == text


def test_saving_is_whole_or_not_at_all(tmp_path, monkeypatch):
    target = tmp_path / "r.urdf"
    target.write_text("precious")
    monkeypatch.setattr("pathlib.Path.replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        fb.save(Robot("r", [fb.Link("a")]), target)
    assert target.read_text() == "precious"
    assert [p.name for p in tmp_path.iterdir()] == ["r.urdf"]


def test_saving_to_an_unknown_extension_names_the_known(tmp_path):
    with pytest.raises(ValueError, match=r"expected one of: \.urdf"):
        fb.save(Robot("r"), tmp_path / "r.docx")


def test_blanks_around_the_type_of_a_transmission_do_not_come_back():
    text = '<robot name="r"><link name="a"/><transmission name="t" type=" Simple  "/></robot>'
    robot = fb.loads(text)
    assert robot.transmissions[0].type == "Simple"
    assert fb.loads(fb.dumps(robot)) == robot
