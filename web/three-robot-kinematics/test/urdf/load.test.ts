/** Loading with real files from a real server, without a browser: what needs neither DOM nor WebGL. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Box3, LoadingManager, Mesh, MeshStandardMaterial, Vector3 } from "three";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRobot, parseURDF, URDFRobotLoader } from "../../src/urdf/index.js";

/** A tetrahedron from the origin along the axes, 1 x 2 x 3, as STL and as OBJ. */
const corners = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 2, 0],
  [0, 0, 3],
] as const;
const faces = [
  [0, 2, 1],
  [0, 1, 3],
  [0, 3, 2],
  [1, 2, 3],
] as const;
const stl = `solid t\n${faces
  .map(
    (face) =>
      `facet normal 0 0 0\nouter loop\n${face.map((k) => `vertex ${corners[k].join(" ")}`).join("\n")}\nendloop\nendfacet`,
  )
  .join("\n")}\nendsolid t\n`;
const obj = `mtllib t.mtl\nusemtl red\n${corners.map((v) => `v ${v.join(" ")}`).join("\n")}\n${faces
  .map((face) => `f ${face.map((k) => k + 1).join(" ")}`)
  .join("\n")}\n`;
const ply = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${[...corners, ...faces.map((face) => [3, ...face])].map((row) => row.join(" ")).join("\n")}\n`;
const mtl = "newmtl red\nKd 1 0 0\n";

const urdf = `<?xml version="1.0"?>
<robot name="r">
  <material name="blue"><color rgba="0 0 1 0.5"/></material>
  <link name="base">
    <visual><origin xyz="0.1 0.2 0.3"/>
      <geometry><mesh filename="package://parts/meshes/t.stl" scale="1 1 -0.5"/></geometry>
      <material name="blue"/></visual>
    <visual><geometry><mesh filename="../meshes/t.obj"/></geometry><material name="blue"/></visual>
    <visual><geometry><box size="1 2 3"/></geometry></visual>
    <visual><geometry><mesh filename="package://parts/meshes/t.ply"/></geometry></visual>
    <collision><geometry><cylinder radius="0.5" length="4"/></geometry></collision>
  </link>
  <link name="tip">
    <visual><geometry><mesh filename="package://parts/meshes/t.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://parts/meshes/gone.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://other/a.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://parts/page.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://parts/pointer.stl"/></geometry></visual>
    <visual><geometry><mesh filename="package://parts/t.step"/></geometry></visual>
  </link>
  <joint name="j" type="continuous"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/></joint>
</robot>`;

const pages: Readonly<Record<string, string>> = {
  "/parts/urdf/r.urdf": urdf,
  "/parts/meshes/t.stl": stl,
  "/parts/meshes/t.obj": obj,
  "/parts/meshes/t.mtl": mtl,
  "/parts/meshes/t.ply": ply,
  "/parts/page.stl": "<!DOCTYPE html><html></html>",
  "/parts/pointer.stl": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
  "/parts/t.step": "ISO-10303-21;",
};

let server: Server;
let address: string;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const page = pages[request.url ?? ""];
    asked.push(request.url ?? "");
    if (page === undefined) response.writeHead(404);
    response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/parts/urdf/r.urdf`;
});
afterAll(() => server.close());

function boxOf(mesh: Mesh): number[] {
  const { min, max } = new Box3().setFromObject(mesh);
  return [...min.toArray(), ...max.toArray()].map((c) => Math.round(c * 1e9) / 1e9);
}

async function load() {
  const loaded = await new URDFRobotLoader(new LoadingManager(), { axes: "urdf" }).loadAsync(
    address,
  );
  loaded.scene.quaternion.identity();
  loaded.scene.updateWorldMatrix(true, true);
  const shapes = (link: string) =>
    loaded.robot.links.get(link)?.visualNodes.map((node) => {
      let found: Mesh | undefined;
      node.traverse((child) => {
        if (child instanceof Mesh) found = child;
      });
      return found;
    }) ?? [];
  return { ...loaded, loaded, robot: loaded.robot, shapes };
}

