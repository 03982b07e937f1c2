"""xacro files expand as xacro expands them, and remember where everything was written."""

import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import fourbar
from fourbar.diagnostics import Report, Severity
from fourbar.packages import PackageFinder
from fourbar.xacro import Expansion, Place, expand

ROBOT = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'


class Package:
    """A folder of xacro files; `expand` takes the text of its main file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file("package.xml", "<package><name>toy</name></package>")
        self.report = Report()

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def expand(self, body: str, *, root: str = ROBOT, **arguments: str) -> Expansion | None:
        path = self.file("urdf/main.xacro", f"{root}\n{body}\n</robot>\n")
        return self.expand_file(path, **arguments)

    def expand_file(self, path: Path, **arguments: str) -> Expansion | None:
        self.report = Report()
        finder = PackageFinder(near=path, environ={})
        return expand(
            path.read_bytes(),
            file=str(path.relative_to(self.folder)),
            path=path,
            arguments=arguments,
            finder=finder,
            report=self.report,
        )

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.report]

    @property
    def finding(self):
        (finding,) = self.report
        return finding

    @property
    def place(self) -> str:
        return str(self.finding.span)


@pytest.fixture
def package(tmp_path):
    return Package(tmp_path / "toy")


def names(expanded: Expansion | None) -> list[str]:
    assert expanded is not None
    root = ET.fromstring(expanded.document.text.data)
    return [link.get("name", "") for link in root.iter("link")]


def places(expanded: Expansion) -> list[Place]:
    """Where each element was written, in document order."""
    document = expanded.document
    assert list(document.origins) == sorted(document.origins)
    return list(document.origins.values())


def canonical(text: bytes | str) -> str:
    """The document in canonical form, comments included, from the root on."""
    form = ET.canonicalize(text, strip_text=True, with_comments=True)
    return form[form.index("<robot") :]


WHEELS = f"""{ROBOT}
  <!-- A macro with a block, a default and a forwarded property. -->
  <xacro:macro name="wheel" params="side radius:=^|0.1 *origin **extra">
    <link name="${{side}}_wheel">
      <visual>
        <xacro:insert_block name="origin"/>
        <geometry><cylinder radius="${{radius}}" length="${{radius / 2}}"/></geometry>
      </visual>
      <xacro:insert_block name="extra"/>
    </link>
  </xacro:macro>
</robot>
"""

CART = f"""<?xml version="1.0"?>
<!-- A licence stands here. -->
{ROBOT}
  <xacro:arg name="big" default="false"/>
  <xacro:property name="radius" value="${{0.4 if '$(arg big)' == 'true' else 0.2}}"/>
  <xacro:include filename="wheels.xacro"/>
  <xacro:include filename="$(find toy)/urdf/wheels.xacro" ns="w"/>
  <link name="base"/>
  <xacro:wheel side="left">
    <origin xyz="0 ${{2 * radius}} 0"/>
    <extra><sensor a="1 &lt; 2 &amp; &quot;3&quot;"/> text ${{6 * 7}} </extra>
  </xacro:wheel>
  <xacro:call macro="w.wheel" side="right" radius="1"><origin/><extra/></xacro:call>
  <xacro:if value="$(arg big)"><link name="ballast"/></xacro:if>
  <xacro:unless value="$(arg big)"><link name="feather"/></xacro:unless>
  <xacro:element xacro:name="${{'li' + 'nk'}}" name="made"><xacro:attribute name="k" value="v"/>
  </xacro:element>
  <xacro:property name="sides" value="${{['a', 'b']}}"/>
  <!-- xacro:eval-comments -->
  <!-- radius ${{radius}} -->
  <link name="${{[s.upper() for s in sides][1]}}" len="${{len(sides)}}" pi="${{pi}}"/>
  <link name="$$(literal)" yaml="${{xacro.load_yaml('c.yaml').angle}}"/>
