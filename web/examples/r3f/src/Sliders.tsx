import { useEffect, useReducer } from "react";
import type { Robot, RobotJoint } from "three-robot-kinematics";

/** One slider per joint with one degree of freedom; dependent joints can be pulled as well. */
export function Sliders({ robot }: { robot: Robot }) {
  const [, update] = useReducer((count: number) => count + 1, 0);

  useEffect(() => {
    robot.addEventListener("change", update);
    return () => robot.removeEventListener("change", update);
  }, [robot]);

  const joints = [...robot.joints.values()].filter((joint) => joint.dofs.length === 1);
  const { converged, residual, beyond } = robot.lastResult;
  return (
    <section>
      <h1>{robot.name}</h1>
      {joints.map((joint) => (
        <Slider
          key={joint.name}
          joint={joint}
          beyond={beyond.includes(joint.name)}
          onMove={(value) => robot.setJointValue(joint.name, value)}
        />
      ))}
      <button type="button" onClick={() => robot.reset()}>
        Reset
      </button>
      {robot.loops.size > 0 && (
        <p role="status">
          {converged ? "Loops closed" : "Out of reach"}, to {residual.toExponential(0)}
        </p>
      )}
    </section>
  );
}

interface SliderProps {
  readonly joint: RobotJoint;
  readonly beyond: boolean;
  readonly onMove: (value: number) => void;
}

function Slider({ joint, beyond, onMove }: SliderProps) {
  const [dof] = joint.dofs;
  if (!dof || typeof joint.value !== "number") return null;
  const { lower = -Math.PI, upper = Math.PI } = dof.limit;
  const turns = joint.type === "continuous";
  // A continuous joint counts its turns; its slider shows the angle within one.
  const shown = turns ? Math.atan2(Math.sin(joint.value), Math.cos(joint.value)) : joint.value;
  return (
    <label className={beyond ? "beyond" : joint.role}>
      <span>{joint.name}</span>
      <input
        type="range"
        min={lower}
        max={upper}
        step={(upper - lower) / 500}
        value={shown}
        onChange={(event) => onMove(event.target.valueAsNumber)}
      />
      <output>
        {joint.value.toFixed(3)} {dof.motion === "rotation" ? "rad" : "m"}
      </output>
    </label>
  );
}
