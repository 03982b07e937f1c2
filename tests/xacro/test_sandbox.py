"""Expressions reach nothing but values, and cost no more than they may."""

from pathlib import Path

import pytest

from fourbar.diagnostics import Report
from fourbar.packages import PackageFinder
from fourbar.xacro import expand
from fourbar.xacro.limits import MAX_STEPS, Budget, LimitError

ROBOT = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'


def codes(body: str, folder: Path) -> list[str]:
    """The errors of a file, all of them findings."""
    path = folder / "main.xacro"
    path.write_text(f"{ROBOT}{body}</robot>")
    report = Report()
    finder = PackageFinder(environ={})
    expansion = expand(
        path.read_bytes(), file="main.xacro", path=path, arguments={}, finder=finder, report=report
    )
    assert (expansion is None) == (not report.ok)
    return [finding.code for finding in report.errors]


def of_expression(expression: str, folder: Path) -> list[str]:
    escaped = expression.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
    return codes(f'<a b="${{{escaped}}}"/>', folder)


@pytest.mark.parametrize(
    "expression",
    [
        "().__class__",
        "''.__class__.__mro__",
        "[c for c in ().__class__.__base__.__subclasses__()]",
        "__import__('os')",
        "__builtins__",
        "open('/etc/passwd')",
        "eval('1')",
        "exec('1')",
        "getattr(1, 'real')",
        "python.vars(math)",
        "python.type('x', (), dict())",
        "python.type(1)('2').__class__",
        "python.type(len)(1, 2)",
        "python.type(python)(1)",
        "len.run",
        "len.__globals__",
        "''.join.run.__self__",
        "math.parent",
        "math.names",
        "math.world",
        "python.root",
        "xacro.load_yaml.run",
        "(lambda: 1).gi_frame",
        "(lambda: 1)._run",
        "(i for i in [1]).gi_frame",
        "(i for i in [1]).gi_code.co_consts",
        "'a'.format(1)",
        "'a'.format_map(dict())",
        "str.format('a')",
        "'a'.encode()",
        "'a'.translate(dict())",
        "(1).to_bytes(1, 'big')",
        "float.fromhex('1')",
        "xacro.dotify(dict()).__class__",
        "dict.mro",
        "[].sort.__self__",
        "(x := 1)",
        "[x.__class__ for x in [1]]",
        "(lambda x: x.__class__)(1)",
        "(lambda __x: 1)(2)",
        "[1 for __x in [1]]",
        "[0 for math.pi in [1]]",
        "python",
        "len",
        "[len]",
        "map(str, [1])",
        "[(i for i in [1])]",
        "lambda: 1",
        "list[int]",
    ],
)
def test_nothing_leads_out_of_an_expression(tmp_path: Path, expression: str) -> None:
    assert of_expression(expression, tmp_path)[0] in ("X054", "X055")


def test_substitutions_do_not_lead_out_either(tmp_path: Path) -> None:
    for text in ("$(eval ().__class__)", "$(eval open)", "$(eval len)", "$(eval __name__)"):
        assert codes(f'<a b="{text}"/>', tmp_path)[0] in ("X052", "X055")


DOUBLED = "[0, [x.append([x[-1], x[-1]]) for i in python.range(40)]]"
# A tuple of two that are the same tuple of two, and so on: 2 ** 60 parts, 60 in memory.
PAIRS = "(lambda f: f(f, (%s,), 60))(lambda f, t, n: f(f, (t, t), n - 1) if n else %s)"
TWINS = (
    "(lambda f: f(f, (1,), (1,), 60))(lambda f, t, u, n: f(f, (t, t), (u, u), n - 1) if n else %s)"
)
DEEP = "(lambda x: [[x.append((x.pop(),)) for i in python.range(10 ** 5)], %s])([1])"
MANY = "(lambda x: len([%s for i in python.range(10 ** 6)]))(%s)"

