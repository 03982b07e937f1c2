/**
 * The light from all around, in closed form: a sky that darkens towards the ground, and softboxes that
 * are lobes A exp(k (cos - 1)). How a rough surface sees it is the same with wider lobes, so that a
 * small cube map is made at once. `PMREMGenerator`, which filters any scene, has every machine wait for
 * it, and one without a graphics card for seconds.
 */
import {
  CubeTexture,
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RGBAFormat,
} from "three";

/** A softbox: where it is (unit vector), how sharp it is, how bright in its middle. */
interface Lobe {
  readonly at: readonly [number, number, number];
  readonly sharpness: number;
  readonly radiance: number;
}

const sky = { level: 0.42, slope: 0.22 };
const lobes: readonly Lobe[] = [
  // Overhead, behind on the left, on the right, and a weak one in front.
  { at: unit(0, 1, 0.15), sharpness: 9, radiance: 1.6 },
  { at: unit(0.9, 0.45, -0.5), sharpness: 26, radiance: 1.9 },
  { at: unit(-1, 0.3, 0.25), sharpness: 30, radiance: 1.5 },
  { at: unit(0.15, 0.2, 1), sharpness: 8, radiance: 0.45 },
];

function unit(x: number, y: number, z: number): readonly [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/** The sharpness of the lobe about its mirror direction in which a surface sees; 1 is all but matt. */
function lobeOf(roughness: number): number {
  // The normals of GGX spread like a lobe of 2 / alpha²; reflected directions turn twice as far.
  const alpha = Math.max(0.05, roughness * roughness);
  return 0.5 / (alpha * alpha) + 1.6;
}

/** What a surface of a roughness sees in a direction: a radiance, white being 1. */
export function radiance(x: number, y: number, z: number, roughness: number): number {
  const k = lobeOf(roughness);
  // A slope over the sphere is flattened by the mean cosine of the lobe, coth k - 1/k.
  let sum = sky.level + sky.slope * y * (1 / Math.tanh(k) - 1 / k);
  for (const { at, sharpness, radiance: bright } of lobes) {
    const wide = (k * sharpness) / (k + sharpness);
    // The wider, the dimmer: its power stays the same.
    const share = (wide * (1 - Math.exp(-2 * sharpness))) / (sharpness * (1 - Math.exp(-2 * wide)));
    const cosine = at[0] * x + at[1] * y + at[2] * z;
    sum += bright * share * Math.exp(wide * (cosine - 1));
  }
  return sum;
}

const size = 64;
/** The level for the roughest surfaces; the one below it only ends the chain. */
export const last = 3;

/** The roughness that a level is for, as three.js looks levels up: level = last * r (2 - r). */
export function roughnessOf(level: number): number {
  return 1 - Math.sqrt(Math.max(0, 1 - level / last));
}

/** The surroundings as a cube map whose levels are what surfaces of rising roughness see. */
export function makeSurroundings(): CubeTexture {
  const levels = Array.from({ length: last + 2 }, (_, level) =>
    Array.from({ length: 6 }, (_, face) => drawFace(face, size >> level, roughnessOf(level))),
  );
  const [sharp, ...rough] = levels as [DataTexture[], ...DataTexture[][]];
  const cube = new CubeTexture(sharp as never);
  cube.format = RGBAFormat;
  cube.type = HalfFloatType;
  cube.colorSpace = LinearSRGBColorSpace;
  cube.generateMipmaps = false;
  cube.minFilter = LinearMipmapLinearFilter;
  cube.magFilter = LinearFilter;
  const mipmaps = rough.map((faces, i) => ({ image: faces, width: size >> (i + 1) }));
  cube.mipmaps = mipmaps as never;
  // Its levels are filtered: three.js takes them as they are.
  cube.isPMREMTexture = true;
  cube.needsUpdate = true;
  return cube;
}

function drawFace(face: number, side: number, roughness: number): DataTexture {
  const data = new Uint16Array(4 * side * side);
  const one = DataUtils.toHalfFloat(1);
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const u = (2 * (column + 0.5)) / side - 1;
      const v = (2 * (row + 0.5)) / side - 1;
      const [x, y, z] = directionOf(face, u, v);
      const length = Math.hypot(x, y, z);
      // Cube maps are left-handed: x looks the other way.
      const light = radiance(-x / length, y / length, z / length, roughness);
      const at = 4 * (row * side + column);
      data.fill(DataUtils.toHalfFloat(light), at, at + 3);
      data[at + 3] = one;
    }
  }
  return new DataTexture(data, side, side, RGBAFormat, HalfFloatType);
}

/** Faces in the order +x, -x, +y, -y, +z, -z. */
function directionOf(face: number, u: number, v: number): readonly [number, number, number] {
  if (face === 0) return [1, -v, -u];
  if (face === 1) return [-1, -v, u];
  if (face === 2) return [u, 1, v];
  if (face === 3) return [u, -1, -v];
  return face === 4 ? [u, -v, 1] : [-u, -v, -1];
}
