import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { describe, expect, it, vi } from "vitest";
import {
  type Issue,
  RobotKinematicsError,
  RobotKinematicsPlugin,
  readExtension,
  robotsOf,
} from "../src/index.js";
import { modelOf, robotDocument } from "./document.js";
import { type Json, loadGallery, loadRobot, readFixture } from "./fixtures.js";

const model = "/extensions/EXT_robot_kinematics/models/0";

/** A four-bar after `damage`, and what is then found. */
function issuesOf(damage: (model: Json, gltf: Json) => void): [code: string, pointer: string][] {
  const { gltf } = readFixture("four_bar");
  damage(modelOf(gltf), gltf);
  return readExtension(gltf).issues.map(({ code, pointer }) => [code, pointer]);
}

const damages: [
  what: string,
  damage: (model: Json, gltf: Json) => void,
  code: string,
  at: string,
][] = [
  [
    "a node that does not exist",
    (m) => (m.links[1].node = 999),
    "INDEX_OUT_OF_RANGE",
    "/links/1/node",
  ],
  ["a negative index", (m) => (m.rootNode = -1), "INDEX_OUT_OF_RANGE", "/rootNode"],
  ["an index that is none", (m) => (m.rootNode = 0.5), "WRONG_TYPE", "/rootNode"],
  ["an index as text", (m) => (m.rootNode = "0"), "WRONG_TYPE", "/rootNode"],
  ["a missing link", (m) => delete m.joints[0].parentLink, "WRONG_TYPE", "/joints/0/parentLink"],
  [
    "an unknown link",
    (m) => (m.joints[2].childLink = 9),
    "INDEX_OUT_OF_RANGE",
    "/joints/2/childLink",
  ],
  ["no name", (m) => delete m.joints[1].name, "WRONG_TYPE", "/joints/1/name"],
  ["the same name twice", (m) => (m.joints[1].name = "crank"), "DUPLICATE_NAME", "/joints/1/name"],
  [
    "a zero axis",
    (m) => (m.joints[0].dofs[0].axis = [0, 0, 0]),
    "ZERO_AXIS",
    "/joints/0/dofs/0/axis",
  ],
  [
    "a short axis",
    (m) => (m.joints[0].dofs[0].axis = [0, 1]),
    "WRONG_TYPE",
    "/joints/0/dofs/0/axis",
  ],
  [
    "an unknown motion",
    (m) => (m.joints[0].dofs[0].motion = "jump"),
    "UNKNOWN_MOTION",
    "/joints/0/dofs/0/motion",
  ],
  [
    "limits the wrong way round",
    (m) => (m.joints[2].dofs[0].limit = { lower: 1, upper: 0 }),
    "LIMIT_ORDER",
    "/joints/2/dofs/0/limit",
  ],
  ["a DOF without a node", (m) => m.joints[0].dofNodes.pop(), "DOF_COUNT", "/joints/0/dofNodes"],
  ["a type with other DOFs", (m) => (m.joints[0].type = "floating"), "DOF_COUNT", "/joints/0/dofs"],
  ["joints as an object", (m) => (m.joints = {}), "WRONG_TYPE", "/joints"],
  ["a joint that is null", (m) => (m.joints[1] = null), "WRONG_TYPE", "/joints/1"],
  [
    "a loop of unknown type",
    (m) => (m.loops[0].type = "glue"),
    "UNKNOWN_LOOP_TYPE",
    "/loops/0/type",
  ],
  [
    "a loop to itself",
    (m) => (m.loops[0].successorLink = m.loops[0].predecessorLink),
    "LOOP_TO_ITSELF",
    "/loops/0",
  ],
  [
    "a loop's node elsewhere",
    (m) => (m.loops[0].successorNode = 0),
    "BROKEN_CHAIN",
    "/loops/0/successorNode",
  ],
  [
    "a universal loop with one axis",
    (m) => (m.loops[0].type = "universal"),
    "WRONG_TYPE",
    "/loops/0/axis2",
  ],
  [
    "a coupling of ratio 0",
    (m) => (m.couplings = [{ name: "c", predecessorLink: 1, successorLink: 2, ratio: 0 }]),
    "ZERO_RATIO",
    "/couplings/0/ratio",
  ],
  [
    "a joint that follows itself",
    (m) => (m.joints[0].mimic = { joint: 0 }),
    "MIMIC_CYCLE",
    "/joints/0/mimic/joint",
  ],
  [
    "nodes in another order",
    (m) => (m.joints[0].originNode = m.joints[0].dofNodes[0]),
    "BROKEN_CHAIN",
    "/joints/0/dofNodes",
  ],
  [
    "a node that moves two joints",
    (m) => (m.joints[2].dofNodes = m.joints[0].dofNodes),
    "BROKEN_CHAIN",
    "/joints/2/dofNodes",
  ],
  [
    "a link outside the root",
    (m, g) => (m.rootNode = g.nodes.length - 1),
    "OUTSIDE_ROOT",
    "/links/0/node",
  ],
  [
    "a scaled joint",
    (m, g) => (g.nodes[m.joints[1].originNode].scale = [1, 2, 1]),
    "SCALED_FRAME",
    "/joints/1/originNode",
  ],
  [
    "a configuration of another robot",
    (m) => (m.configurations = { home: { jointPositions: [1] } }),
    "WRONG_LENGTH",
    "/configurations/home/jointPositions",
  ],
  [
    "an inertia that is text",
    (m) => (m.links[0].inertial = { mass: "heavy" }),
    "WRONG_TYPE",
    "/links/0/inertial/mass",
  ],
];

