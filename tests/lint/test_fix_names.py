"""Names that a fix writes are names that somebody can use."""

from pathlib import Path

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
