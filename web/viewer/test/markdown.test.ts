import { describe, expect, it } from "vitest";
import { readInline, readMarkdown } from "../src/markdown/tokens.js";

describe("Markdown", () => {
  it("reads headings, paragraphs over several lines, code and lists", () => {
    const text =
      "# P402 axis\n\nOne line\nand another.\n\n```xml\n<a/>\n# not a heading\n```\n\n- one\n- two\n  goes on\n\n1. first";
    expect(readMarkdown(text)).toEqual([
      { type: "heading", level: 1, content: [{ type: "text", text: "P402 axis" }] },
      { type: "paragraph", content: [{ type: "text", text: "One line and another." }] },
      { type: "code", language: "xml", text: "<a/>\n# not a heading" },
      {
        type: "list",
        ordered: false,
        items: [[{ type: "text", text: "one" }], [{ type: "text", text: "two goes on" }]],
      },
      { type: "list", ordered: true, items: [[{ type: "text", text: "first" }]] },
    ]);
  });

  it("keeps markup as text, and only the text of links", () => {
    expect(readInline("<img onerror=x> and [here](javascript:x)")).toEqual([
      { type: "text", text: "<img onerror=x> and " },
      { type: "text", text: "here" },
    ]);
  });

  it("reads code, strong and emphasis within a line", () => {
    expect(readInline("a `b*c*` **d** *e* 2 * 3")).toEqual([
      { type: "text", text: "a " },
      { type: "code", text: "b*c*" },
      { type: "text", text: " " },
      { type: "strong", text: "d" },
      { type: "text", text: " " },
      { type: "emphasis", text: "e" },
      { type: "text", text: " 2 * 3" },
    ]);
  });

  it("ends code at the end of the page where its fence is missing", () => {
    expect(readMarkdown("```\na")).toEqual([{ type: "code", language: "", text: "a" }]);
  });
});