describe("a damaged file", () => {
  it.each(damages)("with %s is told what and where", (_, damage, code, at) => {
    expect(issuesOf(damage)).toContainEqual([code, model + at]);
  });

  it.each(damages)("with %s loads neither by halves nor silently", async (_, damage) => {
    const { gltf } = readFixture("four_bar");
    damage(modelOf(gltf), gltf);
    await expect(loadRobot(gltf)).rejects.toBeInstanceOf(RobotKinematicsError);
  });

  it("can be shown without its robot", async () => {
    const { gltf } = readFixture("four_bar");
    modelOf(gltf).links[1].node = 999;
    const onInvalid = vi.fn();
    const loader = new GLTFLoader();
    loader.register((parser) => new RobotKinematicsPlugin(parser, { onInvalid }));
    const loaded = await loader.parseAsync(JSON.stringify(gltf), "");
    expect(robotsOf(loaded).size).toBe(0);
    expect(loaded.scene.children).toHaveLength(1);
    const issues = onInvalid.mock.calls[0]?.[0] as Issue[];
    expect(issues.map(({ code }) => code)).toEqual(["INDEX_OUT_OF_RANGE"]);
  });

  it("says in words what is wrong", async () => {
    const { gltf } = readFixture("four_bar");
    modelOf(gltf).links[1].node = 999;
    await expect(loadRobot(gltf)).rejects.toThrow(
      /models\/0\/links\/1\/node: node 999 is out of range/,
    );
  });
});

describe("nodes that are no tree", () => {
  it.each([
    ["a cycle", (nodes: Json[]) => (nodes[3].children = [0]), "NODE_CYCLE"],
    ["a node that is its own child", (nodes: Json[]) => (nodes[3].children = [3]), "NODE_"],
    ["two parents", (nodes: Json[]) => nodes[0].children.push(5), "NODE_TWO_PARENTS"],
    [
      "a child that does not exist",
      (nodes: Json[]) => nodes[0].children.push(999),
      "INDEX_OUT_OF_RANGE",
    ],
  ])("%s: loading ends with an error", async (_, damage, code) => {
    const { gltf } = readFixture("four_bar");
    damage(gltf.nodes);
    const error = await loadRobot(gltf, { onInvalid: () => {} }).catch((e) => e);
    expect(error).toBeInstanceOf(RobotKinematicsError);
    expect(error.issues[0].code).toContain(code);
    expect(error.issues[0].pointer).toMatch(/^\/nodes\/\d+/);
  });
});

describe("mimics in a circle", () => {
  it("are found whatever leads into it", () => {
    const turning = { type: "continuous", parent: "base" };
    const gltf = robotDocument([
      { ...turning, name: "a", child: "la", mimic: { joint: 1 } },
      { ...turning, name: "b", child: "lb", mimic: { joint: 2 } },
      { ...turning, name: "c", child: "lc", mimic: { joint: 1 } },
    ]);
    const codes = readExtension(gltf).issues.map(({ code }) => code);
    expect(codes).toEqual(["MIMIC_CYCLE"]);
  });

  it("of ten thousand joints take no time", () => {
    const joints = Array.from({ length: 10_000 }, (_, i) => ({
      name: `j${i}`,
      type: "continuous",
      parent: "base",
      child: `l${i}`,
      mimic: { joint: (i + 1) % 10_000 },
    }));
    const { issues } = readExtension(flatDocument(joints));
    expect(issues.some(({ code }) => code === "MIMIC_CYCLE")).toBe(true);
  });
});

