"""From the address in a description to the file, or to a finding that says what is wrong."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourbar.assets import How, locate
from fourbar.diagnostics import Report, Severity, SourceText
from fourbar.packages import PackageFinder


class Workspace:
    """A folder with packages in it; `find` looks from `arm/urdf/arm.urdf`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.base = root / "arm" / "urdf" / "arm.urdf"
        self.file("arm/package.xml", "<package><name>arm</name></package>")
        self.mesh = self.file("arm/meshes/visual/link.stl")
        self.report = Report()

    def file(self, path: str, text: str = "solid") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def find(self, uri: str, packages=None, environ=None, **options):
        self.report = Report()
        finder = PackageFinder(packages, near=self.base, environ=environ or {})
        return locate(uri, base=self.base, finder=finder, report=self.report, **options)

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.report]

    @property
    def finding(self):
        (finding,) = self.report
        return finding


@pytest.fixture
def workspace(tmp_path):
    return Workspace(tmp_path / "ws")


@pytest.mark.parametrize(
    ("uri", "how"),
    [
        ("package://arm/meshes/visual/link.stl", How.PACKAGE),
        ("model://arm/meshes/visual/link.stl", How.PACKAGE),
        ("PACKAGE://arm/meshes/visual/link.stl", How.PACKAGE),
        ("package://arm/meshes/../meshes/visual/link.stl", How.PACKAGE),
        ("../meshes/visual/link.stl", How.RELATIVE),
        ("./../meshes//visual/link.stl", How.RELATIVE),
        ("file://../meshes/visual/link.stl", How.RELATIVE),
        ("{root}/arm/meshes/visual/link.stl", How.ABSOLUTE),
        ("file://{root}/arm/meshes/visual/link.stl", How.ABSOLUTE),
        ("file://localhost{root}/arm/meshes/visual/link.stl", How.ABSOLUTE),
    ],
)
def test_a_file_that_is_where_it_should_be_is_found_silently(workspace, uri, how):
    found = workspace.find(uri.format(root=workspace.root))
    assert (found.path, found.how, workspace.codes) == (workspace.mesh, how, [])


@pytest.mark.parametrize("uri", ["package://arm/my%20mesh.stl", "../my%20mesh.stl"])
def test_percent_encoding_is_decoded(workspace, uri):
    spaced = workspace.file("arm/my mesh.stl")
    assert workspace.find(uri).path == spaced
    assert workspace.codes == []


def test_a_name_that_really_has_a_percent_sign_wins(workspace):
    workspace.file("arm/a b.stl")
    literal = workspace.file("arm/a%20b.stl")
    assert workspace.find("../a%20b.stl").path == literal


def test_a_sibling_package_is_found(workspace):
    hand = workspace.file("hand/meshes/palm.stl")
    assert workspace.find("package://hand/meshes/palm.stl").path == hand


def test_the_package_that_has_the_file_is_taken(workspace):
    workspace.file("arm/urdf/hand/readme")
    palm = workspace.file("hand/palm.stl")
    assert workspace.find("package://hand/palm.stl").path == palm


def test_wrong_letter_case_is_found_and_reported(workspace):
    found = workspace.find("package://arm/Meshes/visual/LINK.stl")
    assert found.path == workspace.mesh
    assert workspace.codes == ["A505"]
    assert "'Meshes'" in workspace.finding.message
    assert "'meshes'" in workspace.finding.message
    assert workspace.finding.severity is Severity.WARNING


def test_the_right_letter_case_wins_where_both_exist(workspace):
    exact = workspace.file("arm/meshes/visual/LINK.stl")
    assert workspace.find("../meshes/visual/LINK.stl").path == exact
    assert workspace.codes == []


def test_backslashes_are_read_as_separators_and_reported(workspace):
    assert workspace.find(r"..\meshes\visual\link.stl").path == workspace.mesh
    assert workspace.codes == ["A506"]


def test_package_without_a_name_starts_at_the_description(workspace):
    mesh = workspace.file("arm/urdf/rod.stl")
    assert workspace.find("package:///rod.stl").path == mesh
    assert workspace.codes == ["A509"]


class TestFix:
    """The repair replaces the address, and nothing else."""

    def fixed(self, workspace, uri: str, written: str | None = None) -> str | None:
        source = SourceText("arm.urdf", f'<mesh filename="{written or uri}"/>'.encode())
        start = source.data.index(b'"') + 1
        span = source.span(start, len(source.data) - 3)
        report = Report()
        report.add_source(source)
        finder = PackageFinder(near=workspace.base, environ={})
        locate(uri, base=workspace.base, finder=finder, report=report, span=span)
        (finding,) = report
        if finding.fix is None:
            return None
        (edit,) = finding.fix.edits
        return (source.data[: edit.start] + edit.text.encode() + source.data[edit.end :]).decode()

    @pytest.mark.parametrize(
        ("uri", "fixed"),
        [
            ("package://arm/Meshes/visual/LINK.STL", "package://arm/meshes/visual/link.stl"),
            ("./../MESHES/visual/link.stl", "./../meshes/visual/link.stl"),
            (r"..\meshes\visual\link.stl", "../meshes/visual/link.stl"),
        ],
    )
    def test_of_the_spelling(self, workspace, uri, fixed):
        assert self.fixed(workspace, uri) == f'<mesh filename="{fixed}"/>'

    def test_is_not_offered_for_an_expression(self, workspace):
        assert self.fixed(workspace, "../MESHES/visual/link.stl", "${mesh}") is None


