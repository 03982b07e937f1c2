/** Texts that nobody would write by accident. */
import { describe, expect, it } from "vitest";
import { parseURDF } from "../../src/urdf/index.js";

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
    ["<robot/><robot/>", "X001"],
    ["<robot>&unknown;</robot>", "X001"],
    ["<robot name='a & b'/>", "X001"],
    ["<robot name='<'/>", "X001"],
    ["<robot><!-- </robot>", "X001"],
    ["<robot><!ELEMENT a></robot>", "X001"],
    ["<robot>\u0000</robot>", "X001"],
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
