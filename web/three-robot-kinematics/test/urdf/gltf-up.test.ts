/** Which axis is up in glTF meshes: asked for, or what the other shapes agree with. */
import { Box3, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { type GltfUp, loadRobot, parseURDF } from "../../src/urdf/index.js";

/** A column 0.1 x 0.1 x 0.4 m along the link's z, written with z up or, as glTF has it, y up. */
function glb(zUp: boolean): ArrayBuffer {
  const corners = [0, 0.4].flatMap((z) =>
    [-0.05, 0.05].flatMap((y) => [-0.05, 0.05].map((x) => (zUp ? [x, y, z] : [x, z, -y]))),
  );
  const positions = new Float32Array(corners.flat());
  const faces = new Uint8Array([0, 1, 2, 1, 3, 2, 4, 6, 5, 5, 6, 7]);
  const bytes = Buffer.concat([Buffer.from(positions.buffer), Buffer.from(faces)]);
  const text = JSON.stringify({
    asset: { version: "2.0" },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 8, type: "VEC3", ...bounds(corners) },
      { bufferView: 1, componentType: 5121, count: faces.length, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 96 },
      { buffer: 0, byteOffset: 96, byteLength: faces.length },
    ],
    buffers: [{ byteLength: bytes.length }],
  });
  const json = Buffer.from(text.padEnd(4 * Math.ceil(text.length / 4)));
  const words = (...numbers: number[]) => Buffer.from(new Uint32Array(numbers).buffer);
  const file = Buffer.concat([
    words(0x46546c67, 2, 28 + json.length + bytes.length, json.length, 0x4e4f534a),
    json,
    words(bytes.length, 0x004e4942),
    bytes,
  ]);
  return new Uint8Array(file).buffer;
}

function bounds(corners: readonly number[][]) {
  const along = [0, 1, 2].map((axis) => corners.map((corner) => corner[axis] as number));
  return { min: along.map((c) => Math.min(...c)), max: along.map((c) => Math.max(...c)) };
}

const box =
  '<collision><origin xyz="0 0 0.2"/><geometry><box size="0.1 0.1 0.4"/></geometry></collision>';
const same = '<collision><geometry><mesh filename="arm.glb"/></geometry></collision>';

async function load(zUp: boolean, collision: string, gltfUp?: GltfUp) {
  const model = parseURDF(
    `<robot name="arm"><link name="arm">
      <visual><geometry><mesh filename="arm.glb"/></geometry></visual>${collision}</link>
    <link name="tip"/>
    <joint name="wrist" type="continuous"><origin xyz="0 0 0.4"/>
      <parent link="arm"/><child link="tip"/><axis xyz="0 0 1"/></joint></robot>`,
    { workingPath: "http://robot/" },
  );
  const read = async () => glb(zUp);
  const loaded = await loadRobot(model, { axes: "urdf", read, gltfUp });
  const node = loaded.robot.links.get("arm")?.node;
  const up = new Vector3(0, 1, 0);
  const size = new Box3().setFromObject(loaded.scene, true).getSize(new Vector3());
  return {
    // The root turns z up into three's y up.
    long: node ? size.dot(up) : Number.NaN,
    codes: loaded.findings.map(({ code }) => code),
  };
}

describe("glTF meshes of a URDF", () => {
  it.each([
    ["collision shapes", box, true],
    ["collision shapes", box, false],
    ["neighbouring parts", same, true],
    ["neighbouring parts", same, false],
  ])("stand as the %s have it", async (_, collision, zUp) => {
    const { long, codes } = await load(zUp, collision);
    expect(long).toBeCloseTo(0.4, 6);
    expect(codes).toEqual(zUp ? ["A547"] : []);
  });

  it("are turned, or not, as was asked", async () => {
    expect(await load(true, box, "y")).toEqual({ long: expect.closeTo(0.1, 6), codes: [] });
    expect(await load(true, box, "z")).toEqual({ long: expect.closeTo(0.4, 6), codes: [] });
  });
});
