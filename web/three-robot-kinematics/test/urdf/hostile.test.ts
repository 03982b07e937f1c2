/** Texts that nobody would write by accident. */
import { describe, expect, it } from "vitest";
import { drake, parseURDF } from "../../src/urdf/index.js";

const codes = (text: string) => parseURDF(text).findings.map(({ code }) => code);

describe("texts that are not XML", () => {
  it.each([
    ["", "X012"],
    ["   \n", "X012"],
    ["no markup", "X001"],
    ["<robot", "X001"],
    ["<robot name=x/>", "X001"],
    ["<robot name='a' name='b'/>", "X001"],
    ["<robot><link></robot>", "X001"],
    ["<robot name='<'/>", "X001"],
    ["<robot><!-- </robot>", "X001"],
    ["<robot><!ELEMENT a></robot>", "X001"],
    ["<robot><?xml version='1.0'?></robot>", "X001"],
    ['<!DOCTYPE r [<!ENTITY a "aaaa">]><robot/>', "X007"],
    ["<a>".repeat(300), "X008"],
    ["<sdf/>", "X011"],
  ])("%j is refused with %s", (text, code) => {
    expect(codes(text)).toEqual([code]);
  });

  it("many elements are refused before they fill the memory", () => {
    expect(codes(`<robot>${"<a/>".repeat(1_000_001)}</robot>`)).toEqual(["X009"]);
  });
});

/** Which of these are read, and at which line and column, is compared with Python in parse.test.ts. */
describe("errors that other readers let pass are reported, and the robot is read", () => {
  it.each([
    ["<!-- a -- b -->", "a comment must not contain '--'; it is read all the same"],
    ["a & b &unknown;", "'&' must be written as '&amp;'; it is read as '&'"],
    ["\u0000\u0001", "control characters are not allowed in XML; they are read as spaces"],
    ["</robot><robot>", "a document has one element; what follows it is ignored"],
  ])("%j", (inside, message) => {
    const model = parseURDF(`<robot name="r"><link name="a & b"/>${inside}</robot>`);
    expect([...model.links.keys()]).toEqual(["a & b"]);
    expect(model.findings.map((finding) => finding.message)).toContain(message);
    expect(new Set(model.findings.map(({ code }) => code))).toEqual(new Set(["X001"]));
  });
});

describe("a dialect that was not asked for is reported", () => {
  const inside = `<link name="a"/><link name="b"/>
    <drake:joint name="j" type="ball"><parent link="a"/><child link="b"/></drake:joint>
    <drake:tendon_constraint/><drake:ball_constraint/><drake:linear_bushing_rpy/>
    <drake:proximity_properties/>`;
  const text = `<robot name="r" xmlns:drake="x">${inside}</robot>`;

  it("each of its elements that would change the robot", () => {
    expect(codes(text)).toEqual(["S124", "S124", "S124", "S124"]);
    expect(parseURDF(text).joints.size).toBe(0);
  });

  it("and read where it was", () => {
    expect(parseURDF(text, { dialects: [drake] }).joints.get("j")?.type).toBe("spherical");
  });
});

describe("names that JavaScript has uses for", () => {
  it.each(["__proto__", "constructor", "toString", "a]b", '"', "\u{1f916}", "&lt;"])(
    "%s",
    (name) => {
      const text = `<robot name="r"><link name='${name}'/><link name='${name}'/></robot>`;
      const model = parseURDF(text);
      const plain = name.replace("&lt;", "<");
      expect([...model.links.keys()]).toEqual([plain]);
      expect(model.root).toBe(plain);
      expect(model.findings.map(({ code }) => code)).toEqual(["R203"]);
      // Characters are counted, not code units.
      expect(model.findings[0]?.position?.line).toBe(1);
    },
  );
});

it("columns count characters, whatever their code", () => {
  const text = '<robot name="\u{1f916}\u{1f916}"><joint name="j" type="no"/></robot>';
  const { position } = parseURDF(text).findings[0] ?? {};
  expect([position?.line, position?.column]).toEqual([
    1,
    [...text].join("").indexOf('no"') + 1 - 2,
  ]);
});

it("references and line breaks in attributes are resolved", () => {
  const text = '<robot name="a&#x41;&amp;&lt;&#10;b\nc"><link name="l"/></robot>';
  expect(parseURDF(text).name).toBe("aA&<\nb c");
});
