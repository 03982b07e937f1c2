import { describe, expect, it } from "vitest";
import { modelOf, robotDocument } from "./document.js";
import {
  closedRobots,
  loadGallery,
  loadRobot,
  namesOf,
  numberOf,
  poseError,
  readFixture,
} from "./fixtures.js";

describe("full slider sweeps", () => {
  it.each(closedRobots)("%s stays closed from limit to limit", async (name) => {
    const robot = await loadGallery(name);
    for (const driven of namesOf(robot, "independent")) {
      const joint = robot.joints.get(driven);
      const several = (joint?.dofs.length ?? 0) > 1;
      const { lower = -Math.PI, upper = Math.PI } = joint?.dofs[0]?.limit ?? {};
      for (let step = 0; step <= 100; step++) {
        // Universal joints have no limits and cannot turn all the way.
        const position = several
          ? 0.8 * Math.sin(0.0628 * step)
          : lower + ((upper - lower) * step) / 100;
        const { converged, residual } = robot.setJointValue(
          driven,
          several ? [position, 0] : position,
        );
        expect(converged).toBe(true);
        expect(residual).toBeLessThan(1e-9);
        for (const { residual: gap } of [...robot.loops.values(), ...robot.couplings.values()]) {
          expect(gap).toBeLessThan(1e-9);
        }
      }
      robot.reset();
    }
  });
});

describe("a pose that cannot be closed", () => {
  it("is refused, and the last closed pose stays", async () => {
    const robot = await loadGallery("slider_crank");
    robot.setJointValue("crank", 0.4);
    const before = robot.getJointValues();
    const result = robot.setJointValue("slider", 0.5, { clamp: false });
    expect(result).toMatchObject({ converged: false, fraction: 0 });
    expect(result.residual).toBeLessThan(1e-9);
    expect(robot.getJointValues()).toEqual(before);
  });

  it("can be approached as far as it goes", async () => {
    const robot = await loadGallery("slider_crank");
    const result = robot.setJointValue("slider", 0.5, { clamp: false, partial: true });
    expect(result.converged).toBe(false);
    expect(result.fraction).toBeGreaterThan(0);
    expect(result.fraction).toBeLessThan(1);
    expect(result.residual).toBeLessThan(1e-6);
    // Crank of 0.07 and rod of 0.25 in line, the crank's axis 0.24 below the slider's zero.
    expect(numberOf(robot.getJointValue("slider"))).toBeCloseTo(0.07 + 0.25 - 0.24, 4);
  });

  it("moves nothing else that the same call asked for", async () => {
    const gltf = readFixture("four_bar").gltf;
    const robot = await loadRobot(gltf);
    robot.setJointValues({ rocker: 3 }, { clamp: false });
    expect(robot.lastResult.converged).toBe(false);
    expect(numberOf(robot.getJointValue("crank"))).toBe(0);
  });
});

describe("a dependent joint", () => {
  it("can be driven: the independent one follows", async () => {
    const robot = await loadGallery("four_bar");
    robot.setJointValue("crank", 0.5);
    const rocker = numberOf(robot.getJointValue("rocker"));
    const crank = numberOf(robot.getJointValue("crank"));
    expect(robot.setJointValue("rocker", rocker + 0.05).converged).toBe(true);
    expect(numberOf(robot.getJointValue("rocker"))).toBe(rocker + 0.05);
    expect(numberOf(robot.getJointValue("crank"))).not.toBeCloseTo(crank, 3);
  });

  it("with six freedoms makes the legs of a platform follow", async () => {
    const robot = await loadGallery("stewart");
    const up = [0, 0, 0.05, 0, 0, 0];
    expect(robot.setJointValue("platform_pose", up).converged).toBe(true);
    const legs = namesOf(robot, "independent").map((leg) => numberOf(robot.getJointValue(leg)));
    expect(legs).toHaveLength(6);
    for (const leg of legs) expect(leg).toBeCloseTo(legs[0] as number, 7);
    expect(legs[0]).toBeGreaterThan(0.03);
  });

  it("out of its limits is named", async () => {
    const { gltf } = readFixture("four_bar");
    const rocker = modelOf(gltf).joints.find((joint: { name: string }) => joint.name === "rocker");
    rocker.dofs[0].limit = { lower: -0.01, upper: 0.01 };
    const robot = await loadRobot(gltf);
    expect(robot.setJointValue("crank", 1).beyond).toEqual(["rocker"]);
  });
});

