"""What is wrong in a xacro file is found at its place, with a way out, and in bounded time."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourbar import check
from fourbar.diagnostics import Diagnostic, Report
from fourbar.packages import PackageFinder
from fourbar.xacro import expand

ROBOT = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'


class Failure:
    """The findings about a main file, whose body begins in line 2."""

    def __init__(self, folder: Path, body: str, **arguments: str) -> None:
        path = folder / "main.xacro"
        path.write_text(f"{ROBOT}\n{body}\n</robot>")
        self.report = Report()
        finder = PackageFinder(near=path, environ={})
        self.expanded = expand(
            path.read_bytes(),
            file="main.xacro",
            path=path,
            arguments=arguments,
            finder=finder,
            report=self.report,
        )

    @property
    def finding(self) -> Diagnostic:
        """The one error."""
        (finding,) = self.report.errors
        return finding

    def __str__(self) -> str:
        return f"{self.finding.span} {self.finding.code} {self.finding.message}"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('<a b="1 ${lenght}"/>', "2:9 X054 property 'lenght' is not defined"),
        (
            '<xacro:property name="length" value="1"/>\n<a b="${2 * lenght}"/>',
            "3:7 X054 property 'lenght' in ${2 * lenght} is not defined; did you mean 'length'?",
        ),
        ('<a b="${1 / 0}"/>', "2:7 X055 cannot evaluate ${1 / 0}: division by zero"),
        ('<a b="${1 +}"/>', "2:7 X055 cannot evaluate ${1 +}: invalid syntax"),
        (
            "<a b=\"${dict(a=1)['b']}\"/>",
            "2:7 X055 cannot evaluate ${dict(a=1)['b']}: key 'b' does not exist",
        ),
        ('<a b="${1 + 1"/>', "2:7 X055 '${' is never closed: ${1 + 1"),
        ('<a b="${1 &lt; x}"/>', "2:7 X054 property 'x' in ${1 < x} is not defined"),
        ("<a>\n  ${x}</a>", "3:3 X054 property 'x' is not defined"),
        (
            '<a b="$(nope x)"/>',
            "2:7 X055 unknown substitution $(nope x); expected one of: arg, dirname, env, eval,",
        ),
        ('<a b="$(env TOY_ABSENT)"/>', "2:7 X055 environment variable 'TOY_ABSENT' is not set"),
        ('<a b="$(arg q)"/>', "2:7 X052 argument 'q' has no value and no default"),
        ("<a b=\"${xacro.arg('q')}\"/>", "2:7 X052 argument 'q' has no value and no default"),
        ('<a b="$(find no_such_package)"/>', "2:7 X051 package 'no_such_package' is not found"),
        ("  <xacro:nope/>", "2:3 X053 macro 'nope' is not defined"),
        (
            '<xacro:macro name="wheel"/>\n <xacro:whel/>',
            "3:2 X053 macro 'whel' is not defined; did you mean 'wheel'?",
        ),
        (
            '<xacro:macro name="m" params="radius"/><xacro:m radus="1"/>',
            "2:49 X057 macro 'm' has no parameter 'radus'; did you mean 'radius'?",
        ),
        (
            '<xacro:macro name="m" params="a b c:=1"/><xacro:m a="1"/>',
            "2:42 X057 macro 'm' needs a value for 'b'",
        ),
        (
            '<xacro:macro name="m" params="*a"/><xacro:m/>',
            "2:36 X057 macro 'm' needs more elements",
        ),
        (
            '<xacro:macro name="m"/><xacro:m><x/></xacro:m>',
            "2:24 X057 macro 'm' has no use for the element <x>",
        ),
        (
            '<xacro:macro name="m" params="a:=${nope}"/>\n<xacro:m/>',
            "2:34 X054 property 'nope' is not defined",
        ),
        ('<xacro:insert_block name="b"/>', "2:27 X050 block 'b' is not defined"),
        ('<xacro:if value="maybe"/>', "2:18 X050 'value' must be true or false, got 'maybe'"),
        ("<xacro:if/>", "2:1 X050 <xacro:if> needs the attribute 'value'"),
        ("<a>${xacro.fatal('stop', 'here')}</a>", "2:4 X050 stop here"),
        ('<xacro:include filename="mani.xacro"/>', "2:26 X056 'mani.xacro': no such file"),
        ("<a b=\"${xacro.load_yaml('x.yaml')}\"/>", "2:7 X056 'x.yaml': no such file or directory"),
        ('<xacro:element xacro:name="a b"/>', "2:1 X064 'a b' is not a name in XML"),
        ("<a b=\"${'\\x00'}\"/>", "2:1 X064 the character U+0000 is not allowed in XML"),
        ('<a b="${(1).__class__}"/>', "2:7 X055 names must not begin with two underscores"),
        ('<a b="${[x.__class__ for x in [1]]}"/>', "2:7 X055 names must not begin with two"),
    ],
)
def test_the_finding_names_place_and_reason(tmp_path, body, expected):
    failure = Failure(tmp_path, body)
    assert failure.expanded is None
    assert str(failure).startswith(f"main.xacro:{expected}")


def test_a_property_evaluated_late_is_blamed_where_it_is_written(tmp_path):
    failure = Failure(tmp_path, '<xacro:property name="a" value="${b + 1}"/>\n<x y="${a}"/>')
    assert str(failure.finding.span) == "main.xacro:2:33"


def test_an_error_in_an_included_macro_names_both_files(tmp_path):
    included = '<xacro:macro name="m" params="p">\n  <a b="${p + q}"/>\n</xacro:macro>'
    (tmp_path / "inc.xacro").write_text(f"{ROBOT}\n{included}\n</robot>")
    failure = Failure(tmp_path, '<xacro:include filename="inc.xacro"/>\n<xacro:m p="1"/>')
    assert str(failure.finding.span) == "inc.xacro:3:9"
    (call,) = failure.finding.related
    assert (str(call.span), call.label) == ("main.xacro:3:1", "in macro 'm', called here")


def test_an_error_while_including_names_the_includes(tmp_path):
    (tmp_path / "inc.xacro").write_text(f"{ROBOT}\n<xacro:nope/>\n</robot>")
    failure = Failure(tmp_path, '<xacro:include filename="inc.xacro"/>')
    assert str(failure.finding.span) == "inc.xacro:2:1"
    (include,) = failure.finding.related
    assert (str(include.span), include.label) == ("main.xacro:2:1", "included here")


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("<robot>\n<a></robot>", "inc.xacro:2:6", "X001"),
        ("<robot>\n <xacro:macro name='m'/></robot>", "inc.xacro:2:2", "X001"),
        ("<!DOCTYPE robot [<!ENTITY a 'b'>]><robot/>", "inc.xacro:1:1", "X007"),
        ("", "inc.xacro:1:1", "X012"),
    ],
)
def test_included_files_are_held_to_the_same_rules(tmp_path, text, place, code):
    (tmp_path / "inc.xacro").write_text(text)
    failure = Failure(tmp_path, '<xacro:include filename="inc.xacro"/>')
    assert (str(failure.finding.span), failure.finding.code) == (place, code)
    (include,) = failure.finding.related
    assert (str(include.span), include.label) == ("main.xacro:2:1", "included here")


def test_bad_yaml_is_found_in_the_yaml_file(tmp_path):
    (tmp_path / "c.yaml").write_text("a: 1\nb: [1, 2\nc: 3\n")
    failure = Failure(tmp_path, "<a b=\"${xacro.load_yaml('c.yaml')}\"/>")
    assert str(failure).startswith("c.yaml:3:2 X059")


def test_the_closest_package_is_offered(tmp_path):
    (tmp_path / "arm").mkdir()
    (tmp_path / "arm" / "package.xml").write_text("<name>arm_description</name>")
    failure = Failure(tmp_path, '<a b="$(find arm_descripton)"/>')
    assert "did you mean 'arm_description'?" in failure.finding.message


def test_the_closest_argument_is_offered(tmp_path):
    failure = Failure(tmp_path, '<xacro:arg name="size" default="1"/><a b="$(arg sise)"/>')
    assert "did you mean 'size'?" in failure.finding.message


DOUBLING = "".join(
    f'<xacro:macro name="m{i + 1}"><xacro:m{i}/><xacro:m{i}/></xacro:macro>' for i in range(60)
)


@pytest.mark.parametrize(
    "body",
    [
        "<a b=\"${' ' * 10**9}\"/>",
        '<a b="${[0] * 10**9}"/>',
        '<a b="${9 ** 9 ** 9}"/>',
        '<a b="${1 &lt;&lt; 10 ** 10}"/>',
        '<a b="$(eval 9 ** 9 ** 9)"/>',
        '<a b="${list(python.range(10**12))}"/>',
        '<a b="${[0 for x in python.range(10**5) for y in python.range(10**5)]}"/>',
        '<xacro:property name="s" value="${\'x\' * 2**22}"/>' + '<a b="${s + s + s}"/>',
        '<xacro:property name="s" value="${\'x\' * 2**22}"/>' + '<a b="${s}"/>' * 20,
        '<a b="' + "$x" * 50_000 + '"/>',
        '<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>',
        '<xacro:include filename="main.xacro"/>',
        "<a b=\"${xacro.load_yaml('aliases.yaml')}\"/>",
        "<a b=\"${xacro.load_yaml('cycle.yaml')}\"/>",
        "<a b=\"${xacro.load_yaml('deep.yaml')}\"/>",
        pytest.param(
            f'<xacro:macro name="m0"><a/></xacro:macro>{DOUBLING}<xacro:m60/>',
            marks=pytest.mark.slow,
        ),
    ],
    ids=lambda body: body[:40],
)
def test_what_grows_without_bound_is_stopped(tmp_path, body):
    lists = [f"l{i + 1}: &l{i + 1} [{', '.join([f'*l{i}'] * 10)}]\n" for i in range(12)]
    (tmp_path / "aliases.yaml").write_text("l0: &l0 [1, 2]\n" + "".join(lists))
    (tmp_path / "cycle.yaml").write_text("&a [*a]")
    (tmp_path / "deep.yaml").write_text("[" * 5000 + "]" * 5000)
    failure = Failure(tmp_path, body)
    assert failure.expanded is None
    assert failure.finding.code == "X058"
    assert failure.finding.span is not None


def test_an_expression_too_deep_for_python(tmp_path):
    assert Failure(tmp_path, '<a b="${' + "(" * 5000 + '}"/>').finding.code == "X055"


SEED = f"""{ROBOT}
<xacro:arg name="a" default="1"/><xacro:property name="p" value="${{$(arg a) + 1}}"/>
<xacro:macro name="m" params="x:=2 *b"><link name="l${{x}}"/><xacro:insert_block name="b"/>
</xacro:macro><xacro:m x="${{p}}"><o/></xacro:m><xacro:if value="${{p == 2}}"><!-- c --></xacro:if>
</robot>"""
FRAGMENTS = ["${", "}", "$(", ")", "xacro:", "<", "/>", '"', "&", "*", ":=", "$", "'", "\0", "é"]


@settings(deadline=None)
@given(
    edits=st.lists(
        st.tuples(st.integers(0, len(SEED)), st.integers(0, 12), st.sampled_from(FRAGMENTS)),
        min_size=1,
        max_size=4,
    )
)
def test_no_damage_raises(edits):
    text = SEED
    for at, length, fragment in edits:
        text = text[:at] + fragment + text[at + length :]
    report = Report()
    finder = PackageFinder(environ={})
    expanded = expand(text.encode(), file="x.xacro", arguments={}, finder=finder, report=report)
    assert (expanded is None) == (not report.ok)


@pytest.mark.parametrize(
    ("body", "note"),
    [
        ('<xacro:property name="width" value="1"/><a b="${xyz}"/>', "Defined properties: 'width'."),
        ('<a b="${xyz}"/>', "There are no properties."),
        ('<xacro:macro name="limb"/><xacro:xyz/>', "Defined macros: 'limb'."),
        ('<xacro:insert_block name="b"/>', "There are no blocks."),
    ],
)
def test_unknown_names_come_with_those_that_are_known(tmp_path, body, note):
    assert Failure(tmp_path, body).finding.notes[0] == note


def test_given_arguments_come_with_those_that_are_declared(tmp_path):
    body = '<xacro:arg name="size" default="1"/><a/>'
    report = Failure(tmp_path, body, xyz="1").report
    (finding,) = (d for d in report if d.code == "X061")
    assert finding.message.endswith("; it declares 'size'")


def test_a_warning_points_at_the_attribute(tmp_path):
    report = Failure(tmp_path, '<xacro:if value="1" unless="2"/>').report
    (finding,) = (d for d in report if d.code == "X060")
    assert finding.span is not None
    assert (finding.span.column, finding.span.end - finding.span.start) == (21, len("unless"))


def test_a_missing_folder_is_named(tmp_path):
    failure = Failure(tmp_path, '<xacro:include filename="parts/a.xacro"/>')
    assert failure.finding.notes[0].startswith("The folder 'parts' does not exist: ")


def test_findings_of_rules_and_of_the_graph_have_the_macro_calls(tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf.xacro"
    path.write_text(
        f"""{ROBOT}