</robot>
"""


@pytest.fixture
def cart(package):
    package.file("urdf/wheels.xacro", WHEELS)
    package.file("urdf/c.yaml", "angle: !degrees 180")
    return package.file("urdf/cart.xacro", CART)


class TestExpansion:
    """What comes out."""

    def test_macros_conditions_properties_and_includes(self, package, cart):
        expanded = package.expand_file(cart, big="true")
        assert package.codes == []
        assert names(expanded) == [
            *("base", "left_wheel", "right_wheel", "ballast", "made", "B", "$(literal)")
        ]
        root = ET.fromstring(expanded.document.text.data)
        radii = [cylinder.get("radius") for cylinder in root.iter("cylinder")]
        assert radii == ["0.4", "1"]
        assert root.find("link[@yaml]").get("yaml") == "3.141592653589793"

    def test_comments_before_the_robot_are_kept(self, package, cart):
        text = package.expand_file(cart).document.text.data.decode()
        assert text.startswith("<!-- A licence stands here. -->\n<robot")
        assert "<!-- radius 0.2 -->" in text

    def test_the_same_input_gives_the_same_bytes(self, package, cart):
        assert (
            package.expand_file(cart).document.text.data
            == package.expand_file(cart).document.text.data
        )

    def test_plain_urdf_stays_what_it_is(self, package):
        body = '<link name="a"><inertial><mass value="1e-3"/></inertial></link>'
        expanded = package.expand(body, root='<robot name="r">')
        assert canonical(expanded.document.text.data) == canonical(
            f'<robot name="r">{body}</robot>'
        )

    def test_the_files_read_are_listed(self, package, cart):
        files = [Path(file).name for file in package.expand_file(cart).files]
        assert files == ["wheels.xacro", "c.yaml"]

    def test_values_that_need_escaping_survive(self, package):
        expanded = package.expand(
            "<link name=\"${'&lt;a&gt; &amp; ' + chr}\"/>".replace("chr", "'é\\n'")
        )
        assert names(expanded) == ["<a> & é\n"]

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("$(env TOY_VARIABLE)", "set"),
            ("$(optenv TOY_VARIABLE other)", "set"),
            ("$(optenv TOY_ABSENT the default)", "the default"),
            ("$(eval 2 * size + 1)", "7"),
            ("$(arg size)", "3"),
            ("${xacro.arg('size')}", "3"),
            ("$(cwd)", str(Path.cwd())),
        ],
    )
    def test_substitutions(self, package, monkeypatch, text, value):
        monkeypatch.setenv("TOY_VARIABLE", "set")
        body = f'<xacro:arg name="size" default="1"/><link name="{text}"/>'
        assert names(package.expand(body, size="3")) == [value]
        assert package.codes == []

    @pytest.mark.parametrize("find", ["$(find toy)", "$(find-pkg-share toy)", "package://toy"])
    def test_packages_are_found_without_ros(self, package, find):
        package.file("urdf/part.xacro", f'{ROBOT}<link name="part"/></robot>')
        expanded = package.expand(f'<xacro:include filename="{find}/urdf/part.xacro"/>')
        assert names(expanded) == ["part"]
        assert package.codes == ([] if find == "$(find toy)" else ["X063"])

    def test_optional_includes_may_be_missing(self, package):
        body = '<xacro:include filename="none.xacro" optional="true"/><link name="a"/>'
        assert names(package.expand(body)) == ["a"]
        assert package.codes == []

    def test_an_argument_declared_after_its_use_has_its_default(self, package):
        root = ROBOT.replace('"r"', '"$(arg name)"')
        expanded = package.expand('<xacro:arg name="name" default="late"/>', root=root)
        assert ET.fromstring(expanded.document.text.data).get("name") == "late"
        assert package.codes == ["X062"]
        assert package.place == "urdf/main.xacro:1:14"
        assert package.expand("<link/>", root=root, name="given") is not None
        assert package.codes == []

    def test_an_argument_nobody_declares_is_reported(self, package):
        assert package.expand('<xacro:arg name="size" default="1"/>', sise="2") is not None
        assert package.codes == ["X061"]
        assert "did you mean 'size'?" in package.finding.message


class TestPlaces:
    """Where each element was written."""

    def spans(self, expanded: Expansion) -> dict[str, str]:
        elements = list(ET.fromstring(expanded.document.text.data).iter())
        assert len(elements) == len(places(expanded))
        result = {}
        for element, place in zip(elements, places(expanded), strict=True):
            result[element.get("name") or element.tag] = str(place.span)
        return result

    def test_an_element_of_a_macro_stands_in_the_included_file(self, package, cart):
        spans = self.spans(package.expand_file(cart))
        assert spans["base"] == "urdf/cart.xacro:8:3"
        assert spans["left_wheel"] == "urdf/wheels.xacro:4:5"
        assert spans["cylinder"] == "urdf/wheels.xacro:7:19"

    def test_a_block_stands_where_it_was_passed(self, package, cart):
        spans = self.spans(package.expand_file(cart))
        assert spans["sensor"] == "urdf/cart.xacro:11:12"

    def test_conditions_and_made_elements(self, package, cart):
        spans = self.spans(package.expand_file(cart))
        assert spans["feather"] == "urdf/cart.xacro:15:36"
        assert spans["made"] == "urdf/cart.xacro:16:3"

    def test_offsets_point_at_start_tags(self, package, cart):
        for place in places(package.expand_file(cart)):
            assert place.text.data[place.start : place.start + 1] == b"<"

    def test_the_macro_calls_are_known(self, package):
        expanded = package.expand(
            '<xacro:macro name="inner"><link name="a"/></xacro:macro>\n'
            '<xacro:macro name="outer"><xacro:inner/></xacro:macro>\n'
            "  <xacro:outer/>"
        )
        place = places(expanded)[1]
        assert str(place.span) == "urdf/main.xacro:2:27"
        assert [(str(call.span), call.label) for call in place.calls()] == [
            ("urdf/main.xacro:3:27", "in macro 'inner', called here"),
            ("urdf/main.xacro:4:3", "in macro 'outer', called here"),
        ]

    def test_bytes_before_and_characters_of_several_bytes(self, package):
        path = package.file("urdf/main.xacro", "")
        path.write_bytes(
            b"\xef\xbb\xbf\n<!-- \xc3\xa9 -->\n"
            + ROBOT.encode()
            + "<a é='ö'/><b/></robot>".encode()
        )
        expanded = package.expand_file(path)
        place = places(expanded)[2]
        assert place.text.data[place.start :].startswith(b"<b/>")

    def test_findings_of_the_reader_tell_the_macro_calls(self, package):
        path = package.file(
            "urdf/main.xacro",
            ROBOT + '<xacro:macro name="wheel"><link name="w" colour="x"/></xacro:macro>\n'
            "<xacro:wheel/></robot>",
        )
        _, report = fourbar.read(path)
        (finding,) = report
        assert finding.code == "S102"
        (call,) = finding.related
        assert (str(call.span), call.label) == (f"{path}:2:1", "in macro 'wheel', called here")


class TestNeighbours:
    """The program around is left alone."""

    def test_nothing_is_printed(self, package, capfd):
        package.expand("${xacro.message('m')}${xacro.warning('w')}${xacro.error('e')}<a/>")
        package.expand('<xacro:property name="pi" value="3" odd=""/>')
        package.expand("<xacro:nope/>")
        assert capfd.readouterr() == ("", "")

    def test_messages_become_findings(self, package):
        body = "${xacro.message('m')}${xacro.warning('w')}${xacro.error('e')}<a/>"
        assert package.expand(body) is not None
        found = {finding.message: finding.severity for finding in package.report}
        assert found == {"m": Severity.INFO, "w": Severity.WARNING, "e": Severity.ERROR}

    def test_a_message_repeated_at_one_place_is_one_finding(self, package):
        package.expand(
            '<xacro:macro name="m"><l a="${range(3)}"/></xacro:macro><xacro:m/><xacro:m/>'
        )
        assert package.codes == ["X060"]
        assert package.place == "urdf/main.xacro:2:29"

    def test_threads_do_not_see_each_other(self, package, cart):
        def run(i: int) -> bytes:
            body = f'{ROBOT}<xacro:arg name="n" default=""/>' + '<link name="$(arg n)"/>' * 50
            finder = PackageFinder(environ={})
            report = Report()
            given = {"n": str(i)}
            result = expand(
                f"{body}</robot>".encode(), file="x", arguments=given, finder=finder, report=report
            )
            return result.document.text.data

        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(run, range(32)))
        for i, data in enumerate(results):
            links = ET.fromstring(data).iter("link")
            assert {link.get("name") for link in links} == {str(i)}

    def test_a_failure_leaves_nothing_behind(self, package):
        assert package.expand('<xacro:property name="x" value="1"/><xacro:nope/>') is None
        assert package.expand('<link name="${x}"/>') is None
        assert package.codes == ["X054"]


AMENT = """
import os
def get_package_share_directory(name):
    return os.path.join(os.environ["PEER_PACKAGES"], name)
