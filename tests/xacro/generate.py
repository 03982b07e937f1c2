"""Xacro files made at random: every feature of the language, in every combination."""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.sax.saxutils import quoteattr

HEAD = '<robot name="{name}" xmlns:xacro="http://www.ros.org/wiki/xacro"{more}>'
NUMBERS = ("a", "b", "size", "k", "radius")
TEXTS = ("side", "word")
NAMES = (*NUMBERS, *TEXTS)
PRELUDE = """\
<xacro:property name="a" value="1"/><xacro:property name="b" value="2.5"/>
<xacro:property name="k" value="${a + 1}"/><xacro:property name="size" value="0.1"/>
<xacro:property name="radius" value="${size * 2}"/><xacro:property name="side" value="left"/>
<xacro:property name="word" value="${side + '_' + side}"/><xacro:arg name="size" default="3"/>
<xacro:arg name="flag" default="true"/><xacro:arg name="arg1" default="text"/>
"""
ODD = ("depths", "pi", "e", "x_1", "class", "1x", "__x", "é")
MACROS = ("leg", "arm", "wheel", "joint_m")
TAGS = ("link", "joint", "origin", "geometry", "extra")
LITERALS = (
    *("1", "0", "-2", "2.5", "1e3", ".5", "007", "1_000", "true", "False", "'1'", "''", "nan"),
    *("text", "two words", " 3 ", "0x10", "inf", "''x''", "a_b", "$", "5$", "None", "1,2", ""),
)
COLLECTIONS = (
    (
        "[1, 2, 3]",
        ("@[0]", "@", "len(@)", "@.pop()", "@.append(1)", "sum(@)", "@[1:]", "@.index(2)"),
    ),
    ("dict(a=1, b=2)", ("@['a']", "@", "@.keys()", "@.get('z', 5)", "list(@.items())", "@.a")),
    (
        "[x * 2 for x in [1, 2]]",
        ("@", "sorted(@)", "max(@)", "list(python.reversed(@))", "@[-1] / 2"),
    ),
    ("xacro.dotify(dict(a=dict(b=4)))", ("@.a.b", "@['a'].b", "@", "@.a", "@.values()", "@.c")),
    ("python.range(3)", ("@", "list(@)", "@[1]", "[i for i in @]", "@.stop")),
    ("(1, 'x')", ("@", "@[1]", "@ + (2,)", "@.count(1)")),
    ("xacro.tokenize('a,b c')", ("@", "@[0]", "len(@)")),
    ("python.set([1])", ("@", "1 in @", "@.union([2])")),
)
YAML_USES = (
    *("@", "@.angle", "@['far']", "@.turn", "@.foot", "@.list", "@.list[2].y", "@.list[2]['y'][0]"),
    *("@.map", "@.map.two.name", "@['map']['two'].deep * 2", "@.map.yes_", "@.map.none", "@.text"),
    *("@.more.n + @.more.m", "@.date", "list(@.map.values())", "@.keys()", "len(@.list)"),
    *("[v for v in @.list]", "[v.x for v in @.list[2:]]", "@.map.get('one')", "@.nothing"),
    *("'angle' in @", "@.list[0] / @.list[1]", "@.map.two", "sorted(@.base.items())", "@.far"),
)
YAML = """\
angle: !degrees {a}
far: !millimeters {b}
turn: !radians pi/2
foot: !foot 1
list: [1, 2.5, {{x: 3, y: [a, b]}}]
map: {{one: 1, two: {{deep: {b}, name: left}}, yes_: true, none: ~}}
text: "quoted ${{a}}"
base: &base {{m: 1, n: 2}}
more: {{<<: *base, n: 3}}
date: 2020-01-02
"""


