"""Names that a fix writes are names that somebody can use."""

from pathlib import Path

import pytest

import fourbar as fb

ROBOT = """<robot name="r">
  <link name="b"/>
  <joint type="fixed"><parent link="b"/></joint>
</robot>
"""


def test_no_name_is_written_for_a_joint_that_joins_nothing(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(ROBOT)
    assert "S114" in {finding.code for finding in fb.check(file)}
    fb.fix(file)
    assert "_to_" not in file.read_text()


@pytest.mark.parametrize("name", ["my arm/b", "x#/y", "/a b/", "1/2 3"])
def test_rules_about_characters_offer_the_same_name(name):
    """Two findings at one name with two new names would leave a user to guess."""
    text = f"""<robot name="r"><link name="base"/><link name="{name}"/>
      <joint name="j" type="fixed"><parent link="base"/><child link="{name}"/></joint></robot>"""
    report = fb.check(text.encode())
    codes = ("R206", "R207", "R216")
    offers = {f.fix.description for f in report if f.code in codes and f.fix is not None}
    assert len(offers) == 1, offers
