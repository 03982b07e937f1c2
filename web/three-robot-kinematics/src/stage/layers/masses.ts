import { Group, Matrix4, Mesh, MeshLambertMaterial, Quaternion, Vector3 } from "three";
import type { Actor } from "../robot/actor.js";
import { hues } from "../scene/palette.js";
import { massGlyph } from "./glyphs.js";
import { Instances, placed } from "./instances.js";
import type { RobotLayer } from "./layer.js";

/** Centres of mass of the links, larger where they are heavier, and that of the whole robot. */
export function massesLayer(actor: Actor): RobotLayer {
  const links = [...actor.model.links.values()].filter(({ inertial }) => (inertial?.mass ?? 0) > 0);
  const masses = links.map(({ inertial }) => inertial?.mass as number);
  const most = Math.max(...masses, 1e-9);
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const upright = new Quaternion();
  const items = links.map(({ node, inertial }, i) => {
    // As a ball of its mass would be, with bounds that keep all of them in sight.
    const share = Math.cbrt((masses[i] as number) / most);
    const size = actor.sphere.radius * 0.035 * Math.max(0.35, share);
    return { node, local: placed(size, upright, new Vector3(...(inertial?.centerOfMass ?? []))) };
  });
  const material = () => new MeshLambertMaterial({ vertexColors: true });
  const balls = new Instances(massGlyph("#ffffff"), material(), items);
  const whole = new Mesh(massGlyph(hues.mass), material());
  whole.scale.setScalar(0.05 * actor.sphere.radius);
  whole.visible = links.length > 1;
  const point = new Vector3();
  const matrix = new Matrix4();
  return {
    object: new Group().add(balls, whole),
    over: true,
    update: () => {
      balls.follow();
      whole.position.set(0, 0, 0);
      for (let i = 0; i < links.length; i++) {
        balls.getMatrixAt(i, matrix);
        const share = (masses[i] as number) / total;
        whole.position.addScaledVector(point.setFromMatrixPosition(matrix), share);
      }
    },
    pick: (ray) => {
      const hit = balls.castRay(ray);
      const name = hit && links[hit.index]?.name;
      return name === undefined ? undefined : { kind: "link", name, distance: hit?.distance ?? 0 };
    },
    dispose: () => {
      balls.dispose();
      whole.geometry.dispose();
      whole.material.dispose();
    },
  };
}