class Generator:
    """One set of files: `main.xacro` and what it includes or loads."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.files: dict[str, str] = {}
        self.arguments: dict[str, str] = {}
        self.own: list[str] = []
        self.inside = 0
        self.macros: list[tuple[str, list[str]]] = []
        self.blocks: list[str] = []
        self.known_arguments: list[str] = []
        self.depth = 0
        self.yaml = False
        self.includes = 0

    def write(self, folder: Path) -> Path:
        """Write the files; the path of the main one."""
        for name in ("size", "flag", "arg1"):
            if self.chance(0.3):
                self.arguments[name] = self.argument_value(name)
        if self.chance(0.5):
            self.yaml = True
            text = YAML.format(a=self.one(("90", "45 * 2", "180/4")), b=self.one(("1", "2.5")))
            self.files["conf.yaml"] = text
        more = self.one(("", "", ' xmlns:foo="http://foo"', ' xacro:targetNamespace="http://t"'))
        name = self.one(("r", "${'r' + 's'}", "r$(optenv NO_SUCH x)"))
        body = PRELUDE if self.chance(0.97) else ""
        body += self.body(self.random.randint(4, 14))
        self.files["main.xacro"] = f"{HEAD.format(name=name, more=more)}{body}</robot>"
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        return folder / "main.xacro"

    def argument_value(self, name: str) -> str:
        """What an argument may be, for the prelude to work with."""
        values = {"size": ("1", "2.5", "-3"), "flag": ("true", "0", "False", "1")}
        return self.one(values.get(name, ("text", "$(find pack)/x", "1.5", "")))

    # Choices

    def chance(self, probability: float) -> bool:
        """True with a probability."""
        return self.random.random() < probability

    def one(self, items):  # type: ignore[no-untyped-def]
        """One of several things."""
        return self.random.choice(items)

    # Content

    def body(self, count: int) -> str:
        """Some instructions and elements."""
        self.depth += 1
        text = ""
        for _ in range(count):
            text += self.one(("", "\n", "\n  ", "\n\n", " "))
            if self.chance(0.12):
                text += self.one(
                    ("<!-- c -->", "<!-- c ${1+1} -->", "<!-- xacro:eval-comments -->")
                )
                text += self.one(("", "\n"))
            text += self.statement()
        self.depth -= 1
        return text

    def statement(self) -> str:
        """One instruction or element."""
        makers = [
            (self.property_, 22),
            (self.element, 22),
            (self.call, 16),
            (self.condition, 9),
            (self.argument, 5),
            (self.text, 4),
            (self.dynamic, 3),
            (self.insert, 6 if self.blocks else 0.01),
            (self.made, 3),
            (self.message, 1),
            (self.data, 1),
        ]
        if self.depth < 4:
            makers.append((self.macro, 12))
        if self.depth < 3 and self.includes < 3:
            makers.append((self.include, 6))
        functions, weights = zip(*makers, strict=True)
        return self.random.choices(functions, weights)[0]()

    def small(self) -> str:
        """Content of an element."""
        return self.body(self.random.randint(0, 3)) if self.depth < 5 else ""

    def property_(self) -> str:
        """A property, of any kind."""
        name = self.one(NAMES) if self.chance(0.99) else self.one(ODD)
        extra = ""
        if self.chance(0.12):
            scope = self.one(("parent", "global", "global", "local"))
            if scope != "parent" or self.inside or self.chance(0.02):
                extra += f' scope="{scope}"'
        if self.chance(0.12):
            extra += f' lazy_eval="{self.one(("false", "true", "0", "${False}"))}"'
        if self.chance(0.01):
            extra += ' odd="1"'
        kind = self.random.random()
        if kind < 0.01 or (kind < 0.06 and self.inside and name in self.own):
            return f'<xacro:property name="{name}" remove="{self.one(("true", "true", "false"))}"/>'
        if kind < 0.16:
            self.blocks.append(name)
            return f'<xacro:property name="{name}"{extra}>{self.small()}</xacro:property>'
        self.own.append(name)
        attribute = "default" if kind < 0.26 else "value"
        value = quoteattr(self.typed(name))
        written = name if self.chance(0.95) else "${'" + name + "'}"
        return f'<xacro:property name="{written}" {attribute}={value}{extra}/>'

    def element(self) -> str:
        """An element that is not an instruction."""
        tag = self.one(TAGS)
        names = self.random.sample(("name", "xyz", "value", "k"), self.random.randint(0, 3))
        attributes = "".join(f" {name}={quoteattr(self.value())}" for name in names)
        if self.chance(0.03):
            attributes += ' xacro:drop="${1/0}"'
        if self.chance(0.02):
            attributes += ' xmlns:bar="http://bar"'
        inner = self.small() if self.chance(0.4) else ""
        return f"<{tag}{attributes}>{inner}</{tag}>" if inner else f"<{tag}{attributes}/>"

    def text(self) -> str:
        """Text."""
        return self.escaped(
            self.one(("words ", "a $ b", "${1 + 2} ", self.value(), "x &lt; y", "${side}"))
        )

    def data(self) -> str:
        """Things that are left as they are."""
        return self.one(
            ("<![CDATA[ ${x} < ]]>", "<?target ${x}?>", "<!-- xacro:eval-comments:off -->")
        )

    def message(self) -> str:
        """A message."""
        kind = self.one(
            (
                "message",
                "warning",
                "error",
                "message",
                "print_location",
                "fatal" if self.chance(0.1) else "error",
            )
        )
        if kind == "print_location":
            return "<a>${xacro.print_location()}</a>"
        return f"<a>${{xacro.{kind}('m', {self.words(1)})}}</a>"

    def dynamic(self) -> str:
        """An element or an attribute with an evaluated name."""
        if self.chance(0.5):
            tag = self.one(("${'li' + 'nk'}", "joint", "${'a' + 'b'}", "xacro:if", "xacro:element"))
            tag = "${''}" if self.chance(0.03) else tag
            if tag == "xacro:element":
                return "<xacro:element xacro:name=\"${'x' * 2}\"/>"
            value = ' value="1"' if tag == "xacro:if" else ""
            return f'<xacro:element xacro:name="{tag}"{value}>{self.small()}</xacro:element>'
        name = self.one(("k", "${'k' + 'j'}", "xyz"))
        value = self.one(("v", "${'v' * 2}", "1 ${k}", "${str(2)}"))
        return f'<origin><xacro:attribute name="{name}" value="{value}"/></origin>'

    def condition(self) -> str:
        """`if` or `unless`."""
        tag = self.one(("if", "if", "unless"))
        value = self.one(
            (
                *("true", "false", "1", "0", "True", "${1 == 1}", "${[]}", "${not True}"),
                *("${'a' == 'a'}", "$(arg flag)", "${" + self.truth(1) + "}"),
                *("${side}" if self.chance(0.01) else "0", "2", " 1 ", "${None}", "${1 in [1, 2]}"),
            )
        )
        return f"<xacro:{tag} value={quoteattr(value)}>{self.small()}</xacro:{tag}>"

    def argument(self) -> str:
        """A declaration of an argument."""
        name = self.one(("arg2", "arg3", "size", "arg1"))
        self.known_arguments.append(name)
        default = self.one((self.argument_value(name), "${str(" + self.number(1) + ")}"))
        return f'<xacro:arg name="{name}" default={quoteattr(default)}/>'

    def made(self) -> str:
        """A list or dictionary as a property, and a use of it."""
        name = self.one(("items", "conf"))
        if self.yaml and self.chance(0.5):
            file = "${'conf' + '.yaml'}" if self.chance(0.1) else "conf.yaml"
            use = self.one(YAML_USES).replace("@", name)
            loaded = f"${{xacro.load_yaml('$(find pack)/{file}')}}"
            return f'<xacro:property name="{name}" value="{loaded}"/><link v="${{{use}}}"/>'
        value, uses = self.one(COLLECTIONS)
        use = self.one(uses).replace("@", name)
        return f'<xacro:property name="{name}" value="${{{value}}}"/><link v="${{{use}}}"/>'

    def macro(self) -> str:
        """A definition of a macro, and often a call."""
        name = self.one(MACROS)
        parameters: list[str] = []
        written: list[str] = []
        outer = list(self.own), list(self.blocks), list(self.macros)
        self.inside += 1
        for each in self.random.sample(NAMES, self.random.randint(0, 3)):
            kind = self.random.random()
            if kind < 0.45:
                written.append(each)
                parameters.append(each)
            elif kind < 0.62:
                default = self.one(
                    ("1", "${2 * 3}", "$(arg size)", "${" + self.number(1).replace(" ", "") + "}")
                )
                if each in TEXTS:
                    default = self.one(("text", "${side}", "'a b'", "$(arg arg1)", "a.b"))
                written.append(f"{each}:={default}")
                parameters.append(f"{each}?")
            elif kind < 0.70:
                default = self.one(("1", "${a}", "2.5", "-1"))
                if each in TEXTS:
                    default = self.one(("'a b'", '"c d"', "x", "left'right'"))
                default = "" if self.chance(0.03) else default
                written.append(f"{each}={default}")
                parameters.append(f"{each}?")
            elif kind < 0.80:
                written.append(f"{each}:=^")
                parameters.append(f"{each}?")
            elif kind < 0.88:
                written.append(f"{each}:=^|{self.one(('5', '${1+1}', '2.5'))}")
                parameters.append(f"{each}?")
            else:
                star = self.one(("*", "**"))
                written.append(f"{star}{each}")
                parameters.append(f"{star}{each}")
                self.blocks.append(each)
                continue
            self.own.append(each)
        inner = self.body(self.random.randint(1, 4))
        self.own, self.blocks, self.macros = outer
        self.inside -= 1
        self.macros.append((name, parameters))
        prefix = "xacro:" if self.chance(0.02) else ""
        params = f" params={quoteattr(self.one((' ', '  ')).join(written))}" if written else ""
        definition = f'<xacro:macro name="{prefix}{name}"{params}>{inner}</xacro:macro>'
        return definition + "".join(self.call() for _ in range(self.random.randint(0, 2)))

    def call(self) -> str:
        """A call of a macro."""
        if not self.macros and self.chance(0.98):
            return self.element()
        name, parameters = self.one(self.macros) if self.macros else ("leg", [])
        attributes, inner = "", ""
        for each in parameters:
            if each.startswith("*"):
                if self.chance(0.995):
                    attribute = self.one(("", ' v="${k}"', ' v="$${k}"'))
                    inner += f"<block{attribute}>{self.small()}</block>"
            elif (not each.endswith("?") or self.chance(0.5)) and self.chance(0.995):
                attributes += f" {each.rstrip('?')}={quoteattr(self.typed(each.rstrip('?')))}"
        if self.chance(0.003):
            attributes += ' other="1"'
        if self.chance(0.003):
            inner += "<block/>"
        if self.chance(0.003):
            name = self.one(MACROS)
        if self.chance(0.15):
            dynamic = self.one((name, "${'" + name[:1] + "' + '" + name[1:] + "'}"))
            return f'<xacro:call macro="{dynamic}"{attributes}>{inner}</xacro:call>'
        return f"<xacro:{name}{attributes}>{inner}</xacro:{name}>"

    def insert(self) -> str:
        """A block put in."""
        name = self.one(self.blocks) if self.blocks else "nothing"
        return f'<xacro:insert_block name="{name}"/>'

    def include(self) -> str:
        """An include of a new file."""
        self.includes += 1
        before = self.includes
        file = f"{self.one(('', '', 'sub/'))}inc{self.includes}.xacro"
        space = ""
        outer = self.own, self.macros, self.blocks
        if self.chance(0.4):
            space = self.one(("ns", "other", "${'n' + 's'}"))
            self.own, self.macros, self.blocks = list(outer[0]), [], list(outer[2])
            self.inside += 1
        more = self.one(("", "", ' xmlns:inc="http://inc"'))
        inner = self.body(self.random.randint(1, 5))
        self.files[file] = f"{HEAD.format(name='inc', more=more)}{inner}</robot>"
        if space:
            macros = self.macros
            self.own, self.macros, self.blocks = outer
            self.inside -= 1
            known = "ns" if space.startswith("$") else space
            self.macros = self.macros + [(f"{known}.{name}", parts) for name, parts in macros]
        written = self.one(
            (file, f"$(find pack)/{file}", file.replace("inc", "in*"), "${'" + file + "'}")
        )
        optional = self.one(("", "", "", ' optional="true"', ' optional="false"'))
        if self.includes > before:
            optional = ""  # where a file is missing inside, xacro loses its place
        if self.chance(0.02 if "true" not in optional else 0.2):
            written = "missing.xacro"
        attribute = f' ns="{space}"' if space else ""
        return f'<xacro:include filename="{written}"{attribute}{optional}/>'

    # Values

    def typed(self, name: str) -> str:
        """A value for a property or parameter: a number where others reckon with one."""
        if self.chance(0.03):
            return self.value()
        if name in TEXTS:
            return self.one((*WORDS, "${" + self.words(1) + "}", "x${a}", "$(arg size)${k}"))
        kind = self.random.random()
        if kind < 0.3:
            return self.one(LITERAL_NUMBERS)
        return "${" + self.number(self.random.randint(0, 3)) + "}"

    def value(self) -> str:
        """The text of an attribute."""
        kind = self.random.random()
        if kind < 0.2:
            return self.one(LITERALS)
        if kind < 0.7:
            return "${" + self.expression(self.random.randint(0, 3)) + "}"
        if kind < 0.85:
            return (
                f"{self.one(('p ', ''))}${{{self.expression(1)}}} {self.one(('q', '${k}', '$x'))}"
            )
        if kind < 0.995:
            return self.one(SUBSTITUTIONS)
        return self.one(BROKEN)

    def expression(self, depth: int) -> str:
        """An expression of any type."""
        kind = self.random.random()
        if kind < 0.45:
            return self.number(depth)
        if kind < 0.7:
            return self.words(depth)
        if kind < 0.999:
            return self.other(depth)
        return self.one(("undefined", "ns.k", "a +", "1 / 0", "a.__class__", "side + 1", "[][0]"))

    def number(self, depth: int) -> str:
        """A number."""
        if depth <= 0:
            return self.one((*PLAIN_NUMBERS, *NUMBERS, *NUMBERS))
        a, b = self.number(depth - 1), self.number(depth - 1)
        return self.one(
            (
                *(f"{a} + {b}", f"{a} - {b}", f"{a} * {b}", f"({a}) / 2", f"(({a}) % 5) ** 2"),
                *(f"{a} if {self.truth(depth - 1)} else {b}", f"({a}) // 3", f"-({a})"),
                *(f"int({a})", f"float({a})", f"[{a}, {b}][0]", f"({a}, {b})[-1]", f"max(1, {a})"),
                *(f"sin({a})", f"radians({a})", f"math.sqrt(python.abs({a}))", f"round({a}, 2)"),
                *(f"python.abs({a})", f"math.floor({a})", f"len({self.words(depth - 1)})"),
                *(f"dict(k={a})['k']", f"[i for i in [{a}, {b}]][-1]", f"python.sum([{a}, {b}])"),
                *(f"(lambda x, y=2: x * y)({a})", f"int({a}) << 2", f"min([{a}, 2])", f"({a})"),
                *(f"{a} or {b}", f"int('12') + {a}", f"float('1.5') * {b}", f"math.atan2({a}, 1)"),
                *(f"python.divmod({a}, 3)[0]", f"int({a}) & 6", f"int({a}) ^ int({b})"),
                *(
                    f"python.sorted([{a}, {b}])[0]",
                    f"python.sum([x * {a} for x in python.range(3)])",
                ),
            )
        )

    def words(self, depth: int) -> str:
        """A text."""
        if depth <= 0:
            return self.one(("'a'", "'x y'", "''", "'1'", "'true'", *TEXTS, *TEXTS))
        a, b = self.words(depth - 1), self.words(depth - 1)
        n = self.number(depth - 1)
        return self.one(
            (
                *(f"{a} + {b}", f"str({n})", f"({a}).upper()", f"'%s' % ({a})", f"'%.3f' % ({n})"),
                *(f"({a}) * 2", f"({a} + 'l.m').split('.')[0]", f"', '.join([{a}, {b}])"),
                *(f"{a} if {self.truth(depth - 1)} else {b}", f"({a}).replace('l', '_')"),
                *(f"({a})[1:]", f"({a})[::-1]", f"str([{n}, {a}])", f"({a}).strip('l').title()"),
                *(
                    f"'%d%s' % (int({n}), {a})",
                    f"str({self.truth(depth - 1)})",
                    f"python.repr({a})",
                ),
                *(f"''.join([c + '.' for c in {a} if c != 'l'])", f"({a}).zfill(6)"),
                *(f"''.join(map(str, [{n}]))", f"''.join(python.reversed({a}))"),
            )
        )

    def truth(self, depth: int) -> str:
        """A truth value."""
        a, b = self.number(depth - 1), self.number(depth - 1)
        return self.one(
            (
                *(f"{a} < {b}", f"{a} == {b}", f"not ({a})", f"{a} < {b} < 5", f"{a} in [{b}, 1]"),
                *(f"bool({a})", f"python.isinstance({a}, float)", "side == 'left'", "True"),
                *(f"{self.words(depth - 1)} in side", f"{a} is None", f"python.any([{a}, {b}])"),
                *(f"{a} != {b} and {b} >= 1", "'$(arg flag)' == 'true'", "side.startswith('l')"),
            )
        )

    def other(self, depth: int) -> str:
        """Lists, dictionaries and truth values."""
        a, w = self.number(depth - 1), self.words(depth - 1)
        return self.one(
            (
                *(f"[{a}, {w}]", f"({a},)", f"dict(a={a}, b={w})", self.truth(depth), "None"),
                *(f"[[i, {w}] for i in python.range(2)]", f"list({w})", f"python.set([{a}])"),
                *(
                    f"list(python.zip([{a}], [{w}]))",
                    f"list(python.enumerate({w}))",
                    f"[*[{a}], 1]",
                ),
                *(
                    f"python.sorted(dict(b=1, a={a}).items())",
                    f"python.type({a})",
                    f"({w}).split('e')",
                ),
                *(f"xacro.tokenize({w})", f"xacro.dotify(dict(a=dict(b={a}))).a.b", f"{a}, {w}"),
                *(f"[x for x in [1, {a}] if x > 1]", f"list(map(lambda c: c * 2, {w}))"),
            )
        )

    def escaped(self, text: str) -> str:
        """A text as content of an element."""
        return text if "&" in text else text.replace("<", "&lt;")


PLAIN_NUMBERS = ("1", "2", "0.5", "10", "3.0", "1e-3", "pi", "-1", "100000000000", "1e16", "True")
LITERAL_NUMBERS = ("1", "0", "-2", "2.5", "1e3", ".5", "007", " 3 ", "true", "False", "1e400")
WORDS = ("left", "two words", "a_b", "1_000", "'1'", "''", "''x''", "0x10", "n:m", "1,2", "$", "5$")
SUBSTITUTIONS = (
    *("$(arg size)", "$(arg flag)x", "$(eval 1 + 2)", "$(eval size * 2)", "$(find pack)"),
    *("$${a}", "$$(arg x)", "$$${a}", "${$(arg size)}", "${'$(arg flag)' + 'y'}", "$(arg size )"),
    *("$(optenv NO_SUCH d e)", "$(env HOME)", "$(arg ${'size'})", "$(eval pi > 3)", "$()"),
    *("${xacro.arg('size')}", "$(eval arg1 == 'text')", "$(eval not flag)", "$( find pack )/x"),
    *("$(eval [x for x in [1, 2]])", "$(find pack)$(arg size)${k}", "$ (arg size)", "$(arg arg1)"),
    *("${python.sum([1, 2])}", "$(eval {'a': 1}['a'])", "$(eval 'a' 'b')", "{a}", "$(optenv HOME)"),
)
BROKEN = (
    "$(arg nope)",
    "$(nope)",
    "${1 +}",
    "${",
    "$$",
    "$$x",
    "$(env NO_SUCH)",
    "$(find)",
    "$( )",
    "$(",
)
