import {
  Color,
  Group,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { Inertial } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { circlesGlyph } from "./glyphs.js";
import { equivalentEllipsoid } from "./inertia.js";
import { Instances } from "./instances.js";
import type { RobotLayer } from "./layer.js";

/** Ellipsoids of uniform density that are as hard to turn as the links; red where no body could be. */
export function inertiasLayer(actor: Actor): RobotLayer {
  const links = [...actor.model.links.values()].filter(({ inertial }) => inertial);
  // A point mass would be too small to see.
  const least = 0.004 * actor.sphere.radius;
  const items = links.map(({ node, inertial }) => {
    const { centerOfMass, inertiaOrientation } = inertial as Inertial;
    const { axes, possible } = equivalentEllipsoid(inertial as Inertial);
    const scale = new Vector3(...axes.map((axis) => Math.max(axis, least)));
    const turn = new Quaternion(...inertiaOrientation).normalize();
    const local = new Matrix4().compose(new Vector3(...centerOfMass), turn, scale);
    return { node, local, colour: new Color(possible ? hues.inertia : hues.impossible) };
  });
  const glass = new MeshLambertMaterial({ transparent: true, opacity: 0.28, depthWrite: false });
  const bodies = new Instances(new SphereGeometry(1, 32, 20), glass, items);
  const circles = new Instances(circlesGlyph(), new MeshLambertMaterial(), items);
  return {
    object: new Group().add(bodies, circles),
    over: true,
    update: () => {
      bodies.follow();
      circles.follow();
    },
    pick: (ray) => {
      const hit = bodies.castRay(ray);
      const name = hit && links[hit.index]?.name;
      return name === undefined ? undefined : { kind: "link", name, distance: hit?.distance ?? 0 };
    },
    dispose: () => {
      bodies.dispose();
      circles.dispose();
    },
  };
}
