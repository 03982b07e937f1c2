/** From the text of a URDF to a `RobotModel`; needs neither three.js nor a page. */
import type { Dialect } from "./dialect.js";
import { Document } from "./document.js";
import { step } from "./finding.js";
import { mend } from "./mend.js";
import type { Link, RobotModel } from "./model.js";
import type { CouplingConvention } from "./read-loop.js";
import { RobotReader } from "./read-robot.js";
import type { Parts } from "./references.js";
import { type ResolveOptions, resolver } from "./resolve.js";
import * as rules from "./rules.js";
import { type Element, misplaced, scan, XmlFault } from "./xml.js";

/** How a description is read. */
export interface ParseOptions extends ResolveOptions {
  /** Which side a coupling's ratio multiplies where the file does not state it. */
  readonly coupling?: CouplingConvention | undefined;
  /** What other programs add to URDF and is read too: `[drake]`. None by default. */
  readonly dialects?: readonly Dialect[] | undefined;
}

const nothing = {
  name: "robot",
  links: new Map(),
  joints: new Map(),
  loops: new Map(),
  couplings: new Map(),
  materials: new Map(),
};

/**
 * Reads URDF, and the loops and couplings of URDF+. Never throws: what is wrong is a finding with line
 * and column, and the rest is read. A text without a robot gives a model without links. Whether names
 * exist and links make a tree is for `checkStructure` to find, which building a robot calls.
 */
export function parseURDF(text: string, options: ParseOptions = {}): RobotModel {
  const document = new Document(text);
  const { findings } = document;
  const locate: RobotModel["locate"] = (part, ...inside) => document.find(part, ...inside);
  const root = readXml(document);
  if (!root) return { ...nothing, findings, locate };
  if (root.tag.slice(root.tag.lastIndexOf(":") + 1) !== "robot") {
    const message = `the root element must be <robot>, got <${root.tag}>`;
    document.report(rules.noRobot, message, "", document.position(root));
    return { ...nothing, findings, locate };
  }
  const { coupling, dialects = [] } = options;
  const reader = new RobotReader(document, root, resolver(options), coupling, dialects);
  const { name, version, joints, loops, couplings, materials } = reader;
  const links = withWorld(reader, document);
  const parts = { links, joints, loops, couplings, materials };
  const children = new Set([...joints.values()].map(({ child }) => child));
  const top = [...links.keys()].find((link) => !children.has(link));
  return { name, version, root: top, ...parts, findings, locate };
}

/** The root element; undefined with the reason among the findings. */
function readXml(document: Document): Element | undefined {
  const { text } = document;
  if (text.trim() === "") {
    document.reportAt(rules.emptyFile, "the file is empty", 0, 0);
    return undefined;
  }
  const written = tolerated(document);
  try {
    return scan(written);
  } catch (fault) {
    if (!(fault instanceof XmlFault)) throw fault;
    const { rule, message, at, length } = fault;
    const mendable = rule === rules.notWellFormed || rule === rules.doctype;
    const mended = mendable ? scanMended(document, written) : undefined;
    if (!mended) document.reportAt(rule, message, at, at + length);
    return mended;
  }
}

/** The root element of a text with errors that other readers let pass, each of them reported. */
function scanMended(document: Document, written: string): Element | undefined {
  const [text, faults, ampersand] = mend(written);
  let root: Element | undefined;
  try {
    root = scan(text, ampersand);
  } catch (fault) {
    if (!(fault instanceof XmlFault && fault.follows)) return undefined;
    const { at } = fault;
    const message = "a document has one element; what follows it is ignored";
    faults.set(message, [rules.notWellFormed, at, at + 1]);
    root = scan(text.slice(0, at), ampersand);
  }
  for (const [message, [rule, ...place]] of faults) document.reportAt(rule, message, ...place);
  return root;
}

/** The text to scan: what is wrong but harmless is reported and blanked, offsets kept. */
function tolerated(document: Document): string {
  let { text } = document;
  const start = text.startsWith("\ufeff") ? 1 : 0;
  if (start) {
    document.reportAt(rules.byteOrderMark, "byte order mark", 0, 1);
    text = ` ${text.slice(1)}`;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what old editors leave behind
  const end = text.replace(/[\0\x1a \t\r\n]+$/, "").length;
  if (/[^ \t\r\n]/.test(text.slice(end))) {
    const message = "control characters follow the end of the document";
    document.reportAt(rules.trailingBytes, message, end, text.length);
    text = text.slice(0, end);
  }
  const declaration = /<\?xml\s[^>]*?\?>/.exec(text);
  // A second declaration, or one inside the document, is left to the scanner to refuse.
  if (!declaration || text.slice(0, declaration.index).trim() !== "") return text;
  const { 0: written, index } = declaration;
  const version = /version\s*=\s*["']([^"']*)["']/d.exec(written);
  if (version?.indices && !/^1\.[01]$/.test(version[1] as string)) {
    const [from, to] = version.indices[1] as [number, number];
    const message = `XML version '${version[1]}' is read as 1.0`;
    document.reportAt(rules.xmlVersion, message, index + from, index + to);
  }
  if (index !== start) {
    document.reportAt(rules.misplacedDeclaration, misplaced, index, index + written.length);
  }
  return text.slice(0, index) + " ".repeat(written.length) + text.slice(index + written.length);
}

const world = "world";

/** With a link for the world that joints hang from where none is declared: Drake has it built in. */
function withWorld({ links, joints }: Pick<Parts, "links" | "joints">, document: Document) {
  const hanging = [...joints.values()].find(({ parent }) => parent === world);
  if (!hanging || links.has(world)) return links;
  const part = step("joint", hanging.name);
  const message = `joint '${hanging.name}' is attached to '${world}', which is not declared; it is added`;
  const position = document.find(part, "parent", "link");
  document.report(rules.undeclaredWorld, message, `${part}.parent.link`, position);
  const added: Link = { name: world, visuals: [], collisions: [] };
  return new Map<string, Link>([[world, added], ...links]);
}
