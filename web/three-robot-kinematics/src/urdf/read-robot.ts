/** The children of `<robot>`, each into the collection of its kind. */
import type { Dialect } from "./dialect.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type { Coupling, Joint, Link, Loop, Material } from "./model.js";
import { control, Part, words } from "./part.js";
import { readJoint } from "./read-joint.js";
import { readGlobalMaterial, readLink } from "./read-link.js";
import {
  type CouplingConvention,
  childOf,
  isCoupling,
  readCoupling,
  readLoop,
} from "./read-loop.js";
import type { ResolveFile } from "./resolve.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

// Hardware, sensors and simulators are passed over: nothing of theirs is seen or moves.
const robotShape = {
  attributes: words("name version"),
  several: new Set([
    ...words("link joint loop coupling constraint loop_joint material"),
    ...control,
  ]),
};

export class RobotReader {
  readonly links = new Map<string, Link>();
  readonly joints = new Map<string, Joint>();
  readonly loops = new Map<string, Loop>();
  readonly couplings = new Map<string, Coupling>();
  readonly materials = new Map<string, Material>();
  readonly name: string;
  readonly version: string | undefined;
  private readonly part: Part;

  constructor(
    readonly document: Document,
    root: Element,
    private readonly resolve: ResolveFile,
    private readonly convention: CouplingConvention | undefined,
    private readonly dialects: readonly Dialect[],
  ) {
    document.version = root.attributes.get("version");
    this.part = new Part(document, root, "robot", robotShape);
    document.register("robot", undefined, root);
    for (const element of root.children) this.read(element);
    for (const dialect of dialects) dialect.lift(this, root.children);
    this.name = this.robotName(root);
    this.version = document.version;
  }

  private read(element: Element): void {
    switch (element.tag) {
      case "link": {
        const name = element.attributes.get("name");
        if (name) {
          const read = () => readLink(this.document, element, name, this.resolve);
          this.take("link", name, element, this.links, read);
        } else {
          const message = "a link must have a name, so that joints can refer to it";
          this.part.report(rules.missingAttribute, message, element);
        }
        break;
      }
      case "joint":
        this.readJoint(element, readJoint);
        break;
      case "loop":
      case "loop_joint":
      case "coupling":
      case "constraint":
        this.readLoop(element);
        break;
      case "material":
        this.readMaterial(element);
        break;
      default:
        this.readOther(element);
    }
  }

  private readJoint(element: Element, read: typeof readJoint): void {
    const name = this.nameOf(element, ["parent", "child"], "_to_", this.joints);
    this.take("joint", name, element, this.joints, () =>
      read !== readJoint && this.joints.has(name) ? undefined : read(this.document, element, name),
    );
  }

  /** An element of a dialect, or one that only looks like that. */
  private readOther(element: Element): void {
    const { tag } = element;
    const known = this.dialects.find(({ prefix }) => tag.startsWith(prefix));
    if (known?.joint[0] === tag) this.readJoint(element, known.joint[1]);
    else if (
      !known?.tags.has(tag) &&
      /^drake:(.*_constraint|joint|linear_bushing_rpy)$/.test(tag)
    ) {
      const why = known ? "is not supported" : "needs the dialect 'drake' of parseURDF";
      this.part.report(rules.notALoop, `<${tag}> ${why}; it is ignored`, element);
    }
  }

  private readLoop(element: Element): void {
    const sides = ["predecessor", "successor"] as const;
    if (isCoupling(element)) {
      const name = this.nameOf(element, sides, "_coupled_", this.couplings);
      const read = () => readCoupling(this.document, element, name, this.convention);
      this.take("coupling", name, element, this.couplings, read);
    } else {
      const name = this.nameOf(element, sides, "_loop_", this.loops);
      const read = () => readLoop(this.document, element, name);
      this.take("loop", name, element, this.loops, read);
    }
  }

  private readMaterial(element: Element): void {
    const name = element.attributes.get("name") ?? "";
    const material = readGlobalMaterial(this.document, element, this.resolve);
    const known = this.materials.get(name);
    if (known) {
      const same = JSON.stringify(known) === JSON.stringify(material);
      this.duplicate("material", name, element, same ? "warning" : "error");
    } else this.take("material", name, element, this.materials, () => material);
  }

  private robotName(root: Element): string {
    const name = root.attributes.get("name");
    if (name) return name;
    this.part.report(rules.unnamedRobot, "the robot has no name; 'robot' is used");
    return "robot";
  }

  /** The name, or a stable one made of the links it connects. */
  private nameOf(
    element: Element,
    ends: readonly string[],
    between: string,
    taken: ReadonlyMap<string, unknown>,
  ): string {
    const name = element.attributes.get("name");
    if (name) return name;
    const words = ends.map((tag) => {
      const attributes = childOf(element, tag)?.attributes;
      return attributes?.get("link") || attributes?.get("name") || "?";
    });
    const base = words.join(between);
    let made = base;
    for (let count = 2; taken.has(made); count++) made = `${base}_${count}`;
    const message = `the ${element.tag} has no name; '${made}' is used`;
    this.part.report(rules.unnamed, message, element);
    return made;
  }

  /** Reads a part and keeps the first of its name; all are read, so that none hides its faults. */
  private take<T>(
    kind: string,
    name: string,
    element: Element,
    taken: Map<string, T>,
    read: () => T | undefined,
  ): void {
    const isNew = !taken.has(name);
    if (isNew) this.document.register(kind, name, element);
    else this.duplicate(kind, name, element);
    const part = read();
    if (isNew && part !== undefined) taken.set(name, part);
  }

  private duplicate(
    kind: string,
    name: string,
    element: Element,
    severity?: rules.Rule["severity"],
  ): void {
    const first = this.document.find(step(kind, name));
    const message = `duplicate ${kind} name '${name}'; this ${kind} is left out`;
    const notes = first ? [`It is first defined in line ${first.line}.`] : [];
    this.part.report(rules.duplicateName, message, element, "name", { severity, notes });
  }
}
