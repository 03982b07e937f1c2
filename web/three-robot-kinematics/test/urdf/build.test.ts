import { Quaternion, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { kindOf, type Robot } from "../../src/index.js";
import { buildRobot, checkStructure, drake, parseURDF, UrdfError } from "../../src/urdf/index.js";
import {
  closedRobots,
  loadRobot,
  openRobots,
  poseError,
  readFixture,
  readGlb,
} from "../fixtures.js";
import { descriptions } from "./descriptions.js";

/** Both sides compute in doubles, and nothing is rounded on the way. */
const poseTolerance = 1e-9;
const loopTolerance = 1e-6;

const textOf = (name: string) =>
  descriptions.find((each) => each.name === `gallery/${name}.urdf`)?.text as string;
const gallery = [...new Set([...openRobots, ...closedRobots])];
const sampled = descriptions.filter(({ samples }) => samples && samples.length > 0);

describe("links are where Python puts them", () => {
  it("in nearly two hundred robots", () => expect(sampled.length).toBeGreaterThan(14));

  it.each(sampled.map((each) => [each.name, each] as const))("%s", (_, { text, samples }) => {
    const robot = buildRobot(parseURDF(text, { dialects: [drake] }));
    for (const { values, poses } of samples ?? []) {
      const { converged } = robot.setJointValues(values, { clamp: false });
      expect(converged).toBe(true);
      expect(poseError(robot, poses)).toBeLessThan(poseTolerance);
    }
  });

  it.each(gallery)("along the closed drives of %s, which numpy solves", (name) => {
    for (const sweep of readFixture(name).sweeps) {
      const robot = buildRobot(parseURDF(textOf(name)), { planar: "xyt" });
      for (const { values, poses } of sweep) {
        expect(robot.setJointValues(values).converged).toBe(true);
        expect(poseError(robot, poses)).toBeLessThan(poseTolerance);
      }
    }
  });
});

describe("loops stay closed while sliders are moved", () => {
  const closed = sampled.filter(({ model }) => model.loops.length + model.couplings.length > 0);
  it.each(closed.map((each) => [each.name, each] as const))("%s", (_, { text }) => {
    const robot = buildRobot(parseURDF(text, { dialects: [drake] }));
    expect(robot.lastResult.converged).toBe(true);
    const rest = robot.getJointValues();
    for (const joint of robot.joints.values()) {
      if (joint.role !== "independent" || kindOf(joint.type)?.orientation) continue;
      if (joint.dofs.length !== 1) continue;
      const [low, high] = slider(joint);
      for (let n = 0; n <= 24; n++) {
        const value = low + ((high - low) * n) / 24;
        robot.setJointValue(joint.name, value, { partial: true });
        expect(worstGap(robot)).toBeLessThan(loopTolerance);
      }
    }
    expect(robot.setJointValues(rest, { clamp: false }).converged).toBe(true);
    expect(robot.reset().converged).toBe(true);
  });

  function slider({
    dofs,
  }: {
    dofs: readonly { limit: { lower?: number | undefined; upper?: number | undefined } }[];
  }) {
    const { lower = -Math.PI, upper = Math.PI } = dofs[0]?.limit ?? {};
    return [lower, upper] as const;
  }

  function worstGap(robot: Robot): number {
    const parts = [...robot.loops.values(), ...robot.couplings.values()];
    return Math.max(0, ...parts.map(({ residual }) => residual));
  }
});

describe("the robot is the one that a GLB gives", () => {
  it.each(gallery)("%s", async (name) => {
    const own = buildRobot(parseURDF(textOf(name)), { planar: "xyt" });
    const other = await loadRobot(readGlb(name));
    expect(own.name).toBe(other.name);
    const joints = (robot: Robot) =>
      [...robot.joints.values()].map(
        ({ name, type, role, parentLink, childLink, mimic, dofs }) => ({
          name,
          type,
          role,
          parentLink,
          childLink,
          mimic,
          limits: dofs.map(({ limit }) => JSON.parse(JSON.stringify(limit))),
          motions: dofs.map(({ motion }) => motion),
        }),
      );
    expect(joints(own)).toEqual(joints(other));
    expect([...own.loops.keys()]).toEqual([...other.loops.keys()]);
    expect([...own.couplings.keys()]).toEqual([...other.couplings.keys()]);
    for (const link of own.links.values()) {
      const { mass, centerOfMass, inertiaDiagonal } = link.inertial ?? {};
      const same = other.links.get(link.name)?.inertial;
      expect(mass).toBe(same?.mass);
      centerOfMass?.forEach((c, k) => {
        expect(c).toBeCloseTo(same?.centerOfMass[k] as number, 12);
      });
      const sorted = (v: readonly number[] = []) => [...v].sort((a, b) => a - b);
      sorted(inertiaDiagonal).forEach((moment, k) => {
        expect(moment).toBeCloseTo(sorted(same?.inertiaDiagonal)[k] as number, 9);
      });
    }
  });
});

describe("axes", () => {
  it("stay URDF's below a turned root where that is asked for", () => {
    const { sweeps } = readFixture("delta");
    const robot = buildRobot(parseURDF(textOf("delta")), { axes: "urdf" });
    expect(robot.root.quaternion.angleTo(new Quaternion(-0.5, -0.5, -0.5, 0.5))).toBe(0);
    for (const { values, poses } of sweeps[0] ?? []) {
      expect(robot.setJointValues(values).converged).toBe(true);
      robot.root.updateWorldMatrix(true, true);
      for (const { name, node } of robot.links.values()) {
        const found = new Vector3().setFromMatrixPosition(node.matrixWorld);
        const [x, y, z] = (poses[name] as number[]).slice(12, 15) as [number, number, number];
        expect(found.distanceTo(new Vector3(x, y, z))).toBeLessThan(poseTolerance);
      }
    }
  });
});

describe("a description that is no robot", () => {
  const link = (name: string) => `<link name="${name}"/>`;
  const joint = (name: string, parent: string, child: string) =>
    `<joint name="${name}" type="fixed"><parent link="${parent}"/><child link="${child}"/></joint>`;
  const build = (inside: string) => () =>
    buildRobot(parseURDF(`<robot name="r" xmlns:xacro="x">${inside}</robot>`));

  it("is refused with the place of what is wrong", () => {
    expect(build("")).toThrow(/robot 'r' cannot be built\n1:\d+: G304 no-links/);
    expect(() => buildRobot(parseURDF("<robot"))).toThrow(
      /1:7: X001 not-well-formed: unclosed tag/,
    );
  });

  it("with an axis of zeros turns about x, as in Python", () => {
    const zero = joint("j", "a", "b").replace(
      'type="fixed">',
      'type="continuous"><axis xyz="0 0 0"/>',
    );
    const robot = build(link("a") + link("b") + zero)();
    const x = [0, 0, 1]; // of the description, in the axes of glTF
    expect(robot.joints.get("j")?.dofs[0]?.axis).toEqual(x);
  });

  it("that is too deep for three.js is refused", () => {
    const chain = (count: number) =>
      link("0") +
      Array.from({ length: count }, (_, i) => link(`${i + 1}`) + joint(`${i}`, `${i}`, `${i + 1}`));
    expect(build(chain(1000))().links.size).toBe(1001);
    expect(build(chain(1001))).toThrow("more than 1000 joints in a row");
  });

  it("that is xacro gets a way out", () => {
    expect(build('<xacro:include filename="a.xacro"/>')).toThrow(
      "this is a xacro file, which has to be expanded first: fourbar convert robot.xacro robot.urdf",
    );
  });

  it("carries its findings", () => {
    try {
      build("")();
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(UrdfError);
      expect((error as UrdfError).findings.map(({ code }) => code)).toEqual(["G304"]);
    }
  });
});

describe("what cannot be used is left out and reported", () => {
  const tree = (inside: string) => {
    const model = parseURDF(`<robot name="r">${inside}</robot>`);
    const { findings } = checkStructure(model);
    const { links, joints } = buildRobot(model);
    return [[...links.keys()], [...joints.keys()], findings.map(({ code }) => code)];
  };
  const links = (names: string) => [...names].map((name) => `<link name="${name}"/>`).join("");
  const joints = (pairs: string) =>
    pairs
      .split(" ")
      .map(
        ([a, b]) =>
          `<joint name="${a}${b}" type="fixed"><parent link="${a}"/><child link="${b}"/></joint>`,
      )
      .join("");

  // The same four, and what the Python side builds of them: `fb.load(...).links.names`.
  it.each([
    ["a joint to nowhere", links("ab") + joints("ab ac"), ["a", "b"], ["ab"], ["R201"]],
    ["a second parent", links("abc") + joints("ab ac bc"), ["a", "b", "c"], ["ab", "ac"], ["G302"]],
    ["a cycle", links("abc") + joints("ab bc ca"), ["a", "b", "c"], ["ab", "bc"], ["G301"]],
    ["another tree", links("abcd") + joints("ab bc"), ["a", "b", "c"], ["ab", "bc"], ["G303"]],
  ])("%s", (_, inside, expectedLinks, expectedJoints, codes) => {
    expect(tree(inside)).toEqual([expectedLinks, expectedJoints, codes]);
  });

  const base = (mimic: string, more = "") => `<robot name="r">
    <link name="a"/><link name="b"/><link name="c"/>
    <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
      <limit lower="0.5" upper="1" effort="1" velocity="1"/>${mimic}</joint>
    <joint name="k" type="continuous"><parent link="b"/><child link="c"/><axis xyz="0 0 1"/>
      <mimic joint="j" multiplier="2" offset="0.1"/></joint>${more}
  </robot>`;

  it("a circle of mimics", () => {
    const robot = buildRobot(parseURDF(base('<mimic joint="k"/>')));
    expect([...robot.joints.values()].map(({ role }) => role)).toEqual([
      "independent",
      "independent",
    ]);
  });

  it("a loop of a link with itself", () => {
    const loop = '<loop name="l" type="fixed"><predecessor link="a"/><successor link="a"/></loop>';
    expect(buildRobot(parseURDF(base("", loop))).loops.size).toBe(0);
  });

  it("zero outside the limits: the nearest limit is shown, and followers follow", () => {
    const robot = buildRobot(parseURDF(base("")));
    expect(robot.getJointValue("j")).toBe(0.5);
    expect(robot.getJointValue("k")).toBeCloseTo(1.1, 14);
  });
});

describe("a robot that is only built", () => {
  it("is drawn as spheres and lines", () => {
    const robot = buildRobot(parseURDF(textOf("ur20")));
    const drawn: string[] = [];
    robot.root.traverse(({ name, type }) => {
      if (name === "skeleton") drawn.push(type);
    });
    expect(drawn.filter((type) => type === "Mesh")).toHaveLength(robot.links.size);
    expect(drawn.filter((type) => type === "Line")).toHaveLength(5);
  });

  it("is pulled like any other", () => {
    const robot = buildRobot(parseURDF(textOf("ur20")));
    const target = new Vector3(0.3, 0.9, 0.7);
    let reached = Number.POSITIVE_INFINITY;
    for (let n = 0; n < 20; n++) reached = robot.drag("flange", new Vector3(), target).distance;
    expect(reached).toBeLessThan(1e-3);
  });

  it("wraps continuous joints where that is asked for", () => {
    const robot = buildRobot(parseURDF(textOf("four_bar")), { wrap: true });
    robot.setJointValue("crank", 3.1);
    robot.setJointValue("crank", -3.1);
    expect(robot.getJointValue("crank")).toBeCloseTo(2 * Math.PI - 3.1, 9);
  });
});