describe("a snapshot of all joints", () => {
  it.each(["four_bar", "delta", "stewart", "lims2_wrist"])("brings %s back", async (name) => {
    const { gltf, sweeps } = readFixture(name);
    const sample = sweeps[0]?.at(-1);
    if (!sample) throw new Error("an empty sweep");
    const robot = await loadRobot(gltf);
    robot.setJointValues(sample.values);
    const snapshot = robot.getJointValues();
    const other = await loadRobot(gltf);
    expect(other.setJointValues(snapshot).converged).toBe(true);
    expect(poseError(other, sample.poses)).toBeLessThan(1e-8);
  });

  it("brings the other way to assemble a four-bar back", async () => {
    const robot = await loadGallery("four_bar");
    robot.setJointValue("crank", 1);
    const rocker = numberOf(robot.getJointValue("rocker"));
    // Mirrored at the line between the rocker's pivot and the crank's pin.
    const flipped = robot.setJointValues(
      { crank: 1, coupler: -2.2, rocker: 2.4 },
      { clamp: false },
    );
    expect(flipped.converged).toBe(true);
    expect(numberOf(robot.getJointValue("rocker"))).not.toBeCloseTo(rocker, 1);
    const snapshot = robot.getJointValues();
    const other = await loadGallery("four_bar");
    other.setJointValues(snapshot, { clamp: false });
    for (const [name, value] of snapshot) {
      expect(numberOf(other.getJointValue(name))).toBeCloseTo(numberOf(value), 9);
    }
  });
});

describe("a file that does not say what is independent", () => {
  it.each(closedRobots)("%s gets a choice that works", async (name) => {
    const { gltf } = readFixture(name);
    const declared = await loadRobot(gltf);
    for (const joint of modelOf(gltf).joints) delete joint.independent;
    const robot = await loadRobot(gltf);
    expect(robot.issues).toEqual([]);
    const count = (of: typeof robot) =>
      [...of.joints.values()].filter((j) => j.role === "dependent").flatMap((j) => j.dofs).length;
    // Joints of several DOFs may come out half dependent.
    expect(count(robot)).toBeLessThanOrEqual(count(declared));
    for (const driven of namesOf(robot, "independent")) {
      const { value } = robot.joints.get(driven) ?? {};
      const target = typeof value === "number" ? 0.01 : (value as number[]).map(() => 0.01);
      expect(robot.setJointValue(driven, target).residual).toBeLessThan(1e-9);
    }
  });

  it("and one whose choice cannot work is told so", async () => {
    const { gltf } = readFixture("four_bar");
    for (const joint of modelOf(gltf).joints) joint.independent = joint.name !== "rocker";
    const robot = await loadRobot(gltf);
    expect(robot.issues.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["INDEPENDENT_CHOICE", "/extensions/EXT_robot_kinematics/models/0/joints/1/independent"],
    ]);
    expect(robot.setJointValue("crank", 0.3).converged).toBe(true);
  });
});

describe("a parallelogram whose bars lie in line at rest", () => {
  const bar = (name: string, parent: string, child: string, x: number, more: object) => ({
    name,
    type: "continuous",
    parent,
    child,
    axis: [0, 0, 1],
    translation: [x, 0, 0],
    ...more,
  });
  const parallelogram = (independent: boolean | undefined) =>
    robotDocument(
      [
        bar(
          "crank",
          "base",
          "crank_link",
          0,
          independent === undefined ? {} : { independent: true },
        ),
        bar("coupler", "crank_link", "coupler_link", 0.5, { independent }),
        bar("rocker", "base", "rocker_link", 1, { independent }),
      ],
      [
        {
          type: "revolute",
          predecessor: "coupler_link",
          successor: "rocker_link",
          predecessorAt: { translation: [1, 0, 0] },
          successorAt: { translation: [0.5, 0, 0] },
          axis: [0, 0, 1],
        },
      ],
    );

  it.each([false, undefined])("moves out of it (independent: %s)", async (independent) => {
    const robot = await loadRobot(parallelogram(independent));
    expect(robot.issues).toEqual([]);
    expect(namesOf(robot, "dependent")).toEqual(["coupler", "rocker"]);
    const result = robot.setJointValue("crank", 0.4);
    expect(result.converged).toBe(true);
    expect(result.residual).toBeLessThan(1e-9);
  });
});

