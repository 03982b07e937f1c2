import { Canvas } from "@react-three/fiber";
import { Suspense, useState } from "react";
import type { Robot as RobotRuntime } from "three-robot-kinematics";
import { Failure } from "./Failure.js";
import { Orbit } from "./Orbit.js";
import { Robot } from "./Robot.js";
import { Sliders } from "./Sliders.js";

const shown = "four_bar.glb";

export function App() {
  const [url, setUrl] = useState(shown);
  const [robot, setRobot] = useState<RobotRuntime>();

  const open = (file: File | undefined) => {
    if (!file) return;
    setRobot(undefined);
    setUrl(URL.createObjectURL(file));
  };

  return (
    <main>
      {/* The key makes a failure go away with the file that caused it. */}
      <Failure key={url}>
        <Canvas camera={{ position: [0.6, 0.5, 0.8], near: 0.01 }}>
          <hemisphereLight args={["white", "gray", 2]} />
          <directionalLight position={[2, 3, 1]} intensity={2} />
          <gridHelper args={[2, 20]} />
          <Suspense fallback={null}>
            <Robot url={url} onLoad={setRobot} />
          </Suspense>
          <Orbit />
        </Canvas>
      </Failure>
      <aside>
        <label className="file">
          Open a .glb
          <input
            type="file"
            accept=".glb,.gltf"
            onChange={(event) => open(event.target.files?.[0])}
          />
        </label>
        {robot && <Sliders robot={robot} />}
      </aside>
    </main>
  );
}
