/** Shapes of about unit size that layers are drawn with. */
import {
  BufferAttribute,
  type BufferGeometry,
  Color,
  ConeGeometry,
  CylinderGeometry,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
} from "three";
import { mergeGeometries } from "three/addons/utils/BufferGeometryUtils.js";
import { hues } from "../scene/palette.js";

/** Gives all of a shape one colour. */
export function tinted(geometry: BufferGeometry, colour: string): BufferGeometry {
  const { r, g, b } = new Color(colour);
  const count = geometry.attributes.position?.count ?? 0;
  const colours = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) colours.set([r, g, b], 3 * i);
  return geometry.setAttribute("color", new BufferAttribute(colours, 3));
}

/** One geometry of several, which are used up. */
export function merged(parts: BufferGeometry[]): BufferGeometry {
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  if (!whole) throw new Error("these shapes have different attributes");
  return whole;
}

/** An arrow of length one along +Y, from the origin. */
export function arrow(thickness = 0.025): BufferGeometry {
  return merged([
    new CylinderGeometry(thickness, thickness, 0.8, 10).translate(0, 0.4, 0),
    new ConeGeometry(2.6 * thickness, 0.22, 14).translate(0, 0.89, 0),
  ]);
}

/** Three arrows in the colours of x, y, z; x is where the frame has URDF's x. */
export function triad(urdfAxes: boolean): BufferGeometry {
  const along = {
    x: () => arrow().rotateZ(-Math.PI / 2),
    y: () => arrow(),
    z: () => arrow().rotateX(Math.PI / 2),
  };
  const [x, y, z] = urdfAxes
    ? [along.x(), along.y(), along.z()]
    : [along.z(), along.x(), along.y()];
  const ball = new SphereGeometry(0.045, 12, 8);
  return merged([tinted(x, hues.x), tinted(y, hues.y), tinted(z, hues.z), tinted(ball, "#e8ebf0")]);
}

/** An arrow that goes three quarters round +Y, the way a positive angle turns. */
export function roundArrow(): BufferGeometry {
  const sweep = 1.5 * Math.PI;
  const ring = new TorusGeometry(0.34, 0.028, 8, 40, sweep).rotateX(Math.PI / 2);
  const tip = new ConeGeometry(0.08, 0.2, 12)
    .rotateX(Math.PI / 2)
    .translate(0.34, 0, 0.06)
    .rotateY(-sweep);
  // About +Y the sense of turning is from z to x; the torus was laid from x to z.
  return merged([ring, tip]).rotateX(Math.PI);
}

/** Turning about +Y: an arrow along it, and one around it. */
export function turningGlyph(): BufferGeometry {
  const shaft = new CylinderGeometry(0.022, 0.022, 1.2, 10).translate(0, 0.1, 0);
  const head = new ConeGeometry(0.065, 0.2, 14).translate(0, 0.8, 0);
  return merged([roundArrow(), shaft, head]);
}

/** Sliding along +Y: a square shaft with a head at either end. */
export function slidingGlyph(): BufferGeometry {
  const square = (radius: number, height: number) =>
    new CylinderGeometry(radius, radius, height, 4, 1).rotateY(Math.PI / 4);
  return merged([
    square(0.04, 1.1),
    new ConeGeometry(0.11, 0.24, 4).rotateY(Math.PI / 4).translate(0, 0.67, 0),
    new ConeGeometry(0.11, 0.24, 4)
      .rotateX(Math.PI)
      .rotateY(Math.PI / 4)
      .translate(0, -0.67, 0),
  ]);
}

/** The draughtsman's sign for a centre of mass: a ball of black and light octants. */
export function massGlyph(light: string): BufferGeometry {
  const ball = new SphereGeometry(1, 32, 16).toNonIndexed();
  const { position } = ball.attributes as { position: BufferAttribute };
  const [dark, bright] = [new Color("#111318"), new Color(light)];
  const colours = new Float32Array(3 * position.count);
  for (let i = 0; i < position.count; i += 3) {
    let sign = 1;
    for (const component of ["getX", "getY", "getZ"] as const) {
      const sum = position[component](i) + position[component](i + 1) + position[component](i + 2);
      sign *= Math.sign(sum);
    }
    const { r, g, b } = sign > 0 ? dark : bright;
    for (let k = 0; k < 3; k++) colours.set([r, g, b], 3 * (i + k));
  }
  return ball.setAttribute("color", new BufferAttribute(colours, 3));
}

/** Three great circles of a unit sphere. */
export function circlesGlyph(): BufferGeometry {
  const ring = () => new TorusGeometry(1, 0.012, 6, 64);
  return merged([ring(), ring().rotateX(Math.PI / 2), ring().rotateY(Math.PI / 2)]);
}

/** A bone of length one along +Y: thick near where it starts. */
export function boneGlyph(): BufferGeometry {
  const bone = new OctahedronGeometry(1, 0);
  const { position } = bone.attributes as { position: BufferAttribute };
  for (let i = 0; i < position.count; i++) {
    const y = position.getY(i);
    position.setXYZ(i, position.getX(i), y > 0.5 ? 1 : y < -0.5 ? 0 : 0.18, position.getZ(i));
  }
  bone.computeVertexNormals();
  return bone;
}