describe("a robot with meshes", () => {
  it("has them where the description puts them, scaled", async () => {
    const { shapes } = await load();
    const [mirrored, plain, box, other] = shapes("base") as [Mesh, Mesh, Mesh, Mesh];
    expect(boxOf(mirrored)).toEqual([0.1, 0.2, -1.2, 1.1, 2.2, 0.3]);
    expect(boxOf(plain)).toEqual([0, 0, 0, 1, 2, 3]);
    expect(boxOf(box)).toEqual([-0.5, -1, -1.5, 0.5, 1, 1.5]);
    expect(boxOf(other)).toEqual([0, 0, 0, 1, 2, 3]);
    // The file has normals of zero: they are computed.
    const [x = 0, y = 0, z = 0] = mirrored.geometry.attributes.normal?.array ?? [];
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 6);
  });

  it("has glTF's axes by default: x, y, z of the scene are y, z, x of the description", async () => {
    const { scene, robot } = await new URDFRobotLoader(new LoadingManager()).loadAsync(address);
    scene.updateWorldMatrix(true, true);
    const [node] = robot.links.get("base")?.visualNodes ?? [];
    const { min, max } = new Box3().setFromObject(node as never);
    expect(min.distanceTo(new Vector3(0.2, -1.2, 0.1))).toBeLessThan(1e-12);
    expect(max.distanceTo(new Vector3(2.2, 0.3, 1.1))).toBeLessThan(1e-12);
  });

  it("has the file's colours, and the description's where the file has none", async () => {
    const { shapes } = await load();
    const [stlMesh, objMesh, box] = (shapes("base") as Mesh[]).map(
      ({ material }) => material as MeshStandardMaterial,
    );
    expect(stlMesh?.color.getHexString()).toBe("0000ff");
    expect([stlMesh?.opacity, stlMesh?.transparent]).toEqual([0.5, true]);
    expect(objMesh?.color.getHexString()).toBe("ff0000");
    expect(objMesh).toBeInstanceOf(MeshStandardMaterial);
    expect(box?.color.getHexString()).toBe("bfbfbf");
  });

  it("reports what cannot be shown, and shows the rest", async () => {
    const { loaded } = await load();
    const found = loaded.findings.map(({ rule, path, position }) => [rule, path, position?.line]);
    const mesh = (i: number) => `link[tip].visual[${i}].geometry.mesh.filename`;
    expect(found.sort()).toEqual([
      ["asset-not-found", mesh(1), 15],
      ["mesh-format", mesh(5), 19],
      ["mesh-git-lfs", mesh(4), 18],
      ["mesh-web-page", mesh(3), 17],
      ["package-not-found", mesh(2), 16],
    ]);
  });

  it("asks for every file once, and for collisions when they are shown", async () => {
    asked.length = 0;
    const { loaded, robot } = await load();
    expect(asked.filter((url) => url.endsWith("t.stl"))).toHaveLength(1);
    const [node] = robot.links.get("base")?.collisionNodes ?? [];
    expect(node?.children).toHaveLength(0);
    await loaded.showCollisions(true);
    expect(node?.children).toHaveLength(1);
    expect(boxOf(node?.children[0] as Mesh)).toEqual([-0.5, -0.5, -2, 0.5, 0.5, 2]);
    await loaded.showCollisions(false);
    expect(node?.visible).toBe(false);
  });

  it("counts its files", async () => {
    const counts: string[] = [];
    const loader = new URDFRobotLoader(new LoadingManager());
    await loader.loadAsync(address, ({ loaded, total }) => counts.push(`${loaded}/${total}`));
    expect(counts[0]).toBe("0/7");
    expect(counts.at(-1)).toBe("7/7");
  });

  it("is stopped on request", async () => {
    const controller = new AbortController();
    const model = parseURDF(urdf, { workingPath: address.slice(0, address.lastIndexOf("/")) });
    const loading = loadRobot(model, { signal: controller.signal, manager: new LoadingManager() });
    controller.abort();
    await expect(loading).rejects.toMatchObject({ name: "AbortError" });
  });

  it("is there before its meshes are", async () => {
    const loader = new URDFRobotLoader(new LoadingManager());
    const loaded = loader.parse(urdf, address.slice(0, address.lastIndexOf("/")));
    expect(loaded.robot.setJointValue("j", 0.5).converged).toBe(true);
    await loaded.ready;
    expect(loaded.robot.links.get("tip")?.visualNodes[0]?.children).toHaveLength(1);
  });
});

describe("addresses", () => {
  const url = (filename: string, options = {}) => {
    const text = `<robot name="r"><link name="a"><visual><geometry><mesh filename="${filename}"/></geometry></visual></link></robot>`;
    const geometry = parseURDF(text, options).links.get("a")?.visuals[0]?.geometry;
    return geometry?.type === "mesh" ? geometry.url : "";
  };

  it.each([
    ["package://p/m/a.stl", { packageMap: { p: "/robots/p" } }, "/robots/p/m/a.stl"],
    ["package://p/m/a.stl", { packageMap: { p: "/robots/p/" } }, "/robots/p/m/a.stl"],
    ["package://p/a.stl", { packageMap: (name: string) => `/x/${name}` }, "/x/p/a.stl"],
    ["package://p/a.stl", { workingPath: "https://h/p/urdf/" }, "https://h/p/a.stl"],
    ["package://p/a.stl", {}, undefined],
    ["package://constructor/a.stl", { packageMap: {} }, undefined],
    ["meshes/a.stl", { workingPath: "/robots" }, "/robots/meshes/a.stl"],
    ["../a.stl", { workingPath: "/robots/" }, "/robots/../a.stl"],
    ["/a.stl", { workingPath: "/robots" }, "/a.stl"],
    ["https://h/a.stl", { workingPath: "/robots" }, "https://h/a.stl"],
  ])("%s with %o is %s", (filename, options, expected) => {
    expect(url(filename, options)).toBe(expected);
  });
});
