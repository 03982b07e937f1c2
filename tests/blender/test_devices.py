"""ros2_control blocks and settings of sensors as plain values, without Blender."""

from __future__ import annotations

import fourbar as fb
from fourbar.blender.control import control_values, controls_of
from fourbar.blender.settings import setting_rows, with_settings
from fourbar.robot import RawAttribute, RawElement

BLOCKS = """<robot name="r"><link name="base"/>
<ros2_control name="a" type="system" rw_rate="5">
  <hardware><plugin>p/P</plugin><param name="x">1</param><group>g</group></hardware>
  <gpio name="pump"><command_interface name="on"><param name="initial_value">1</param></command_interface></gpio>
  <sensor name="imu"><state_interface name="angular_velocity.x" data_type="double"/></sensor>
</ros2_control>
<ros2_control name="b"/></robot>
"""  # noqa: E501


def test_values_are_the_blocks_again() -> None:
    blocks = fb.loads(BLOCKS).ros2_control
    values = control_values(blocks)
    assert controls_of(values, blocks) == blocks
    # Moved and copied, they keep what only the text has.
    assert controls_of(values[::-1], blocks) == blocks[::-1]
    values[0]["components"][1]["name"] = "other"
    changed = controls_of(values, blocks)[0]
    assert changed.components[1].name == "other"
    assert changed.components[1].state_interfaces == blocks[0].components[1].state_interfaces
    assert changed.extra == blocks[0].extra


def test_settings_change_where_a_row_does() -> None:
    xml = (
        "<camera>\n  <!-- c --><image width='1'/><noise a=\"b\">x</noise><noise>y</noise></camera>"
    )
    extra = (RawAttribute("", "always_on", "1"), RawElement("", "camera", xml))
    rows = setting_rows(extra)
    assert rows == {
        "@always_on": "1",
        "camera/image@width": "1",
        "camera/noise@a": "b",
        "camera/noise": "x",
        "camera/noise[1]": "y",
    }
    assert with_settings(extra, rows) == extra
    changed = with_settings(
        extra, rows | {"@always_on": "0", "camera/image@width": "<2>", "camera/noise": "z & z"}
    )
    assert changed[0] == RawAttribute("", "always_on", "0")
    wanted = xml.replace("'1'", "'&lt;2>'").replace(">x<", ">z &amp; z<")
    assert isinstance(changed[1], RawElement)
    assert changed[1].xml in (wanted, wanted.replace("2>", "2&gt;"))
    both = with_settings(extra, rows | {"camera/noise": "n", "camera/noise@a": "m"})
    assert '<noise a="m">n</noise>' in both[1].xml
