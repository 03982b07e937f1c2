import { useThree } from "@react-three/fiber";
import { useEffect } from "react";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Orbit, pan and zoom. */
export function Orbit() {
  const camera = useThree((state) => state.camera);
  const canvas = useThree((state) => state.gl.domElement);

  useEffect(() => {
    const controls = new OrbitControls(camera, canvas);
    controls.target.set(0, 0.2, 0);
    controls.update();
    return () => controls.dispose();
  }, [camera, canvas]);

  return null;
}