describe("a robot whose rest pose is open", () => {
  it("is closed when it is loaded", async () => {
    const { gltf } = readFixture("four_bar");
    for (const joint of modelOf(gltf).joints) {
      if (joint.name === "coupler") joint.dofs[0].default = 0.2;
    }
    const robot = await loadRobot(gltf);
    expect(robot.lastResult.converged).toBe(true);
    expect(robot.lastResult.residual).toBeLessThan(1e-9);
  });

  it("and cannot be closed says so, and how far it is open", async () => {
    const bars = [
      { name: "a", type: "revolute", parent: "base", child: "bar", axis: [0, 0, 1] },
      {
        name: "b",
        type: "revolute",
        parent: "bar",
        child: "tip",
        axis: [0, 0, 1],
        translation: [1, 0, 0],
      },
    ];
    const far = { translation: [5, 0, 0] };
    const loop = { type: "spherical", predecessor: "base", successor: "tip", predecessorAt: far };
    const robot = await loadRobot(robotDocument(bars, [loop]));
    expect(robot.lastResult.converged).toBe(false);
    expect(robot.lastResult.residual).toBeGreaterThan(1);
    expect(robot.loops.get("loop_0")?.residual).toBeCloseTo(robot.lastResult.residual, 12);
  });
});

describe("loops of other types than the gallery's", () => {
  const slide = (name: string, parent: string, child: string, axis: number[]) => ({
    name,
    type: "prismatic",
    parent,
    child,
    axis,
  });

  it("prismatic: two slides and a turn on one rail", async () => {
    const gltf = robotDocument(
      [
        slide("x", "base", "sledge", [1, 0, 0]),
        slide("y", "sledge", "cross", [0, 1, 0]),
        { name: "t", type: "continuous", parent: "cross", child: "tip", axis: [0, 0, 1] },
      ],
      [{ type: "prismatic", predecessor: "base", successor: "tip", axis: [1, 1, 0] }],
    );
    const robot = await loadRobot(gltf);
    robot.setJointValue("x", 0.3);
    expect(numberOf(robot.getJointValue("y"))).toBeCloseTo(0.3, 9);
    expect(numberOf(robot.getJointValue("t"))).toBeCloseTo(0, 9);
  });

  it("planar: slides that stay in a tilted plane", async () => {
    const gltf = robotDocument(
      [slide("x", "base", "sledge", [1, 0, 0]), slide("z", "sledge", "lift", [0, 0, 1])],
      [{ type: "planar", predecessor: "base", successor: "lift", axis: [0.6, 0, 0.8] }],
    );
    const robot = await loadRobot(gltf);
    robot.setJointValue("x", 0.4);
    // 0.6 x + 0.8 z = 0
    expect(numberOf(robot.getJointValue("z"))).toBeCloseTo(-0.3, 9);
  });

  it("fixed: two ways to the same place", async () => {
    const gltf = robotDocument(
      [
        slide("left", "base", "a", [0, 1, 0]),
        slide("right", "base", "b", [0, 2, 0]),
        { name: "turn", type: "continuous", parent: "b", child: "c", axis: [0, 1, 0] },
      ],
      [{ type: "fixed", predecessor: "a", successor: "c" }],
    );
    const robot = await loadRobot(gltf);
    robot.setJointValue("left", 0.7);
    expect(numberOf(robot.getJointValue("right"))).toBeCloseTo(0.7, 9);
    expect(robot.setJointValue("turn", 0.5).converged).toBe(false);
  });

  it("a mimic inside a loop: its leader moves for both", async () => {
    // A parallelogram's opposite bars, one by mimic; a slide closes it.
    const bar = (name: string, child: string, more: object) => ({
      name,
      type: "continuous",
      parent: "base",
      child,
      axis: [0, 0, 1],
      ...more,
    });
    const gltf = robotDocument(
      [
        bar("a", "bar_a", {}),
        bar("b", "bar_b", { translation: [1, 0, 0], mimic: { joint: 0 } }),
        slide("x", "base", "sledge", [1, 0, 0]),
        slide("y", "sledge", "coupler", [0, 1, 0]),
      ],
      [
        {
          type: "spherical",
          predecessor: "bar_a",
          successor: "coupler",
          predecessorAt: { translation: [0, 0.5, 0] },
          successorAt: { translation: [0, 0.5, 0] },
        },
        {
          type: "spherical",
          predecessor: "bar_b",
          successor: "coupler",
          predecessorAt: { translation: [0, 0.5, 0] },
          successorAt: { translation: [1, 0.5, 0] },
        },
      ],
    );
    const robot = await loadRobot(gltf);
    expect(robot.setJointValue("x", -0.3).converged).toBe(true);
    const angle = Math.asin(0.6);
    expect(numberOf(robot.getJointValue("a"))).toBeCloseTo(angle, 9);
    expect(numberOf(robot.getJointValue("b"))).toBeCloseTo(angle, 9);
    expect(numberOf(robot.getJointValue("y"))).toBeCloseTo(-0.1, 9);
  });
});
