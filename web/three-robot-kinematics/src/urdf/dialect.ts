import type { Document } from "./document.js";
import type { Coupling, Joint, Loop } from "./model.js";
import type { Element } from "./xml.js";

/** The parts of a robot that a dialect adds to, and the description they are read from. */
export interface Described {
  readonly document: Document;
  readonly joints: Map<string, Joint>;
  readonly loops: Map<string, Loop>;
  readonly couplings: Map<string, Coupling>;
}

/** Elements that another program adds to `<robot>`. */
export interface Dialect {
  /** What its elements begin with: `drake:`. */
  readonly prefix: string;
  /** The element that is a joint, and how it is read. */
  readonly joint: readonly [
    tag: string,
    read: (document: Document, element: Element, name: string) => Joint | undefined,
  ];
  /** Its other elements. */
  readonly tags: ReadonlySet<string>;
  /** Reads these, once everything that they refer to has been read. */
  lift(robot: Described, children: readonly Element[]): void;
}
