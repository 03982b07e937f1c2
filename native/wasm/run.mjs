// Runs the WebAssembly build on the robots of standard input and prints what it computed, or how long
// it took beside the TypeScript solver in a folder: node run.mjs fourbar.wasm [three-robot-kinematics].
// tools/wasm.py is the other side.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { WASI } from "node:wasi";

const [file, runtime] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1" });
const { instance } = await WebAssembly.instantiate(readFileSync(file), wasi.getImportObject());
wasi.initialize(instance);
const core = instance.exports;

/** Numbers in the module's memory, and where they are. A view is lost when the memory grows. */
function place(values, type = Float64Array) {
  const array = type.from(values);
  const at = core.fourbar_allocate(array.byteLength);
  new type(core.memory.buffer, at, array.length).set(array);
  return { at, read: () => Array.from(new type(core.memory.buffer, at, array.length)) };
}
const room = (count) => place(new Float64Array(count));

function open({ integers, numbers }) {
  return core.fourbar_robot(place(integers, Int32Array).at, place(numbers).at);
}

function compute(robot, one) {
  const { nq, nv, rows, frame, q, v, at_rest, starts, drawn, inverse, tolerance, steps } = one;
  const count = q.length / nq;
  const results = {};
  const at = place(q);
  const pose = room(16 * count);
  const jacobian = room(6 * nv * count);
  core.fourbar_kinematics(robot, frame, at.at, count, pose.at, jacobian.at);
  results.pose = pose.read();
  results.jacobian = jacobian.read();
  const dynamics = (quantity, closed, q, v, x, width) => {
    const n = q.length / nq;
    const out = room(width * n);
    const refused = core.fourbar_dynamics(robot, quantity, closed, place(q).at, place(v).at, place(x).at, n, out.at);
    if (refused >= 0) throw new Error(`dynamics refuse configuration ${refused}`);
    return out.read();
  };
  results.tau = dynamics(0, 0, q, v, v, nv);
  results.M = dynamics(2, 0, q, v, v, nv * nv);
  const rest = new Float64Array((at_rest.length / nq) * nv);
  results.accelerations = dynamics(1, rows > 0 ? 1 : 0, at_rest, rest, rest, nv);
  if (rows > 0) {
    const phi = room(rows * count);
    const K = room(rows * nv * count);
    core.fourbar_closure(robot, at.at, count, phi.at, K.at);
    results.residual = phi.read();
    results.K = K.read();
    const closed = place(starts);
    const left = room(starts.length / nq);
    const from = place(drawn);
    core.fourbar_search(robot, closed.at, starts.length / nq, from.at, drawn.length / nq, tolerance, steps, left.at);
    results["closed pose"] = closed.read();
  }
  if (inverse) {
    const found = place(inverse.q);
    const targets = place(inverse.targets);
    const n = inverse.targets.length / 16;
    const bounds = [place(inverse.lower).at, place(inverse.upper).at];
    core.fourbar_inverse(robot, frame, targets.at, n, ...bounds, inverse.tolerance, inverse.iterations, found.at);
    results["inverse kinematics"] = found.read();
  }
  return results;
}

/** A slider that goes through positions: the configurations, or microseconds of one step. */
function slide(robot, { home, entries, driven, positions, frames, tolerance, stride, most }, steps) {
  const q = place(home);
  const goal = place(entries.map((entry) => home[entry]));
  const places = place(entries, Int32Array);
  const left = room(1);
  const goals = new Float64Array(core.memory.buffer, goal.at, entries.length);
  const gap = new Float64Array(core.memory.buffer, left.at, 1);
  const path = [];
  const move = (step) => {
    goals[driven] = positions[step % positions.length];
    core.fourbar_follow(robot, q.at, goal.at, 1, places.at, entries.length, tolerance, stride, most, left.at);
    if (!(gap[0] <= tolerance)) throw new Error("open");
  };
  if (steps === 0) {
    for (let step = 0; step < positions.length; step++) {
      move(step);
      path.push(...q.read());
    }
    return path;
  }
  const poses = new Float64Array(16 * frames);
  return time(steps, (step) => {
    move(step);
    poses.set(new Float64Array(core.memory.buffer, core.fourbar_poses(robot, q.at), 16 * frames));
  });
}

