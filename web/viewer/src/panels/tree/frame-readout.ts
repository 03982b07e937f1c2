import {
  type FramePose,
  formatNumber,
  framePose,
  type Part,
  type StageRobot,
  suffixOf,
} from "three-robot-kinematics/stage";
import { button, Segments } from "../../dom/button.js";
import { el, setText } from "../../dom/element.js";
import { Menu } from "../../dom/menu.js";
import type { Viewer } from "../../viewer.js";
import { copyText } from "../joints/clipboard.js";
import { poseToNumpy, poseToRos, poseToUrdf } from "./pose-text.js";

type Form = "rpy" | "quaternion" | "matrix";
const WORLD = "\u0000world";
const PARENT = "\u0000parent";

/** Where the selected link is, seen from any frame; follows the robot. */
export class FrameReadout {
  readonly element: HTMLElement;
  private readonly reference = el("select", { "aria-label": "Reference frame" });
  private readonly position = el("output", { class: "frame-numbers", "aria-label": "Position" });
  private readonly ground = el("p", { class: "frame-note" });
  private readonly turned = el("output", { class: "frame-numbers", "aria-label": "Orientation" });
  private readonly forms: Segments<Form>;
  private form: Form = "rpy";
  private listed: StageRobot["model"] | undefined;
  private present: { robot: StageRobot; link: string } | undefined;

  constructor(private readonly viewer: Viewer) {
    this.forms = new Segments<Form>(
      "Orientation as",
      [
        { value: "rpy", label: "Roll, pitch, yaw", text: "rpy" },
        { value: "quaternion", label: "Quaternion x, y, z, w", text: "quat" },
        { value: "matrix", label: "Matrix", text: "matrix" },
      ],
      (form) => {
        this.form = form;
        this.forms.value = form;
        this.write();
      },
    );
    this.forms.value = this.form;
    const copy = button({ label: "Copy pose of link", icon: "copy", press: () => {} });
    const item = (label: string, text: (pose: FramePose) => string) => ({
      kind: "action" as const,
      label,
      press: () => {
        const pose = this.pose();
        if (pose) void copyText(viewer, text(pose), label);
      },
    });
    new Menu(copy, {
      label: "Copy pose of link",
      items: () => [
        item("NumPy matrix", poseToNumpy),
        item("ROS Pose", poseToRos),
        item("URDF origin", poseToUrdf),
      ],
    });
    this.reference.addEventListener("change", () => this.write());
    this.element = el(
      "section",
      { class: "frame-readout", "aria-label": "Pose of link" },
      el(
        "div",
        { class: "frame-head" },
        el("label", {}, el("span", { text: "Pose in " }), this.reference),
        copy,
      ),
      this.position,
      this.ground,
      this.forms.element,
      this.turned,
    );
  }

  update(robot: StageRobot | null, part: Part | null): void {
    const link = robot && part?.robot === robot.id ? linkOf(robot, part) : undefined;
    this.present = robot && link !== undefined ? { robot, link } : undefined;
    this.element.hidden = !this.present;
    if (!robot || !this.present) return;
    if (this.listed !== robot.model) this.list(robot);
    this.write();
  }

  private list({ model }: StageRobot): void {
    this.listed = model;
    const chosen = this.reference.value;
    const links = [...model.links.values()];
    const root = links.find(({ parentJoint }) => parentJoint === undefined)?.name ?? "";
    this.reference.replaceChildren(
      el("option", { value: WORLD, text: "world" }),
      el("option", { value: root, text: `${root} (root)` }),
      el("option", { value: PARENT, text: "parent link" }),
      ...links
        .filter(({ name }) => name !== root)
        .map(({ name }) => el("option", { value: name, text: name })),
    );
    this.reference.value = [...this.reference.options].some(({ value }) => value === chosen)
      ? chosen
      : WORLD;
  }

  private pose(): FramePose | undefined {
    if (!this.present) return undefined;
    const { robot, link } = this.present;
    const { value } = this.reference;
    const { joints, links } = robot.model;
    const above = joints.get(links.get(link)?.parentJoint ?? "")?.parentLink ?? null;
    return framePose(robot, link, value === WORLD ? null : value === PARENT ? above : value);
  }

  private write(): void {
    const pose = this.pose();
    if (!pose) return;
    const { length, angle } = this.viewer.units.value;
    const axes = ["x", "y", "z"];
    const position = pose.position.map((value, k) => `${axes[k]} ${formatNumber(value, length)}`);
    setText(this.position, `${position.join("  ")}  ${suffixOf(length)}`);
    // The grid is not at zero where a robot hangs below its root.
    const ground = this.viewer.stage.groundHeight;
    const apart = this.reference.value === WORLD && Math.abs(ground) > 1e-6;
    const height = `ground at z ${formatNumber(ground, length)} ${suffixOf(length)}`;
    setText(this.ground, apart ? height : "");
    const fixed = (value: number) => (Math.abs(value) < 5e-6 ? 0 : value).toFixed(5);
    if (this.form === "rpy") {
      const names = ["roll", "pitch", "yaw"];
      const words = pose.rpy.map((value, k) => `${names[k]} ${formatNumber(value, angle)}`);
      setText(this.turned, `${words.join("  ")}  ${suffixOf(angle)}`);
    } else if (this.form === "quaternion") {
      const words = pose.quaternion.map((value, k) => `${"xyzw".charAt(k)} ${fixed(value)}`);
      setText(this.turned, words.join("  "));
    } else {
      const lines = pose.matrix
        .slice(0, 3)
        .map((line) => line.map((value) => fixed(value).padStart(9)).join(" "));
      setText(this.turned, lines.join("\n"));
    }
  }
}

/** The link that a part is, or that a joint moves. */
function linkOf({ model }: StageRobot, { kind, name }: Part): string | undefined {
  if (kind === "link") return model.links.has(name) ? name : undefined;
  return kind === "joint" ? model.joints.get(name)?.childLink : undefined;
}
