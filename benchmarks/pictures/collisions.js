// Draws a robot, and its collision shapes before and after, from one camera.
import { MeshStandardMaterial } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { cameraFor, draw } from "./draw.js";

const names = ["visual", "before", "after"];
const colours = [null, 0xf28c28, 0x339e6b];
const loader = new GLTFLoader();
const robots = await Promise.all(
  names.map(async (name) => (await loader.loadAsync(`/scene/${name}.glb`)).scene),
);
const camera = cameraFor(robots[0], 4.1);
robots.forEach((robot, k) => {
  const material = new MeshStandardMaterial({ color: colours[k], roughness: 0.8 });
  robot.traverse((child) => {
    if (child.isMesh && colours[k] !== null) child.material = material;
  });
  draw(robot, camera);
});
document.title = "done";