class TestMissing:
    """What is said about a file that is not there."""

    def test_closest_name_and_places_tried(self, workspace):
        assert workspace.find("package://arm/meshes/visual/lnik.stl") is None
        assert workspace.codes == ["A501"]
        assert "did you mean 'link.stl'?" in workspace.finding.message
        assert workspace.finding.notes == ("Tried '../meshes/visual/lnik.stl'.",)

    def test_the_folder_that_is_missing(self, workspace):
        workspace.find("../mehses/visual/lnik.stl")
        assert "did you mean 'meshes'?" in workspace.finding.message
        assert workspace.finding.notes == (
            "Tried '../mehses/visual/lnik.stl': '..' has no 'mehses'.",
        )

    def test_an_unknown_package_with_the_closest_one(self, workspace):
        workspace.file("hand/package.xml", "<name>hand</name>")
        assert workspace.find("package://hnad/palm.stl") is None
        assert workspace.codes == ["A502"]
        assert "did you mean 'hand'?" in workspace.finding.message

    def test_a_folder_is_not_a_file(self, workspace):
        assert workspace.find("../meshes/visual") is None
        assert workspace.codes == ["A501"]

    @pytest.mark.parametrize(
        "uri", ["", "  ", "a\0b.stl", "../a%00.stl", "a\nb", "gopher://x/y", "package://arm"]
    )
    def test_an_address_without_meaning(self, workspace, uri):
        assert workspace.find(uri) is None
        assert workspace.codes == ["A508"]

    @pytest.mark.parametrize("uri", ["http://example.com/a.stl", "https://example.com/a.stl"])
    def test_nothing_is_fetched(self, workspace, uri):
        assert workspace.find(uri) is None
        assert workspace.codes == ["A504"]

    def test_a_name_too_long_for_the_file_system(self, workspace):
        assert workspace.find("../" + "x" * 10_000) is None
        assert workspace.codes == ["A501"]

    def test_a_text_that_is_no_file_has_no_folder_to_start_from(self):
        report = Report()
        finder = PackageFinder(environ={})
        assert locate("a.stl", base=None, finder=finder, report=report) is None
        assert [finding.code for finding in report] == ["A501"]


class TestGuess:
    """A file that is elsewhere in the description's package is taken, and that is said."""

    def test_the_longest_common_end_wins(self, workspace):
        workspace.file("arm/meshes/collision/link.stl")
        found = workspace.find("package://old_arm/share/visual/link.stl")
        assert (found.path, found.how) == (workspace.mesh, How.GUESSED)
        assert workspace.codes == ["A507"]
        assert "'visual/link.stl'" in workspace.finding.message
        assert "Package 'old_arm' was not found." in workspace.finding.notes

    def test_another_persons_absolute_path(self, workspace):
        found = workspace.find("/home/somebody/ws/arm/meshes/visual/link.stl")
        assert (found.path, found.how) == (workspace.mesh, How.GUESSED)

    def test_a_path_from_windows(self, workspace):
        found = workspace.find(r"C:\work\arm\meshes\visual\link.stl")
        assert (found.path, found.how) == (workspace.mesh, How.GUESSED)

    def test_equal_ends_are_settled_by_depth_then_name_and_counted(self, workspace):
        workspace.file("arm/b/part.stl")
        first = workspace.file("arm/a/part.stl")
        workspace.file("arm/a/deep/part.stl")
        assert workspace.find("part.stl").path == first
        assert workspace.finding.notes[0].startswith(
            "2 other files have the same ending: '../b/part.stl'"
        )

    def test_stays_below_the_description(self, workspace):
        workspace.file("hand/meshes/palm.stl")
        assert workspace.find("meshes/palm.stl") is None