"""


@pytest.mark.peer
class TestAgainstXacro:
    """xacro itself, given a package index, makes the same document."""

    @pytest.fixture
    def peer(self, tmp_path):
        index = tmp_path / "peer" / "ament_index_python"
        index.mkdir(parents=True)
        (index / "__init__.py").touch()
        (index / "packages.py").write_text(AMENT)

        def run(packages: Path, file: Path, **arguments: str) -> bytes:
            given = [f"{name}:={value}" for name, value in arguments.items()]
            environ = {"PYTHONPATH": str(index.parent), "PEER_PACKAGES": str(packages)}
            return subprocess.run(
                [sys.executable, "-c", "import xacro; xacro.main()", str(file), *given],
                env=os.environ | environ,
                check=True,
                stdout=subprocess.PIPE,
            ).stdout

        return run

    @pytest.mark.parametrize("big", ["true", "false"])
    def test_features(self, package, cart, peer, big):
        ours = package.expand_file(cart, big=big)
        assert canonical(ours.document.text.data) == canonical(
            peer(package.folder.parent, cart, big=big)
        )

    @pytest.mark.corpus
    @pytest.mark.parametrize("main", ["ur.urdf.xacro", "ur_mocked.urdf.xacro"])
    @pytest.mark.parametrize("ur_type", ["ur3", "ur5e", "ur10e", "ur20"])
    def test_arms(self, corpus, peer, main, ur_type):
        file = corpus / "xacro" / "ur_description" / "urdf" / main
        given = {"ur_type": ur_type, "name": "ur"}
        report = Report()
        finder = PackageFinder(near=file, environ={})
        ours = expand(
            file.read_bytes(), file=main, path=file, arguments=given, finder=finder, report=report
        )
        assert list(report) == []
        assert canonical(ours.document.text.data) == canonical(
            peer(corpus / "xacro", file, **given)
        )


@pytest.mark.corpus
class TestArm:
    """A real package, read in place."""

    def expand(self, corpus, **arguments: str) -> tuple[Expansion | None, Report]:
        file = corpus / "xacro" / "ur_description" / "urdf" / "ur.urdf.xacro"
        report = Report()
        finder = PackageFinder(near=file, environ={})
        expanded = expand(
            file.read_bytes(),
            file="urdf/ur.urdf.xacro",
            path=file,
            arguments=arguments,
            finder=finder,
            report=report,
        )
        return expanded, report

    def test_places(self, corpus):
        expanded, report = self.expand(corpus, ur_type="ur20")
        assert [finding.code for finding in report] == ["X062"]
        elements = list(ET.fromstring(expanded.document.text.data).iter())
        mesh = next(i for i, element in enumerate(elements) if element.tag == "mesh")
        place = places(expanded)[mesh]
        assert str(place.span) == "urdf/inc/ur_common.xacro:41:5"
        call = place.calls()[-1]
        assert str(call.span) == "urdf/ur.urdf.xacro:30:4"
        assert call.label == "in macro 'ur_robot', called here"

    def test_without_its_type_the_error_names_path_and_argument(self, corpus):
        expanded, report = self.expand(corpus, name="ur")
        assert expanded is None
        (finding,) = report
        assert finding.code == "X056"
        assert str(finding.span) == "urdf/inc/ur_common.xacro:51:60"
        assert "config/ur5x/visual_parameters.yaml" in finding.message
        assert "did you mean 'ur5e'?" in finding.message
        assert (
            "Argument 'ur_type' is 'ur5x' (its default); pass --arg ur_type:=VALUE."
            in finding.notes
        )
