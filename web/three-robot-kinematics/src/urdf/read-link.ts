import type { Vector } from "../basis.js";
import type { Document } from "./document.js";
import { step } from "./finding.js";
import type { Collision, Geometry, Link, LinkInertial, Material, Visual } from "./model.js";
import { Part, words } from "./part.js";
import type { ResolveFile } from "./resolve.js";
import * as rules from "./rules.js";
import type { Element } from "./xml.js";

const nameOnly = words("name");
const value = words("value");
const linkShape = {
  attributes: nameOnly,
  single: words("inertial self_collision_checking"),
  several: words("visual collision"),
};
const inertialShape = { single: words("origin mass inertia") };
const visualShape = { attributes: nameOnly, single: words("origin geometry material") };
const collisionShape = { attributes: nameOnly, single: words("origin geometry") };
const materialShape = { attributes: nameOnly, single: words("color texture") };
const shapes: Readonly<Record<string, ReadonlySet<string>>> = {
  box: words("size"),
  cylinder: words("radius length"),
  sphere: words("radius"),
  capsule: words("radius length"),
  mesh: words("filename scale"),
};
const geometryShape = { single: new Set(Object.keys(shapes)) };
const tensor = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"] as const;
const unscaled: Vector = [1, 1, 1];

/** A link; faulty children are reported and read as far as they go. */
export function readLink(
  document: Document,
  element: Element,
  name: string,
  resolve: ResolveFile,
): Link {
  const part = new Part(document, element, step("link", name), linkShape);
  const visuals: Visual[] = [];
  const collisions: Collision[] = [];
  for (const child of element.children) {
    if (child.tag === "visual") visuals.push(readVisual(part, child, visuals.length, resolve));
    else if (child.tag === "collision")
      collisions.push(readCollision(part, child, collisions.length, resolve));
  }
  const inertial = part.found.get("inertial");
  const checking = part.found.get("self_collision_checking");
  return {
    name,
    inertial: inertial && readInertial(part, inertial),
    visuals,
    collisions,
    selfCollisionChecking: checking && readCollision(part, checking, undefined, resolve),
  };
}

function readInertial(owner: Part, element: Element): LinkInertial {
  const part = owner.inside(element, inertialShape);
  const massElement = part.leaf("mass", value);
  // Others read on as well, with zero.
  if (!massElement) part.missingChild("mass", "warning");
  const mass = part.requiredNumber(massElement, "value") ?? 0;
  const found = part.leafNumbers("inertia", tensor);
  if (!found) {
    part.missingChild("inertia", "warning");
  } else {
    const written = part.found.get("inertia") as Element;
    for (const name of tensor) if (!written.attributes.has(name)) part.missing(written, name);
  }
  const components = tensor.map((key) => [key, found?.[key] ?? 0]);
  return { mass, inertia: Object.fromEntries(components), origin: part.origin() };
}

function readVisual(owner: Part, element: Element, index: number, resolve: ResolveFile): Visual {
  const part = owner.inside(element, visualShape, index);
  const material = part.found.get("material");
  return {
    geometry: readGeometry(part, resolve),
    origin: part.origin(),
    material: material && readMaterial(part.inside(material, materialShape), resolve),
    name: element.attributes.get("name"),
  };
}

function readCollision(
  owner: Part,
  element: Element,
  index: number | undefined,
  resolve: ResolveFile,
): Collision {
  const part = owner.inside(element, collisionShape, index);
  return {
    geometry: readGeometry(part, resolve),
    origin: part.origin(),
    name: element.attributes.get("name"),
  };
}

function readGeometry(owner: Part, resolve: ResolveFile): Geometry {
  const element = owner.found.get("geometry");
  if (!element) {
    owner.missingChild("geometry");
    return { type: "other" };
  }
  const part = owner.inside(element, geometryShape);
  const [first] = part.found;
  if (!first) {
    if (element.children.length === 0) {
      const message =
        "<geometry> is empty; it must contain a box, cylinder, sphere, capsule or mesh";
      part.report(rules.shapeCount, message);
    }
    return { type: "other" };
  }
  if (part.found.size > 1) {
    const tags = [...part.found.keys()].map((tag) => `<${tag}>`).join(", ");
    part.report(
      rules.shapeCount,
      `<geometry> contains several shapes (${tags}); only the first is used`,
    );
  }
  const [tag, shape] = first;
  part.leaf(tag, shapes[tag] as ReadonlySet<string>);
  const size = (name: string) => part.requiredNumber(shape, name) ?? 0;
  switch (tag) {
    case "box":
      part.text(shape, "size");
      return { type: "box", size: part.vector3(shape, "size") ?? [0, 0, 0] };
    case "sphere":
      return { type: "sphere", radius: size("radius") };
    case "cylinder":
    case "capsule":
      return { type: tag, radius: size("radius"), length: size("length") };
    default: {
      const filename = part.text(shape, "filename") ?? "";
      return { type: "mesh", ...resolve(filename), scale: readScale(part, shape) };
    }
  }
}

function readScale(part: Part, shape: Element): Vector {
  const text = shape.attributes.get("scale");
  if (text === undefined) return unscaled;
  if (count(text) !== 1) return part.vector3(shape, "scale") ?? unscaled;
  const factor = part.number(shape, "scale");
  if (factor === undefined) return unscaled;
  const message = `a single scale factor is read as '${text} ${text} ${text}'`;
  part.report(rules.completedNumbers, message, shape, "scale");
  return [factor, factor, factor];
}

/** A material of the robot itself. */
export function readGlobalMaterial(
  document: Document,
  element: Element,
  resolve: ResolveFile,
): Material {
  const path = step("material", element.attributes.get("name") ?? "");
  return readMaterial(new Part(document, element, path, materialShape), resolve);
}

function readMaterial(part: Part, resolve: ResolveFile): Material {
  const name = part.element.attributes.get("name") ?? "";
  const color = part.leaf("color", words("rgba"));
  const texture = part.leaf("texture", words("filename"));
  if (!name) {
    const message = "the material has no name, so nothing can refer to it";
    const severity = "warning";
    part.report(rules.missingAttribute, message, part.element, undefined, { severity });
  }
  const filename = part.text(texture, "filename");
  return {
    name,
    color: color && (readColor(part, color) as Material["color"]),
    texture: filename === undefined ? undefined : resolve(filename),
  };
}

function readColor(part: Part, color: Element): readonly number[] | undefined {
  const text = part.text(color, "rgba");
  if (text === undefined) return undefined;
  if (count(text) !== 3) return part.numbers(color, "rgba", 4);
  const rgb = part.numbers(color, "rgba", 3);
  const message = "a colour of three numbers is read as opaque; add the fourth (alpha)";
  part.report(rules.completedNumbers, message, color, "rgba");
  return rgb && [...rgb, 1];
}

function count(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
