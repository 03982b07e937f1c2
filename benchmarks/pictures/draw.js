// One square of a picture, and the camera that all squares of a robot share.
import {
  Box3,
  Color,
  DirectionalLight,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";

const SIZE = 400;

export function draw(object, camera) {
  const scene = new Scene();
  scene.background = new Color(0xffffff);
  scene.add(new HemisphereLight(0xffffff, 0x888888, 2.2));
  const sun = new DirectionalLight(0xffffff, 1.6);
  sun.position.set(2, 4, 3);
  scene.add(sun, object);
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(SIZE, SIZE);
  document.body.append(renderer.domElement);
  renderer.render(scene, camera);
}

export function cameraFor(object, away = 4) {
  const box = new Box3().setFromObject(object);
  const center = box.getCenter(new Vector3());
  const radius = box.getSize(new Vector3()).length() / 2;
  const camera = new PerspectiveCamera(30, 1, radius / 50, radius * 20);
  const direction = new Vector3(0.75, 0.45, 1).normalize();
  camera.position.copy(center).add(direction.multiplyScalar(radius * away));
  camera.lookAt(center);
  return camera;
}