<xacro:macro name="seg" params="name">
  <link name="${{name}}">
    <inertial><mass value="-1"/>
      <inertia ixx="1" iyy="1" izz="9" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><mesh filename="missing.stl"/></geometry></visual>
  </link>
</xacro:macro>
<xacro:seg name="a"/>
<xacro:seg name="b"/>
</robot>"""
    )
    report = check(path)
    inside = [each for each in report if each.span is not None and 3 <= each.span.line <= 7]
    families = {each.code[0] for each in inside}
    assert {"P", "G", "A"} <= families, sorted(each.code for each in report)
    for each in inside:
        labels = [(call.span.line, call.label) for call in each.related]
        expected = 10 if each.path is not None and "[b]" in str(each.path) else 9
        assert (expected, "in macro 'seg', called here") in labels, str(each)


def test_an_error_does_not_hide_those_after_it(tmp_path):
    body = (
        '<xacro:macro name="twice"><link name="${wrong}"/></xacro:macro>'
        '<link name="a${b}"><visual name="${c}"/></link><xacro:none/><xacro:twice/><xacro:twice/>'
        "<material>${d}</material>"
    )
    expansion = Failure(tmp_path, body)
    found = [(error.code, error.message) for error in expansion.report.errors]
    assert found == [
        ("X054", "property 'wrong' is not defined"),
        ("X054", "property 'b' is not defined"),
        ("X054", "property 'c' is not defined"),
        ("X053", "macro 'none' is not defined"),
        ("X054", "property 'd' is not defined"),
    ]


def test_twenty_errors_are_enough(tmp_path):
    body = "".join(f'<link name="${{x{n}}}"/>' for n in range(40))
    assert len(Failure(tmp_path, body).report.errors) == 20
