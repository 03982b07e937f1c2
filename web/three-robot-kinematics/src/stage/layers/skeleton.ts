import {
  Color,
  Group,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from "three";
import type { RobotJoint } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { boneGlyph } from "./glyphs.js";
import { Instances, placed } from "./instances.js";
import type { RobotLayer } from "./layer.js";
import { glyphSizes } from "./sizes.js";

const up = new Vector3(0, 1, 0);

/** A ball at every joint and a bone from each to the next: the robot without its looks. */
export function skeletonLayer(actor: Actor): RobotLayer {
  const { model } = actor;
  const sizes = glyphSizes(actor);
  const joints = [...model.joints.values()];
  const upright = new Quaternion();
  const balls = new Instances(
    new SphereGeometry(1, 20, 14),
    new MeshLambertMaterial(),
    joints.map((joint) => {
      const size = (joint.role === "fixed" ? 0.14 : 0.22) * (sizes.get(joint.childLink) as number);
      const node = model.links.get(joint.childLink)?.node ?? joint.originNode;
      return { node, local: placed(size, upright), colour: ballColour(joint) };
    }),
  );
  const spans = joints.flatMap((joint) => {
    const parent = model.links.get(joint.parentLink)?.node;
    const child = model.links.get(joint.childLink)?.node;
    return parent && child ? [{ parent, child, link: joint.parentLink }] : [];
  });
  // What closes a loop is held by two links.
  for (const loop of model.loops.values()) {
    const ends = [
      [loop.predecessorLink, loop.predecessorNode],
      [loop.successorLink, loop.successorNode],
    ] as const;
    for (const [link, child] of ends) {
      const parent = model.links.get(link)?.node;
      if (parent) spans.push({ parent, child, link });
    }
  }
  const bones = new Instances(
    boneGlyph(),
    new MeshLambertMaterial({ flatShading: true }),
    spans.map(({ parent }) => ({ node: parent, local: new Matrix4() })),
  );
  const [from, way, scale] = [new Vector3(), new Vector3(), new Vector3()];
  const turn = new Quaternion();
  const matrix = new Matrix4();
  const thickest = 0.035 * actor.sphere.radius;
  for (const instances of [balls, bones]) instances.castShadow = true;
  return {
    object: new Group().add(bones, balls),
    // Inside the robot nobody would see it; alone it stands on the ground and throws a shadow.
    over: actor.visuals.length > 0,
    update: () => {
      balls.follow();
      for (let i = 0; i < spans.length; i++) {
        const { parent, child } = spans[i] as (typeof spans)[number];
        from.setFromMatrixPosition(parent.matrixWorld);
        way.setFromMatrixPosition(child.matrixWorld).sub(from);
        const length = way.length();
        const thickness = Math.min(thickest, 0.12 * length);
        if (length > 0) turn.setFromUnitVectors(up, way.divideScalar(length));
        matrix.compose(from, turn, scale.set(thickness, length, thickness));
        bones.setMatrixAt(i, matrix);
      }
      bones.instanceMatrix.needsUpdate = true;
      bones.boundingSphere = null;
    },
    paint: ({ bone }) => {
      (bones.material as MeshLambertMaterial).color.set(bone);
    },
    pick: (ray) => {
      const [ball, bone] = [balls.castRay(ray), bones.castRay(ray)];
      const hit = ball && (!bone || ball.distance <= bone.distance) ? ball : bone;
      if (!hit) return undefined;
      const name = hit === ball ? joints[hit.index]?.childLink : spans[hit.index]?.link;
      return name === undefined ? undefined : { kind: "link", name, distance: hit.distance };
    },
    dispose: () => {
      balls.dispose();
      bones.dispose();
    },
  };
}

function ballColour({ role }: RobotJoint): Color {
  return new Color(hues[role]);
}