class TestOutside:
    """Paths of a confined description may not leave the allowed folders; others may."""

    @pytest.fixture
    def secret(self, workspace):
        return workspace.file("secret.stl")

    @pytest.mark.parametrize(
        "uri",
        [
            "../../secret.stl",
            "..%2F..%2Fsecret.stl",
            "%2e%2e/%2e%2e/secret.stl",
            r"..\..\secret.stl",
            "package://arm/../secret.stl",
            "package://arm/%2e%2e/secret.stl",
            "package:///../../secret.stl",
            "{root}/secret.stl",
            "file://{root}/secret.stl",
            "{root}/arm/urdf/../../secret.stl",
        ],
    )
    def test_are_refused(self, workspace, secret, uri):
        uri = uri.format(root=workspace.root)
        assert workspace.find(uri, confined=True) is None
        assert workspace.codes == ["A503"]
        assert workspace.finding.severity == "error"
        assert workspace.find(uri, roots=[workspace.root], confined=True).path == secret

    @pytest.mark.parametrize(
        "uri", ["../../secret.stl", "..%2F..%2Fsecret.stl", "package://arm/../secret.stl"]
    )
    def test_are_followed_from_the_own_disk(self, workspace, secret, uri):
        assert workspace.find(uri).path == secret
        assert workspace.codes == []

    def test_an_absolute_path_is_followed_with_a_warning(self, workspace, secret):
        assert workspace.find(str(secret)).path == secret
        assert workspace.codes == ["A503"]
        assert workspace.finding.severity == "warning"

    def test_a_folder_with_meshes_of_its_own_may_use_those_beside_it(self, tmp_path):
        (tmp_path / "meshes").mkdir()
        (tmp_path / "robot" / "meshes").mkdir(parents=True)
        mesh = tmp_path / "meshes" / "x.obj"
        mesh.touch()
        base, report = tmp_path / "robot" / "r.urdf", Report()
        found = locate("../meshes/x.obj", base=base, finder=PackageFinder(near=base), report=report)
        assert found is not None
        assert found.path == mesh
        assert len(report) == 0

    def test_a_description_without_a_file_is_confined(self, secret):
        finder, report = PackageFinder(), Report()
        assert locate(str(secret), base=None, finder=finder, report=report) is None
        assert [finding.code for finding in report.errors] == ["A503"]

    def test_links_that_lead_out_are_refused(self, workspace, secret):
        link = workspace.root / "arm" / "meshes" / "secret.stl"
        link.symlink_to(secret)
        assert workspace.find("../meshes/secret.stl", confined=True) is None
        assert workspace.codes == ["A503"]
        assert workspace.find("../meshes/secret.stl").path == link

    def test_a_guess_does_not_follow_links_out(self, workspace, secret):
        (workspace.root / "arm" / "meshes" / "secret.stl").symlink_to(secret)
        assert workspace.find("package://gone/secret.stl", confined=True) is None

    def test_links_inside_are_fine(self, workspace):
        link = workspace.root / "arm" / "link.stl"
        link.symlink_to(workspace.mesh)
        assert workspace.find("../link.stl").path == link

    def test_explicit_packages_are_allowed(self, workspace, tmp_path):
        far = Workspace(tmp_path / "far").mesh
        packages = {"other": tmp_path / "far" / "arm"}
        assert workspace.find("package://other/meshes/visual/link.stl", packages).path == far
        assert workspace.find(str(far), packages).path == far
        assert workspace.find(str(far), confined=True) is None
        assert workspace.codes == ["A503"]

    def test_an_installation_made_of_links_is_trusted(self, workspace, tmp_path):
        share = tmp_path / "install" / "share" / "arm"
        share.mkdir(parents=True)
        (share / "link.stl").symlink_to(tmp_path / "ws" / "arm" / "meshes" / "visual" / "link.stl")
        elsewhere = Workspace(tmp_path / "elsewhere" / "deeper")
        environ = {"AMENT_PREFIX_PATH": str(tmp_path / "install")}
        found = elsewhere.find("package://arm/link.stl", environ=environ)
        assert found.path == share / "link.stl"

    def test_without_package_xml_the_folder_with_the_meshes_is_the_root(self, tmp_path):
        (tmp_path / "robot" / "meshes").mkdir(parents=True)
        (tmp_path / "robot" / "urdf" / "v2").mkdir(parents=True)
        mesh = tmp_path / "robot" / "meshes" / "a.stl"
        mesh.touch()
        (tmp_path / "b.stl").touch()
        base = tmp_path / "robot" / "urdf" / "v2" / "r.urdf"
        report = Report()
        finder = PackageFinder(near=base, environ={})
        options = {"base": base, "finder": finder, "report": report, "confined": True}
        assert locate("../../meshes/a.stl", **options).path == mesh
        assert locate("../../../b.stl", **options) is None


ADDRESS = st.lists(
    st.sampled_from(
        (
            *("..", ".", "/", "\\", "%2e", "%2F", "%00", "%", "//", "C:", "~", " ", "out"),
            *("package://", "file://", "model:", "arm", "meshes", "visual"),
            *("link.stl", "LINK.STL", "link", "secret.stl"),
        )
    )
    | st.text(max_size=3),
    max_size=12,
).map("".join)


@settings(deadline=None)
@given(uri=ADDRESS)
def test_no_address_raises_or_leads_out(tmp_path_factory, uri):
    root = tmp_path_factory.getbasetemp() / "any-address"
    workspace = Workspace(root)
    workspace.file("secret.stl")
    (root / "out").exists() or (root / "out").symlink_to(root.parent)
    found = workspace.find(uri)
    if found is None:
        assert len(workspace.report) == 1
    else:
        assert found.path.is_file()
        assert found.path.resolve().is_relative_to(root / "arm")
