"""The `xacro` package makes the same documents, and refuses the same files."""

from pathlib import Path
from random import Random

import pytest

from fourbar.xacro.parameters import Default, read_parameters

from .generate import Generator
from .peer import Refused, ours, theirs

# xacro compiles expressions, and Python warns of some; warnings are errors in these tests.
pytestmark = [pytest.mark.peer, pytest.mark.filterwarnings("ignore")]

ROBOT = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
GENERATED = 5_000
TOGETHER = 250

PART = f"""{ROBOT}
<xacro:property name="length" value="2"/>
<xacro:macro name="part" params="a:=${{length}}"><p a="${{a}}" l="${{length}}"/></xacro:macro>
</robot>"""
YAML = """
angle: !degrees 90
lengths: {far: !millimeters 5, foot: !foot 1, inch: !inches 2, plain: !meters 3, turn: !radians 1}
sum: !degrees 45 + 45
list: [1, {x: 2}]
"""

# One feature of the language each, as xacro's documentation lists them.
FEATURES = {
    "property": '<xacro:property name="a" value="1"/><l v="${a}"/>',
    "property text": '<xacro:property name="a" value="two words"/><l v="${a} ${a}"/>',
    "property block": '<xacro:property name="b"><x/><y/></xacro:property>'
    '<l><xacro:insert_block name="b"/></l>',
    "lazy": '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="2"/>'
    '<l v="${a}"/>',
    "eager": '<xacro:property name="b" value="1"/>'
    '<xacro:property name="a" value="${b}" lazy_eval="false"/>'
    '<xacro:property name="b" value="2"/><l v="${a}"/>',
    "circular": '<xacro:property name="a" value="${b}"/><xacro:property name="b" value="${a}"/>'
    '<l v="${a}"/>',
    "default": '<xacro:property name="a" value="1"/><xacro:property name="a" default="2"/>'
    '<xacro:property name="c" default="3"/><l v="${a} ${c}"/>',
    "remove": '<xacro:property name="a" value="1"/><xacro:property name="a" remove="true"/>'
    '<l v="${a}"/>',
    "remove nothing": '<xacro:property name="z" remove="true"/><xacro:insert_block name="z"/>',
    "scope": '<xacro:macro name="m"><xacro:property name="a" value="1" scope="parent"/>'
    '<xacro:property name="g" value="2" scope="global"/><xacro:property name="l" value="3"/>'
    '</xacro:macro><xacro:m/><l v="${a} ${g}"/>',
    "local scope": '<xacro:macro name="m"><xacro:property name="l" value="3"/></xacro:macro>'
    '<xacro:m/><l v="${l}"/>',
    "no parent scope": '<xacro:property name="a" value="1" scope="parent"/>',
    "evaluated name": '<xacro:property name="${\'a\' + \'b\'}" value="1"/><l v="${ab}"/>',
    "bad name": '<xacro:property name="a-b" value="1"/>',
    "keyword": '<xacro:property name="lambda" value="1"/>',
    "macro": '<xacro:macro name="m" params="a b"><l v="${a + b}"/></xacro:macro>'
    '<xacro:m a="1" b="2"/>',
    "defaults": '<xacro:macro name="m" params="a:=1 b=\'x y\' c:=${2 + 3} d=4">'
    '<l v="${a} ${b} ${c} ${d}"/></xacro:macro><xacro:m/><xacro:m b="z"/>',
    "forwarded": '<xacro:property name="a" value="1"/>'
    '<xacro:macro name="m" params="a:=^ b:=^|5"><l v="${a} ${b}"/></xacro:macro><xacro:m/>',
    "nothing forwarded": '<xacro:macro name="m" params="a:=^"/><xacro:m/>',
    "blocks": '<xacro:macro name="m" params="*a **b"><xacro:insert_block name="b"/>'
    '<xacro:insert_block name="a"/></xacro:macro><xacro:m><x i="1"/><y><z/></y></xacro:m>',
    "block evaluated twice": '<xacro:property name="a" value="1"/>'
    '<xacro:macro name="m" params="*b a:=2"><xacro:insert_block name="b"/></xacro:macro>'
    '<xacro:m><x i="${a}" j="$${a}" k="$$${a}"/></xacro:m>',
    "nested macros": '<xacro:macro name="o" params="a"><xacro:macro name="i" params="b">'
    '<l v="${a} ${b}"/></xacro:macro><xacro:i b="${a * 2}"/></xacro:macro><xacro:o a="3"/>',
    "nested macro is local": '<xacro:macro name="o"><xacro:macro name="i"/></xacro:macro>'
    "<xacro:o/><xacro:i/>",
    "recursion": '<xacro:macro name="m" params="n"><l v="${n}"/><xacro:if value="${n > 0}">'
    '<xacro:m n="${n - 1}"/></xacro:if></xacro:macro><xacro:m n="150"/>',
    "call": '<xacro:property name="which" value="m"/><xacro:macro name="m" params="a">'
    '<l v="${a}"/></xacro:macro><xacro:call macro="${which}" a="1"/>',
    "redefined": '<xacro:macro name="m"><l/></xacro:macro><xacro:macro name="m"><k/></xacro:macro>'
    "<xacro:m/>",
    "params seen by the body": '<xacro:macro name="m" params="a:=${zz}"><l/></xacro:macro>'
    '<xacro:m a="1"/>',
    "conditions": "".join(
        f'<xacro:if value="{v}"><t v="{v}"/></xacro:if><xacro:unless value="{v}"><f v="{v}"/>'
        "</xacro:unless>"
        for v in ("true", "False", "1", "0", "${[]}", "${'x' == 'x'}", " 1 ", "1_0", "${0.0}")
    ),
    "no condition": '<xacro:if value="1.0"/>',
    "empty condition": '<xacro:if value=""/>',
    "include": '<xacro:include filename="part.xacro"/><xacro:part/>',
    "include in a namespace": '<xacro:include filename="part.xacro" ns="n"/>'
    '<xacro:n.part a="1"/><xacro:call macro="n.part" a="2"/><l v="${n.length}"/>',
    "namespace hides": '<xacro:include filename="part.xacro" ns="n"/><xacro:part/>',
    "default in a namespace": '<xacro:include filename="part.xacro" ns="n"/><xacro:n.part/>',
    "include by wildcard": '<xacro:include filename="p*t.xacro"/><xacro:part/>',
    "no match": '<xacro:include filename="q*.xacro"/>',
    "optional": '<xacro:include filename="none.xacro" optional="true"/>',
    "missing": '<xacro:include filename="none.xacro"/>',
    "find": '<xacro:include filename="$(find pack)/part.xacro"/><l v="$(find pack)"/>',
    "arguments": '<xacro:arg name="given" default="2"/><xacro:arg name="other" default="${1+1}"/>'
    '<l v="$(arg given) $(arg other)" w="${xacro.arg(\'given\')}" x="${$(arg given) + 1}"/>',
    "argument without default": '<xacro:arg name="given"/>',
    "eval": '<xacro:arg name="n" default="3"/><l v="$(eval n * 2)" w="$(eval n > 2 and true)"/>',
    "environment": '<l v="$(env HOME)" w="$(optenv NO_SUCH a b)" x="$(optenv NO_SUCH)"/>',
    "escapes": '<l v="$${a} $$(b) $$$$(c) $ 5$ $x"/>',
    "dollars": '<l v="$$"/>',
    "math": '<l v="${sin(pi / 2)} ${math.cos(0)} ${radians(180)} ${1 / 3} ${2 ** 0.5} ${5 // 2}"/>',
    "numbers": '<xacro:property name="a" value="1.0"/><xacro:property name="b" value="1e3"/>'
    '<xacro:property name="c" value="1_0"/><xacro:property name="d" value="007"/>'
    '<l v="${a} ${b} ${c} ${d} ${1e-7} ${0.1 + 0.2} ${10 ** 20} ${-0.0} ${1e16}"/>',
    "quotes": '<xacro:property name="a" value="\'1\'"/><l v="${a + \'2\'}"/>',
    "booleans": '<xacro:property name="a" value="true"/><l v="${a} ${not a} ${a + 1}"/>',
    "python": '<l v="${python.sum([1, 2])} ${python.sorted([2, 1])} ${list(map(str, [1]))}"/>',
    "deprecated": '<l v="${sorted([2, 1])} ${list(range(3))}"/>',
    "comprehension": '<xacro:property name="k" value="2"/>'
    "<l v=\"${[x * k for x in python.range(4) if x != 1]} ${dict(a=1)['a']}\"/>",
    "yaml": '<xacro:property name="c" value="${xacro.load_yaml(\'conf.yaml\')}"/>'
    "<l v=\"${c.angle} ${c['lengths'].far} ${c.sum} ${c.list[1].x} ${c.lengths}\"/>",
    "yaml keys": "<l v=\"${load_yaml('conf.yaml')['nothing']}\"/>",
    "dotify": '<l v="${xacro.dotify(dict(a=dict(b=1))).a.b}"/>',
    "tokenize": "<l v=\"${xacro.tokenize('a, b;c d')}\"/>",
    "abs_filename": "<l v=\"${xacro.abs_filename('x/../y')} ${xacro.abs_filename('/z')}\"/>",
    "messages": "<l>${xacro.message('a')}${xacro.warning('b')}${xacro.error('c')}x</l>",
    "fatal": "<l>${xacro.fatal('stop')}</l>",
    "element": "<xacro:element xacro:name=\"${'a' + 'b'}\" c=\"${1 + 1}\"><d/></xacro:element>",
    "element without name": "<xacro:element/>",
    "attribute": '<l><xacro:attribute name="${\'k\'}" value="v ${1 + 1}"/></l>',
    "attribute in a condition": '<l><xacro:if value="1"><xacro:attribute name="k" value="v"/>'
    "</xacro:if></l>",
    "comments": "<!-- a --><xacro:property name='a' value='1'/><!-- b ${a} --><l/>"
    "<!-- xacro:eval-comments --><!-- c ${a} --><l/><!-- d ${a} -->",
    "comments off": "<!-- xacro:eval-comments --><!-- ${1+1} --><!-- xacro:eval-comments:off -->"
    "<!-- ${1+1} -->",
    "comments before instructions": "<a/>\n<!-- 1 -->\n<!-- 2 -->\n<xacro:property name='a' "
    "value='1'/>\n<!-- 3 -->\n\n<xacro:if value='1'><!-- 4 --></xacro:if><!-- 5 -->"
    "<xacro:macro name='m'><!-- 6 --></xacro:macro><!-- 7 --><xacro:m/><!-- 8 -->",
    "text": "<l> a ${1 + 1} <b/> c </l>",
    "data": "<l><![CDATA[ ${a} < ]]><?p ${a}?></l>",
    "namespaces": '<l xmlns:f="http://f" f:a="1"><xacro:macro name="m" xmlns:g="http://g"><g:x/>'
    "</xacro:macro><xacro:m/></l>",
    "dropped attributes": '<l xacro:a="${1/0}" b="2"/>',
    "undeclared prefix": "<f:l/>",
    "unknown macro": "<xacro:nothing/>",
    "unknown attribute": '<xacro:property name="a" value="1" odd="2"/><l v="${a}"/>',
    "brace in an expression": "<l v=\"${dict(a=1)} ${'}'}\"/>",
    "blank params": '<xacro:macro name="m" params="  "/>',
    "empty default": '<xacro:macro name="m" params="a:="/><xacro:m/>',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "part.xacro").write_text(PART)
    (tmp_path / "conf.yaml").write_text(YAML)
    return tmp_path


