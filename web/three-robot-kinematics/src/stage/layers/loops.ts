import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  MeshLambertMaterial,
  Quaternion,
  TorusGeometry,
  Vector3,
} from "three";
import { closedLevels, type RobotLoop } from "../../index.js";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { triad } from "./glyphs.js";
import { Instances, placed } from "./instances.js";
import { Label } from "./labels.js";
import type { LabelledLayer } from "./layer.js";

/** Loops count as closed to the eye up to this gap [m and rad]. */
const closedTo = closedLevels.written;

/** Where loops close: both frames, a ring that is green when they meet, and a line over the gap. */
export function loopsLayer(actor: Actor, only?: readonly RobotLoop[]): LabelledLayer {
  const loops = only ?? [...actor.model.loops.values()];
  const size = 0.07 * actor.sphere.radius;
  const upright = new Quaternion();
  const local = placed(size, upright);
  const frames = loops.flatMap((loop) => [
    { node: loop.predecessorNode, local },
    { node: loop.successorNode, local: placed(0.75 * size, upright) },
  ]);
  const [closed, open] = [new Color(hues.closed), new Color(hues.open)];
  const rings = loops.map((loop) => ({ node: loop.predecessorNode, local, colour: closed }));
  const vertexColors = { vertexColors: true };
  const triads = new Instances(
    triad(actor.urdfAxes),
    new MeshLambertMaterial(vertexColors),
    frames,
  );
  const ring = new Instances(ringGlyph(), new MeshLambertMaterial(), rings);
  const ends = new BufferAttribute(new Float32Array(6 * loops.length), 3);
  const geometry = new BufferGeometry().setAttribute("position", ends);
  const lines = new LineSegments(geometry, new LineBasicMaterial({ color: hues.open }));
  lines.frustumCulled = false;
  const labels = loops.map(({ name }) => new Label(name, hues.closed));
  for (const label of labels) label.leeway = 4;
  const point = new Vector3();
  return {
    labels,
    object: new Group().add(triads, ring, lines),
    over: true,
    update: () => {
      triads.follow();
      ring.follow();
      for (let i = 0; i < loops.length; i++) {
        const loop = loops[i] as RobotLoop;
        point.setFromMatrixPosition(loop.predecessorNode.matrixWorld);
        ends.setXYZ(2 * i, point.x, point.y, point.z);
        point.setFromMatrixPosition(loop.successorNode.matrixWorld);
        ends.setXYZ(2 * i + 1, point.x, point.y, point.z);
        const { residual } = loop;
        const isClosed = residual <= closedTo;
        ring.setColorAt(i, isClosed ? closed : open);
        const label = labels[i] as Label;
        label.at.copy(point);
        label.lift = 20;
        label.tint = isClosed ? hues.closed : hues.open;
        label.text = `${loop.name}: ${isClosed ? "closed" : `open by ${residual.toPrecision(2)}`}`;
      }
      ends.needsUpdate = true;
      if (ring.instanceColor) ring.instanceColor.needsUpdate = true;
    },
    pick: (ray) => {
      const hit = ring.castRay(ray);
      const name = hit && loops[hit.index]?.name;
      return name === undefined ? undefined : { kind: "loop", name, distance: hit?.distance ?? 0 };
    },
    dispose: () => {
      triads.dispose();
      ring.dispose();
      geometry.dispose();
      lines.material.dispose();
    },
  };
}

function ringGlyph(): BufferGeometry {
  return new TorusGeometry(1.15, 0.07, 10, 48);
}