GROWING = [
    "9 ** 9 ** 9",
    "(9 ** 9) ** (9 ** 9)",
    "2 ** 65536 * 2 ** 65536",
    "1 << 10 ** 10",
    "10 ** 10 << 10 ** 6",
    "'a' * 10 ** 10",
    "10 ** 10 * 'a'",
    "[0] * 10 ** 10",
    "(0,) * 10 ** 10",
    "b'a' * 10 ** 10",
    "list(python.range(10 ** 12))",
    "python.sum(python.range(10 ** 12))",
    "[0 for a in python.range(10 ** 6) for b in python.range(10 ** 6)]",
    "len([0 for a in python.range(10 ** 6) for b in python.range(10 ** 6) if False])",
    "python.sum(python.sum(python.range(10 ** 6)) for i in python.range(10 ** 6))",
    "max(python.sorted(python.range(10 ** 6))[0] for i in python.range(10 ** 6))",
    "'%1000000000d' % 1",
    "'%.1000000000f' % 1",
    "'%*d' % (10 ** 9, 1)",
    "'%(a)1000000000d' % dict(a=1)",
    "'%((%))-1000000000d' % dict([['(%)', 1]])",
    "'%d%%%5.1000000000f' % (1, 1)",
    "'%%%.*f' % (10 ** 9, 1)",
    "('%s' * 10 ** 5) % (('x' * 10 ** 5,) * 10 ** 5)",
    "'x'.ljust(10 ** 10)",
    "'x'.center(10 ** 10)",
    "'x'.zfill(10 ** 10)",
    "'\\t'.expandtabs(10 ** 10)",
    "('a' * 10 ** 6).replace('a', 'b' * 10 ** 6)",
    "('a' * 10 ** 6).replace('', 'b' * 10 ** 6)",
    "('a' * 10 ** 6).join(['b'] * 10 ** 5)",
    "''.join(['a' * 10 ** 6] * 10 ** 5)",
    "str(['a' * 10 ** 6] * 10 ** 5)",
    "python.repr(['a' * 10 ** 6] * 10 ** 5)",
    "math.factorial(10 ** 9)",
    "math.comb(10 ** 9, 10 ** 8)",
    "math.perm(10 ** 9)",
    "math.prod([2 ** 1000] * 1000)",
    "math.lcm(2 ** 40000 + 1, 2 ** 40000 - 1)",
    "round(5, -10 ** 9)",
    "round(1.5, 10 ** 9)",
    "int('f' * 10 ** 6, 16)",
    "python.sum([[0] * 10 ** 5] * 10 ** 5, [])",
    "(lambda x: [x.extend(x) for i in python.range(100)])([1])",
    f"str((lambda x: {DOUBLED} + x)([1]))",
    f"(lambda x: {DOUBLED} + x)([1]) == (lambda x: {DOUBLED} + x)([1])",
    "(lambda f: f(f, (1,), 60))(lambda f, t, n: f(f, (t, t), n - 1) if n else python.set([t]))",
    "(lambda f: f(f))(lambda f: f(f))",
    "(lambda x: [x.append(x), str(x)])([])",
    "[s.upper() for s in ['a' * 10 ** 6] * 10 ** 6]",
    "xacro.tokenize('a,' * 10 ** 6)",
    "('a ' * 10 ** 6).split()",
    "(lambda d: [d.update(dict([[(i, j), 0] for j in python.range(1000)])) "
    "for i in python.range(10 ** 6)])(dict())",
]
GREEDY = [
    # Texts and numbers that are many times in memory.
    MANY % ("''.join([x] * 10)", "'a' * 800000"),
    MANY % ("'\\t'.expandtabs(8000000)", "0"),
    MANY % ("'x'.ljust(8000000, '\U0001f600')", "0"),
    MANY % ("('a' * 1000).replace('a', x)", "'\U0001f600' * 8000"),
    MANY % ("x.title()", "'\u0390' * 2000000"),
    MANY % ("x.split()", "'ab ' * 330000"),
    MANY % ("'%999d' % i", "0"),
    MANY % ("-x", "2 ** 32000"),
    MANY % ("~x", "2 ** 32000"),
    MANY % ("x + 1", "2 ** 32000"),
    MANY % ("1 | x", "2 ** 32000"),
    MANY % ("python.abs(x)", "-2 ** 32000"),
    MANY % ("str(x)", "10 ** 4000"),
    MANY % ("'%s' % x", "10 ** 4000"),
    MANY % ("int(x)", "'9' * 4000"),
    MANY % ("math.gcd(*x)", "[3 ** 32000, 7 ** 20000]"),
    "str([10 ** 4000] * 10 ** 5)",
    MANY % ("dict(**x)", "dict([[str(i), 0] for i in python.range(10 ** 4)])"),
    # Work that is not in memory.
    MANY % ("x.pop(0)", "[0] * 10 ** 6"),
    "xacro.tokenize('a', 'ab,.' * 2 * 10 ** 6)",
    # Parts that are the same, which Python compares, hashes and writes as often as they occur.
    PAIRS % ("1", "dict((t, 1) for i in [1])"),
    PAIRS % ("1", "dict().update((t, 1) for i in [1])"),
    PAIRS % ("1", "python.set([1]).union(t for i in [1])"),
    PAIRS % ("1", "math[t]"),
    PAIRS % ("float", "python.isinstance(1, t)"),
    TWINS % "t in (u for i in [1])",
    TWINS % "max(x for x in [t, u])",
    "(lambda f: f(f, 1, 60))(lambda f, t, n: "
    "f(f, dict(a=t, b=t).values(), n - 1) if n else str(t))",
    # Values so deep that Python's recursion ends the process.
    DEEP % "python.set(x)",
    DEEP % "dict((t, 1) for t in x)",
    DEEP % "python.isinstance(1, x[0])",
]