/** The least of several rounds: others have the machine, too. */
function time(steps, work) {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 6; round++) {
    const begin = process.cpuUsage();
    for (let step = 0; step < steps; step++) work(step);
    const { user, system } = process.cpuUsage(begin);
    best = Math.min(best, (user + system) / steps);
  }
  return best;
}

/** A robot of the TypeScript runtime, whose loops count as closed within a tolerance. */
async function inTypeScript(glb, tolerance) {
  const require = createRequire(pathToFileURL(`${runtime}/package.json`));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const { GLTFLoader } = await load("three/addons/loaders/GLTFLoader.js");
  const { RobotKinematicsPlugin, robotsOf } = await load("./dist/index.js");
  const loader = new GLTFLoader();
  loader.register((parser) => new RobotKinematicsPlugin(parser, { tolerance }));
  const [robot] = robotsOf(await loader.parseAsync(new Uint8Array(readFileSync(glb)).buffer, "")).values();
  return robot;
}

function slideInTypeScript(robot, { joint, positions, several }, steps) {
  return time(steps, (step) => {
    const to = positions[step % positions.length];
    if (!robot.setJointValue(joint, several ? [to, 0] : to).converged) throw new Error("open");
  });
}

/**
 * A point of a link follows a circle, upright in the scene, or comes as near to it as it can: a frame
 * in the mean and the longest [us], and the steps that a frame took. Each frame counts as the least of
 * several turns.
 */
function dragInTypeScript(robot, { link, point, frames, radius, tolerance }) {
  const { node } = robot.links.get(link);
  const at = node.position.clone().set(...point);
  node.updateWorldMatrix(true, false);
  const centre = at.clone().applyMatrix4(node.matrixWorld);
  const target = centre.clone();
  const least = new Array(frames).fill(Number.POSITIVE_INFINITY);
  const reached = centre.clone();
  let iterations = 0;
  let moved = 0;
  for (let turn = 0; turn < 6; turn++) {
    iterations = 0;
    for (let frame = 0; frame < frames; frame++) {
      const angle = (2 * Math.PI * frame) / frames;
      target.set(radius * Math.cos(angle), radius * Math.sin(angle), 0).add(centre);
      const begin = performance.now();
      const pulled = robot.drag(link, at, target);
      least[frame] = Math.min(least[frame], 1e3 * (performance.now() - begin));
      if (!(pulled.residual <= tolerance)) throw new Error("open");
      iterations += pulled.iterations / frames;
      node.updateWorldMatrix(true, false);
      moved = Math.max(moved, reached.copy(at).applyMatrix4(node.matrixWorld).distanceTo(centre));
    }
  }
  const drag = least.reduce((sum, one) => sum + one, 0) / frames;
  return { drag, longest: Math.max(...least), iterations, moved };
}

const job = JSON.parse(readFileSync(0, "utf8"));
const answer = {};
for (const [name, one] of Object.entries(job)) {
  const robot = open(one);
  if (runtime) {
    const wasm = slide(robot, one.slide, one.count);
    const slid = await inTypeScript(one.glb, one.slide.tolerance);
    answer[name] = { wasm, typescript: slideInTypeScript(slid, one.slide, one.count) };
    if (one.drag) {
      const pulled = await inTypeScript(one.glb, one.drag.tolerance);
      Object.assign(answer[name], dragInTypeScript(pulled, one.drag));
    }
  } else {
    answer[name] = compute(robot, one);
    if (one.slide) answer[name]["followed poses"] = slide(robot, one.slide, 0);
  }
}
console.log(JSON.stringify(answer));
