import { useLoader } from "@react-three/fiber";
import { useEffect } from "react";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import {
  RobotKinematicsPlugin,
  type Robot as RobotRuntime,
  robotsOf,
} from "three-robot-kinematics";

/** Loads a file and shows it; hands the first robot in it to its parent. */
export function Robot({ url, onLoad }: { url: string; onLoad: (robot: RobotRuntime) => void }) {
  const gltf = useLoader(GLTFLoader, url, (loader) => {
    loader.register((parser) => new RobotKinematicsPlugin(parser, { wrap: true, partial: true }));
  });
  const [robot] = robotsOf(gltf).values();

  useEffect(() => {
    if (robot) onLoad(robot);
  }, [robot, onLoad]);

  return <primitive object={gltf.scene} />;
}