@pytest.mark.parametrize("expression", GROWING, ids=lambda text: text[:50])
def test_what_grows_is_stopped(tmp_path: Path, expression: str) -> None:
    assert of_expression(expression, tmp_path)[0] in ("X055", "X058")


@pytest.mark.parametrize("expression", GREEDY, ids=lambda text: text[:70])
def test_work_and_memory_are_paid_for(tmp_path: Path, expression: str) -> None:
    assert of_expression(expression, tmp_path) == ["X058"]


@pytest.mark.parametrize(
    "chain",
    [
        *("(x for x in c.pop())", "map(str, c.pop())", "python.zip(c.pop())"),
        *("python.enumerate(c.pop())", "python.filter(None, c.pop())"),
    ],
)
def test_long_chains_of_iterators_are_freed(tmp_path: Path, chain: str) -> None:
    made = f"(lambda c: [[c.append({chain}) for i in python.range(50_000)], %s][1])([[1]])"
    assert of_expression(made % "1", tmp_path) == []
    assert of_expression(made % "list(c[0])", tmp_path) == ["X055"]  # too deep to be read


def test_blocks_are_no_values(tmp_path: Path) -> None:
    (tmp_path / "part.xacro").write_text("<robot/>")
    inside = '<xacro:include filename="part.xacro" ns="n"/><a b="${n[\'*b\']}"/>'
    macro = f'<xacro:macro name="m" params="*b">{inside}</xacro:macro>'
    assert codes(f"{macro}<xacro:m><z/></xacro:m>", tmp_path) == ["X055"]


def test_slices_are_of_whole_numbers(tmp_path: Path) -> None:
    assert of_expression("[1, 2, 3][python.slice(1, None)]", tmp_path) == []
    assert of_expression("python.slice(python.slice(1))", tmp_path) == ["X055"]


def test_only_dictionaries_are_unpacked_to_names(tmp_path: Path) -> None:
    assert of_expression("dict(**dict(a=1))['a']", tmp_path) == []
    assert of_expression("dict(**[('a', 1)])", tmp_path) == ["X055"]


def test_numbers_beside_a_format_are_text(tmp_path: Path) -> None:
    assert of_expression("'%d_10000 %% 10000 %(a' % 1", tmp_path) == ["X055"]
    assert of_expression("'%d_10000 %%10000 %999d *' % (1, 2)", tmp_path) == []


def test_separators_cannot_be_a_pattern(tmp_path: Path) -> None:
    body = "xacro.tokenize('a' * 40, 'x]|(a+)+b|[')"
    assert of_expression(body, tmp_path) == ["X055"]


def test_nesting_is_bounded(tmp_path: Path) -> None:
    assert of_expression("-" * 300 + "1", tmp_path) == ["X058"]
    assert of_expression("+".join(["1"] * 800), tmp_path) == []  # a long sum is not deep


def test_the_budget_counts() -> None:
    budget = Budget()
    budget.spend(MAX_STEPS)
    with pytest.raises(LimitError):
        budget.spend(1)


def test_properties_may_hide_functions_but_not_reach_them(tmp_path: Path) -> None:
    assert codes('<xacro:property name="len" value="3"/><a b="${len}"/>', tmp_path) == []
    assert codes('<xacro:property name="__class__" value="3"/>', tmp_path) == ["X050"]


def test_files_are_bounded(tmp_path: Path) -> None:
    include = '<xacro:include filename="/*/*/*/*/*/*"/>'
    assert codes(include, tmp_path) == ["X058"]
    assert codes('<xacro:include filename="."/>', tmp_path) == ["X056"]
    assert codes('<xacro:include filename="/dev/zero"/>', tmp_path) == ["X056"]
    assert codes("<a b=\"${xacro.load_yaml('/dev/zero')}\"/>", tmp_path) == ["X056"]
    assert codes("<a b=\"${xacro.load_yaml('a\\x00b')}\"/>", tmp_path) == ["X056"]