describe("names that objects have by nature", () => {
  const names = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "",
    "a/b~c",
    "<img onerror=x>",
  ];

  it("are names like any other", async () => {
    const gltf = robotDocument(
      names.map((name, i) => ({
        name,
        type: "continuous",
        parent: "base",
        child: `${name} link ${i}`,
      })),
    );
    const positions = names.map((_, i) => 0.1 * i);
    // An own property, as JSON.parse makes it.
    modelOf(gltf).configurations = JSON.parse(
      `{"__proto__": {"jointPositions": ${JSON.stringify(positions)}}}`,
    );
    const robot = await loadRobot(gltf);
    expect([...robot.joints.keys()]).toEqual(names);
    robot.setConfiguration("__proto__");
    names.forEach((name, i) => {
      expect(robot.getJointValue(name)).toBeCloseTo(0.1 * i, 14);
    });
    robot.setJointValues(JSON.parse('{"__proto__": 0.9}'));
    expect(robot.getJointValue("__proto__")).toBe(0.9);
    expect(({} as Json).jointPositions).toBeUndefined();
  });

  it("are not there unless the file has them", async () => {
    const robot = await loadGallery("four_bar");
    for (const name of names) {
      expect(() => robot.setJointValue(name, 0)).toThrow(/joint ".*" does not exist/);
      expect(() => robot.setConfiguration(name)).toThrow(RobotKinematicsError);
    }
  });

  it("do not stand in for fields that are missing", () => {
    const gltf = JSON.parse(
      '{"extensions": {"EXT_robot_kinematics": {"models": [{"__proto__": {"name": "x", "rootNode": 0}}]}}, "nodes": [{}]}',
    );
    const pointers = readExtension(gltf).issues.map(({ pointer }) => pointer);
    expect(pointers).toEqual([`${model}/rootNode`]);
  });
});

describe("values that no joint can take", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, "1", null, undefined, [1, 2], []])(
    "%j",
    async (value) => {
      const robot = await loadGallery("four_bar");
      expect(() => robot.setJointValue("crank", value as number)).toThrow(RobotKinematicsError);
      expect(robot.getJointValue("crank")).toBe(0);
    },
  );
});

describe("documents without the extension", () => {
  it.each([null, 1, "x", [], {}, { extensions: 3 }, { extensions: { EXT_robot_kinematics: {} } }])(
    "%j has no robots",
    (gltf) => {
      expect(readExtension(gltf).models).toEqual([]);
    },
  );

  it("load as ever", async () => {
    const loader = new GLTFLoader();
    loader.register((parser) => new RobotKinematicsPlugin(parser));
    const loaded = await loader.parseAsync('{"asset": {"version": "2.0"}, "scenes": [{}]}', "");
    expect(robotsOf(loaded).size).toBe(0);
  });
});

describe("names that three.js changes", () => {
  it("do not matter: nodes are found by index", async () => {
    const gltf = robotDocument([
      { name: "j", type: "continuous", parent: "base", child: "a.b:c/[d]", axis: [0, 0, 1] },
    ]);
    for (const node of gltf.nodes) node.name = "same";
    const robot = await loadRobot(gltf);
    robot.setJointValue("j", 0.5);
    const { node } = robot.links.get("a.b:c/[d]") ?? {};
    expect(node?.parent?.quaternion.z).toBeCloseTo(Math.sin(0.25), 14);
  });
});

/** Many joints side by side, without the quadratic cost of building nodes one by one. */
function flatDocument(specs: readonly Json[]): Json {
  const children = specs.map((_, i) => 2 + 3 * i);
  const nodes = [{ children: [1] }, { children }] as Json[];
  const links = [{ name: "base", node: 1 }];
  const joints = specs.map(({ child, parent: _, ...spec }, i) => {
    const origin = nodes.push({ children: [nodes.length + 1] }) - 1;
    const dof = nodes.push({ children: [nodes.length + 1] }) - 1;
    links.push({ name: child, node: nodes.push({}) - 1 });
    const dofs = [{ motion: "rotation", axis: [1, 0, 0] }];
    return { ...spec, parentLink: 0, childLink: i + 1, originNode: origin, dofNodes: [dof], dofs };
  });
  const models = [{ name: "many", rootNode: 0, links, joints }];
  return { extensions: { EXT_robot_kinematics: { models } }, nodes };
}
