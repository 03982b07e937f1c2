/** `<robot-viewer src="robot.urdf">`: every kind of mesh, textures, and what cannot be loaded. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fourbar, project } from "./fourbar.js";
import { colours, pixelsOf, still } from "./picture.js";
import { writePng } from "./png.js";
import { type StaticServer, serveFolder } from "./static-server.js";
import { openPage } from "./watched-page.js";
import { plate, Workshop } from "./workshop.js";

const workshop = new Workshop();
let server: StaticServer;

/** A triangle of 1 x 2 in the plane of x and z. */
const stl = `solid t
facet normal 0 -1 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 2
endloop
endfacet
endsolid t
`;
/** The same in centimetres, green, in a file that says y were up. */
const dae = `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis></asset>
  <library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert>
    <diffuse><color>0 1 0 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
  <library_materials><material id="m" name="green"><instance_effect url="#e"/></material></library_materials>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="9">0 0 0 100 0 0 0 0 200</float_array>
      <technique_common><accessor source="#pa" count="3" stride="3">
        <param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
      </accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles material="s" count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s0"><node><instance_geometry url="#g"><bind_material>
    <technique_common><instance_material symbol="s" target="#m"/></technique_common>
  </bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s0"/></scene>
</COLLADA>`;

const visual = (shape: string, more = "") =>
  `<visual><geometry>${shape}</geometry>${more}</visual>`;
const urdf = `<robot name="shapes">
  <link name="base">
    ${visual('<mesh filename="package://my_robot/meshes/t.stl"/>', '<material name="m"><color rgba="1 0 0 1"/></material>')}
    ${visual('<mesh filename="../meshes/t.dae"/>')}
    ${visual('<mesh filename="../meshes/plate.obj" scale="2 2 2"/>')}
    ${visual('<mesh filename="../meshes/t.glb"/>')}
    ${visual('<box size="1 1 1"/>', '<material name="t"><texture filename="../meshes/t.png"/></material>')}
    <collision><geometry><mesh filename="../meshes/t.stl"/></geometry></collision>
  </link>
  <link name="arm">${visual('<cylinder radius="0.1" length="2"/>')}</link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/></joint>
</robot>`;

beforeAll(async () => {
  const built = join(project, "web/three-robot-kinematics/dist/robot-viewer.js");
  copyFileSync(built, workshop.path("robot-viewer.js"));
  workshop.write("my_robot/urdf/robot.urdf", urdf);
  workshop.write("my_robot/meshes/t.stl", stl);
  workshop.write("my_robot/meshes/t.dae", dae);
  workshop.write("my_robot/meshes/plate.obj", plate);
  workshop.write("my_robot/meshes/plate.mtl", "newmtl grey\n");
  const size = 8;
  const pixels = Buffer.alloc(4 * size * size, 255).map((_, i) => (i % 4 === 1 ? 0 : 255));
  workshop.write("my_robot/meshes/t.png", writePng({ width: size, height: size, pixels }));
  workshop.write(
    "only.urdf",
    `<robot name="o"><link name="a">${visual('<mesh filename="my_robot/meshes/t.stl"/>')}</link></robot>`,
  );
  await fourbar(
    "convert",
    workshop.path("only.urdf"),
    workshop.path("my_robot/meshes/t.glb"),
    "--no-animations",
  );
  for (const [name, src] of [
    ["index", "my_robot/urdf/robot.urdf"],
    ["xacro", "robot.xacro"],
  ]) {
    workshop.write(
      `${name}.html`,
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,"><title>Mine</title>
<script type="module" src="robot-viewer.js"></script></head>
<body><robot-viewer src="${src}" controls style="height: 24rem"></robot-viewer></body></html>`,
    );
  }
  workshop.write(
    "robot.xacro",
    '<robot name="r" xmlns:xacro="x"><xacro:include filename="a"/></robot>',
  );
  server = await serveFolder(workshop.folder);
});
afterAll(() => server?.close());

test("meshes of every kind, in place and in colour", async () => {
  const watched = await openPage(server.url);
  const { page } = watched;
  try {
    await page.getByRole("slider", { name: "turn" }).waitFor();
    await page.evaluate(async () => {
      const viewer = document.querySelector("robot-viewer") as EventTarget & { done?: boolean };
      // Meshes may have arrived before this runs.
      await new Promise((done) => {
        viewer.addEventListener("load", done, { once: true });
        setTimeout(done, 3000);
      });
    });
    await still(page);
    expect(colours(await pixelsOf(page))).toBeGreaterThan(10);
    const shapes = await page.evaluate(() => {
      type Node = {
        isMesh?: boolean;
        matrixWorld: { elements: number[] };
        geometry: { computeBoundingBox(): void; boundingBox: { clone(): Box } };
        material: { color: { getHexString(): string }; map: unknown; type: string };
        traverse(visit: (node: Node) => void): void;
        updateWorldMatrix(up: boolean, down: boolean): void;
      };
      type Box = {
        applyMatrix4(matrix: unknown): Box;
        min: { toArray(): number[] };
        max: { toArray(): number[] };
      };
      const viewer = document.querySelector("robot-viewer") as unknown as {
        robot: { root: Node; links: Map<string, { visualNodes: Node[] }> };
      };
      viewer.robot.root.updateWorldMatrix(true, true);
      return viewer.robot.links.get("base")?.visualNodes.map((node) => {
        const found: { box: number[]; color: string; mapped: boolean; type: string }[] = [];
        node.traverse((child) => {
          if (!child.isMesh) return;
          child.geometry.computeBoundingBox();
          const box = child.geometry.boundingBox.clone().applyMatrix4(child.matrixWorld);
          const round = (x: number) => Math.round(x * 1e6) / 1e6 + 0;
          found.push({
            box: [...box.min.toArray(), ...box.max.toArray()].map(round),
            color: child.material.color.getHexString(),
            mapped: Boolean(child.material.map),
            type: child.material.type,
          });
        });
        return found;
      });
    });
    // A triangle of 1 x 2 in x and z of the description, which are z and y of the scene.
    const triangle = [0, 0, 0, 0, 2, 1];
    const [stlShape, daeShape, objShape, glbShape, boxShape] = shapes ?? [];
    expect(stlShape).toMatchObject([{ box: triangle, color: "ff0000" }]);
    expect(daeShape).toMatchObject([{ box: triangle, color: "00ff00" }]);
    expect(objShape).toHaveLength(1);
    // fourbar's own file has glTF's axes, facing z: a quarter turn about x, as RViz has it.
    expect(glbShape?.[0]?.box).toEqual([-1, 0, 0, 0, 2, 0]);
    expect(boxShape).toMatchObject([{ mapped: true, color: "ffffff" }]);
    expect(new Set(shapes?.flat().map(({ type }) => type))).toEqual(
      new Set(["MeshStandardMaterial"]),
    );
    expect(watched.problems).toEqual([]);
  } finally {
    await watched.close();
  }
});

test("xacro is refused with a way out", async () => {
  const watched = await openPage(`${server.url}xacro.html`);
  try {
    await watched.page
      .getByRole("alert")
      .filter({ hasText: "fourbar convert robot.xacro" })
      .waitFor();
    expect(watched.problems).toEqual([]);
  } finally {
    await watched.close();
  }
});
