// Draws one robot twice from the same camera: the GLB file in plain three.js on the left, the
// description through urdf-loader on the right. The same positions, lights and background.
import { Group, LoadingManager, Matrix4, Vector3 } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { MTLLoader } from "three/examples/jsm/loaders/MTLLoader.js";
import { OBJLoader } from "three/examples/jsm/loaders/OBJLoader.js";
import URDFLoader from "urdf-loader";
import { cameraFor, draw } from "./draw.js";

const { positions } = await (await fetch("/scene/pose.json")).json();

async function ours() {
  const gltf = await new GLTFLoader().loadAsync("/scene/robot.glb");
  const nodes = new Map();
  for (const [object, at] of gltf.parser.associations) {
    if (at.nodes !== undefined && object.isObject3D) nodes.set(at.nodes, object);
  }
  for (const model of gltf.parser.json.extensions.EXT_robot_kinematics.models) {
    for (const joint of model.joints) {
      const q = positions[joint.name];
      if (q === undefined) continue;
      const axis = new Vector3(...joint.dofs[0].axis);
      const node = nodes.get(joint.dofNodes[0]);
      if (joint.dofs[0].motion === "rotation") node.quaternion.setFromAxisAngle(axis, q);
      else node.position.copy(axis.multiplyScalar(q));
    }
  }
  return gltf.scene;
}

async function theirs() {
  const manager = new LoadingManager();
  const loaded = new Promise((resolve) => {
    manager.onLoad = resolve;
  });
  const loader = new URDFLoader(manager);
  const usual = loader.loadMeshCb;
  // urdf-loader itself reads STL and COLLADA; OBJ is left to its user.
  loader.loadMeshCb = async (path, meshes, material, done) => {
    if (!/\.obj$/i.test(path)) return usual(path, meshes, material, done);
    manager.itemStart(path);
    const text = await (await fetch(path)).text();
    const reader = new OBJLoader(meshes);
    const library = /^mtllib\s+(.+)$/m.exec(text)?.[1].trim();
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (library) {
      const mtl = await fetch(folder + library);
      if (mtl.ok) reader.setMaterials(new MTLLoader(meshes).parse(await mtl.text(), folder));
    }
    const object = reader.parse(text);
    object.traverse((child) => {
      if (child.isMesh && !library && material) child.material = material;
    });
    done(object);
    manager.itemEnd(path);
  };
  const robot = loader.parse(await (await fetch("/scene/robot.urdf")).text(), "");
  await Promise.race([loaded, new Promise((resolve) => setTimeout(resolve, 20000))]);
  for (const [name, q] of Object.entries(positions)) robot.joints[name]?.setJointValue(q);
  // x forward, y left, z up to glTF's z forward, x left, y up.
  const turned = new Group();
  turned.applyMatrix4(
    new Matrix4().makeBasis(new Vector3(0, 0, 1), new Vector3(1, 0, 0), new Vector3(0, 1, 0)),
  );
  turned.add(robot);
  return turned;
}

const [left, right] = [await ours(), await theirs()];
const camera = cameraFor(left);
draw(left, camera);
draw(right, camera);
document.title = "done";
