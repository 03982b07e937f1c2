/** Robots and files that are made for a test, in a folder of their own. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll } from "vitest";
import { python } from "./fourbar.js";

const run = promisify(execFile);

export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "fourbar-e2e-"));

  constructor() {
    afterAll(() => rmSync(this.folder, { recursive: true, force: true }));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file as editors do: a new one takes the place of the old one. */
  write(name: string, content: string | Buffer): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, content);
    renameSync(`${path}.new`, path);
    return path;
  }

  /** Runs a few lines of Python in the folder. */
  async python(script: string): Promise<void> {
    await run(python(), ["-c", script], { cwd: this.folder });
  }
}

/** Text as XML has it. */
export function xml(text: string): string {
  return text
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}

const limits = '<limit lower="-1" upper="1" effort="1" velocity="1"/>';

/** A red base with a blue arm that turns about y; `more` goes in before the end. */
export function arm(more = "", { robot = "arm", link = "arm", joint = "shoulder" } = {}): string {
  return `<robot name="${xml(robot)}">
  <material name="red"><color rgba="0.9 0.1 0.1 1"/></material>
  <material name="blue"><color rgba="0.1 0.2 0.9 1"/></material>
  <link name="base">
    <visual><geometry><box size="0.1 0.4 0.2"/></geometry><material name="red"/></visual>
  </link>
  <link name="${xml(link)}">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual>
      <origin xyz="0 0 0.2"/><geometry><box size="0.1 0.1 0.4"/></geometry><material name="blue"/>
    </visual>
  </link>
  <joint name="${xml(joint)}" type="revolute">
    <parent link="base"/><child link="${xml(link)}"/><origin xyz="0 0 0.1"/><axis xyz="0 1 0"/>
    ${limits}
  </joint>
  ${more}
</robot>
`;
}

/** A joint more, that carries nothing to be seen. */
export const extra = `<link name="tip"/>
  <joint name="wrist" type="revolute">
    <parent link="arm"/><child link="tip"/><axis xyz="1 0 0"/>
    ${limits}
  </joint>`;

/** A plate with texture coordinates. */
export const plate = `mtllib plate.mtl
v -0.2 -0.2 0
v 0.2 -0.2 0
v 0.2 0.2 0
v -0.2 0.2 0
vt 0 0
vt 1 0
vt 1 1
vt 0 1
vn 0 0 1
f 1/1/1 2/2/1 3/3/1
f 1/1/1 3/3/1 4/4/1
`;