@pytest.mark.parametrize("name", FEATURES)
def test_a_feature(folder: Path, name: str, monkeypatch) -> None:
    monkeypatch.delenv("NO_SUCH", raising=False)
    path = folder / "main.xacro"
    path.write_text(f"{ROBOT}{FEATURES[name]}</robot>")
    options = {"packages": {"pack": folder}, "arguments": {"given": "7"}}
    assert ours(path, **options) == theirs(path, **options)


def test_parameters_are_read_as_xacro_reads_them() -> None:
    import xacro  # type: ignore[import-untyped]

    random = Random(0)
    pieces = ("a", "b", " ", " ", "'", "'", '"', ":=", "=", "^", "^|", "${", "}", "$(", ")", "*c")
    seen = set()
    for _ in range(30_000):
        params = "".join(random.choices(pieces, k=random.randint(1, 12)))
        expected = []
        rest = params
        while rest.strip():
            name, default, rest = xacro.parse_macro_arg(rest)
            if default is not None:
                default = Default(default[0] is not None, default[1])
            expected.append((name, default))
        if not rest:
            seen.add(len(expected))
            assert list(read_parameters(params)) == expected, params
    assert {1, 2, 3} <= seen


@pytest.mark.parametrize("first", range(0, GENERATED, TOGETHER))
def test_generated_files(tmp_path: Path, first: int, monkeypatch) -> None:
    monkeypatch.delenv("NO_SUCH", raising=False)
    refused = 0
    for seed in range(first, first + TOGETHER):
        folder = tmp_path / str(seed)
        generator = Generator(seed)
        path = generator.write(folder)
        options = {"packages": {"pack": folder}, "arguments": generator.arguments}
        expected = theirs(path, **options)
        assert ours(path, **options) == expected, f"seed {seed}"
        refused += isinstance(expected, Refused)
    assert refused < 0.7 * TOGETHER  # most of what is compared must be documents


def robots() -> list[tuple[str, dict[str, str]]]:
    """Main files of the corpus with arguments."""
    types = ("ur3", "ur5e", "ur10e", "ur20")
    mains = ("ur.urdf.xacro", "ur_mocked.urdf.xacro")
    found = [(main, {"ur_type": kind, "name": "ur"}) for main in mains for kind in types]
    found.append((mains[0], {"ur_type": "ur5e", "name": "x", "tf_prefix": "left_"}))
    found.append((mains[0], {"ur_type": "ur20", "name": "x", "safety_limits": "true"}))
    found.append((mains[0], {"ur_type": "nothing", "name": "x"}))
    found.append((mains[1], {"ur_type": "ur3", "name": "x", "transmission_hw_interface": "a/b"}))
    return found


@pytest.mark.corpus
@pytest.mark.parametrize(("main", "arguments"), robots())
def test_robots(corpus: Path, main: str, arguments: dict[str, str]) -> None:
    folder = corpus / "xacro" / "ur_description"
    options = {"packages": {"ur_description": folder}, "arguments": arguments}
    path = folder / "urdf" / main
    assert ours(path, **options) == theirs(path, **options)
