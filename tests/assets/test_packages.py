"""Packages are found without ROS, in a stated order, with bounded work."""

from pathlib import Path

import pytest

from fourbar import packages
from fourbar.packages import PackageFinder


def make_package(folder: Path, name: str | None = None) -> Path:
    folder.mkdir(parents=True)
    if name is not None:
        (folder / "package.xml").write_text(
            f"<package>\n<!-- <name>not_this</name> -->\n<name> {name} </name></package>"
        )
    return folder


def finder(near: Path | None = None, explicit=None, **environ: str) -> PackageFinder:
    return PackageFinder(explicit, near=near, environ=environ)


def test_an_explicit_folder_wins_over_everything(tmp_path):
    own = make_package(tmp_path / "arm", "arm")
    other = make_package(tmp_path / "elsewhere")
    found = finder(own / "urdf" / "arm.urdf", {"arm": other}, ROS_PACKAGE_PATH=str(tmp_path))
    assert found.candidates("arm") == (other,)


def test_the_folder_around_the_file_is_the_package_of_its_name(tmp_path):
    arm = make_package(tmp_path / "arm" / "urdf").parent
    assert finder(arm / "urdf" / "arm.urdf").find("arm") == arm


def test_package_xml_names_the_folder_around_the_file(tmp_path):
    checkout = make_package(tmp_path / "checkout", "arm")
    assert finder(checkout / "urdf" / "arm.urdf").find("arm") == checkout


@pytest.mark.parametrize("manifest", [None, "hand"])
def test_a_sibling_is_found_by_its_folder(tmp_path, manifest):
    make_package(tmp_path / "arm")
    hand = make_package(tmp_path / "hand", manifest)
    assert finder(tmp_path / "arm" / "urdf" / "arm.urdf").find("hand") == hand


def test_a_sibling_is_found_by_its_package_xml(tmp_path):
    make_package(tmp_path / "arm")
    hand = make_package(tmp_path / "hand-2.1", "hand")
    assert finder(tmp_path / "arm" / "arm.urdf").find("hand") == hand


def test_the_nearest_folder_comes_first(tmp_path):
    far = make_package(tmp_path / "hand")
    near = make_package(tmp_path / "arm" / "hand")
    assert finder(tmp_path / "arm" / "arm.urdf").candidates("hand") == (near, far)


def test_ros_package_path_is_searched_in_depth(tmp_path):
    deep = make_package(tmp_path / "ws" / "src" / "stack" / "arm-1.0", "arm")
    assert finder(ROS_PACKAGE_PATH=f"{tmp_path}/none:{tmp_path}/ws/src").find("arm") == deep


def test_ament_packages_are_in_share(tmp_path):
    arm = make_package(tmp_path / "install" / "share" / "arm")
    assert finder(AMENT_PREFIX_PATH=str(tmp_path / "install")).find("arm") == arm


def test_ros_comes_before_ament_comes_before_the_neighbourhood(tmp_path):
    ros = make_package(tmp_path / "ros" / "arm", "arm")
    ament = make_package(tmp_path / "ament" / "share" / "arm")
    near = make_package(tmp_path / "here" / "arm")
    found = finder(
        near / "arm.urdf",
        ROS_PACKAGE_PATH=str(tmp_path / "ros"),
        AMENT_PREFIX_PATH=str(tmp_path / "ament"),
    )
    assert found.candidates("arm") == (ros, ament, near)


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "a\0b", "-x", "../arm"])
def test_names_that_are_no_names_are_not_found(tmp_path, name):
    assert finder(tmp_path / "arm.urdf").find(name) is None


def test_the_root_of_the_file_system_holds_no_packages(tmp_path):
    top = Path(tmp_path.anchor, tmp_path.parts[1])
    above = [level for level in finder(tmp_path / "x.urdf").candidates(top.name) if level != top]
    assert Path(tmp_path.anchor) not in above
    assert finder(top / "x.urdf").candidates("etc") == ()


def test_known_names_are_listed_for_suggestions(tmp_path):
    make_package(tmp_path / "ws" / "hand", "hand")
    make_package(tmp_path / "install" / "share" / "arm")
    found = finder(
        tmp_path / "ws" / "x.urdf", {"base": "b"}, AMENT_PREFIX_PATH=f"{tmp_path}/install"
    )
    assert {"arm", "base", "hand"} <= set(found.names())


def test_a_huge_folder_is_not_listed_but_still_asked(tmp_path, monkeypatch):
    monkeypatch.setattr(packages, "MAX_ENTRIES", 10)
    for i in range(20):
        make_package(tmp_path / f"p{i}", f"named{i}")
    found = finder(tmp_path / "x.urdf")
    assert found.find("p3") == tmp_path / "p3"
    assert found.find("named3") is None


def test_searching_files_stops_at_the_limit(tmp_path, monkeypatch):
    for i in range(20):
        (tmp_path / f"d{i:02}").mkdir()
        (tmp_path / f"d{i:02}" / "a.stl").touch()
    monkeypatch.setattr(packages, "MAX_VISITED", 30)
    files = finder(tmp_path).folders.files_below(tmp_path)
    assert not files.complete
    assert [file.parent.name for file in files.named("A.STL")] == [f"d{i:02}" for i in range(10)]


def test_links_between_folders_do_not_loop(tmp_path):
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a.stl").touch()
    (tmp_path / "inner" / "loop").symlink_to(tmp_path, target_is_directory=True)
    files = finder(tmp_path).folders.files_below(tmp_path)
    assert files.complete
    assert files.named("a.stl") == [tmp_path / "inner" / "a.stl"]
