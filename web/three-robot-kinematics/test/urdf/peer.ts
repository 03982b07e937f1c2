/** urdf-loader in Node.js: it takes elements of a DOM, and these have what it asks of them. */
import { Matrix4, type Object3D } from "three";
import type { URDFJoint, URDFRobot } from "urdf-loader";
import { type Element as Scanned, scan } from "../../src/urdf/xml.js";

class PeerElement {
  readonly children: readonly PeerElement[];

  constructor(private readonly scanned: Scanned) {
    this.children = scanned.children.map((child) => new PeerElement(child));
  }

  get nodeName(): string {
    return this.scanned.tag;
  }

  getAttribute(name: string): string | null {
    return this.scanned.attributes.get(name) ?? null;
  }

  hasAttribute(name: string): boolean {
    return this.scanned.attributes.has(name);
  }

  /** Only what it uses: `child[link="name"]`, to find out whether a link is the root. */
  querySelector(selector: string): PeerElement | null {
    const wanted = /^child\[link="(.*)"\]$/s.exec(selector)?.[1];
    for (const child of this.children) {
      if (child.nodeName === "child" && child.getAttribute("link") === wanted) return child;
      const below = child.querySelector(selector);
      if (below) return below;
    }
    return null;
  }
}

/** The robot that urdf-loader makes of a text, without shapes and without limits. */
export async function loadWithPeer(text: string): Promise<URDFRobot> {
  Object.assign(globalThis, { Element: PeerElement, Document: class {} });
  const { default: URDFLoader } = await import("urdf-loader");
  const loader = new URDFLoader();
  loader.parseVisual = false;
  loader.parseCollision = false;
  // What browsers' parsers would stumble over is not its fault.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what old editors leave behind
  const content = text.replace(/^\ufeff|<\?xml\s[^>]*\?>|[\0\x1a\s]+$/g, "");
  const robot = loader.parse(new PeerElement(scan(content)) as unknown as Element);
  for (const joint of Object.values(robot.joints) as URDFJoint[]) joint.ignoreLimits = true;
  return robot;
}

/** The largest difference between link poses and expected ones, which are in glTF's axes. */
export function peerError(
  robot: URDFRobot,
  expected: Readonly<Record<string, readonly number[]>>,
): number {
  robot.updateWorldMatrix(true, true);
  // T_gltf = B T_urdf B^T, with B the permutation (x, y, z) -> (y, z, x).
  const basis = new Matrix4().set(0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1);
  const back = basis.clone().transpose();
  let worst = 0;
  for (const [name, pose] of Object.entries(expected)) {
    const link = robot.links[name] as Object3D | undefined;
    if (!link) return Number.POSITIVE_INFINITY;
    const found = basis.clone().multiply(link.matrixWorld).multiply(back);
    found.elements.forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - (pose[i] as number)));
    });
  }
  return worst;
}