def test_includes_that_multiply_are_bounded(tmp_path: Path) -> None:
    for i in range(30):
        twice = f'<xacro:include filename="{i + 1}.xacro"/>' * 2
        (tmp_path / f"{i}.xacro").write_text(f"{ROBOT}{twice}</robot>")
    (tmp_path / "30.xacro").write_text("<robot/>")
    assert codes('<xacro:include filename="0.xacro"/>', tmp_path) == ["X058"]


BOMBS = {
    "aliases": "l0: &l0 [1, 2]\n"
    + "".join(f"l{i + 1}: &l{i + 1} [{', '.join([f'*l{i}'] * 10)}]\n" for i in range(12)),
    "merged keys": "l0: &l0 {a: 1, b: 2}\n"
    + "".join(f"l{i + 1}: &l{i + 1} {{<<: [{', '.join([f'*l{i}'] * 10)}]}}\n" for i in range(12)),
    "keys merged often": f"a: &a {{{', '.join(f'k{i}: 1' for i in range(2000))}}}\n"
    + "".join(f"b{i}: {{<<: *a}}\n" for i in range(1000)),
    "cycle": "&a [*a]",
    "merged cycle": "&a {<<: *a}",
    "deep": "[" * 5000 + "]" * 5000,
    "sexagesimal": "a: " + "1:" * 100_000 + "1",
    "hexadecimal": "a: 0x" + "f" * 100_000,
    "large": "a: " + "x" * 2_000_000,
    "unit": "a: !degrees 9 ** 9 ** 9",
}


@pytest.mark.parametrize("name", BOMBS)
def test_yaml_is_bounded(tmp_path: Path, name: str) -> None:
    (tmp_path / "bomb.yaml").write_text(BOMBS[name])
    found = codes("<a b=\"${xacro.load_yaml('bomb.yaml')}\"/>", tmp_path)
    assert found == ["X058"]


def test_copies_of_what_yaml_holds_are_bounded(tmp_path: Path) -> None:
    (tmp_path / "long.yaml").write_text(f"list: [{'0, ' * 20_000}]")
    (tmp_path / "rows.yaml").write_text(f"- {{{', '.join(f'{i}: 0' for i in range(2000))}}}\n" * 10)
    often = "(lambda c: len([0 for i in python.range(10 ** 6) %s]))(xacro.load_yaml('%s'))"
    assert of_expression(often % ("if c.list", "long.yaml"), tmp_path) == ["X058"]
    assert of_expression(often % ("for row in c", "rows.yaml"), tmp_path) == ["X058"]


@pytest.mark.parametrize(
    "tag",
    [
        *("!!python/object/apply:os.system [echo]", "!!python/name:os.system", "!unknown 1"),
        *("!!bool maybe", '!!int ""', "!!timestamp soon"),
    ],
)
def test_yaml_makes_no_objects(tmp_path: Path, tag: str) -> None:
    (tmp_path / "bomb.yaml").write_text(f"a: {tag}")
    assert codes("<a b=\"${xacro.load_yaml('bomb.yaml')}\"/>", tmp_path) == ["X059"]


@pytest.mark.parametrize(
    "params", ["a:=" + "b" * 60 + "'", "a:=" + "''" * 40 + '"', "a:=" + "'x'y" * 40 + '"']
)
def test_quotes_that_do_not_close_are_read_at_once(tmp_path: Path, params: str) -> None:
    params = params.replace('"', "&quot;")
    assert codes(f'<xacro:macro name="m" params="{params}"/>', tmp_path) == []


def test_parameters_are_bounded(tmp_path: Path) -> None:
    for params in ("a " * 40_000, "a=''" * 1000):
        assert codes(f'<xacro:macro name="m" params="{params}"/>', tmp_path) == ["X058"]


def test_blocks_that_insert_themselves_are_stopped(tmp_path: Path) -> None:
    body = '<xacro:property name="b"><xacro:insert_block name="b"/></xacro:property>'
    assert codes(f'{body}<xacro:insert_block name="b"/>', tmp_path) == ["X058"]


def test_the_result_is_bounded(tmp_path: Path) -> None:
    nested = '<xacro:macro name="m" params="n"><a><xacro:if value="${n}"><xacro:m n="${n - 1}"/>'
    body = f'{nested}</xacro:if></a></xacro:macro><xacro:m n="%d"/>'
    assert codes(body % 150, tmp_path) == []
    assert codes(body % 250, tmp_path) == ["X058"]
