/** Files that people give to the page: robots to the server, trajectories to the timeline. */
import { el } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import { type LocalOptions, type LocalRobot, openAddress, openLocally } from "../live/local.js";
import type { Session } from "../live/session.js";
import { refuse, type UploadFile, upload } from "../live/upload.js";
import { isTrajectoryName, readTrajectory } from "../trajectory/read.js";
import type { Viewer } from "../viewer.js";
import { filesOfEntries } from "./entries.js";

/** What pages take, with a server and without. */
const ROBOTS = "A folder or zip with a robot, .urdf, .glb";

export class Intake {
  readonly overlay = el(
    "div",
    { class: "drop-overlay", "aria-hidden": "true" },
    el(
      "div",
      { class: "drop-target", "data-drop": "replace" },
      icon("open"),
      el("strong", { class: "drop-title", text: "Drop to open" }),
      el("span", { class: "drop-words" }),
    ),
    el(
      "div",
      { class: "drop-target", "data-drop": "add" },
      icon("plus"),
      el("strong", { text: "Add to the scene" }),
      el("span", { text: "Keeps the robots that are there" }),
    ),
  );

  constructor(
    private readonly viewer: Viewer,
    readonly session: Session,
  ) {
    this.overlay.hidden = true;
    let depth = 0;
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    window.addEventListener("dragenter", (event) => {
      if (!carries(event)) return;
      depth += 1;
      const words = this.overlay.querySelector(".drop-words");
      if (words) words.textContent = `${ROBOTS}; or a trajectory (.csv, .json, .npz)`;
      const several = this.viewer.scene.value.robots.size > 0;
      const title = this.overlay.querySelector(".drop-title");
      if (title) title.textContent = several ? "Replace the scene" : "Drop to open";
      this.overlay.querySelector('[data-drop="add"]')?.toggleAttribute("hidden", !several);
      this.overlay.hidden = false;
    });
    window.addEventListener("dragleave", (event) => {
      if (carries(event) && --depth <= 0) this.overlay.hidden = true;
    });
    window.addEventListener("dragover", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      const half = this.halfUnder(event);
      for (const target of this.overlay.querySelectorAll("[data-drop]"))
        target.toggleAttribute("data-over", target === half);
    });
    window.addEventListener("drop", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      depth = 0;
      const add = (this.halfUnder(event) as HTMLElement | undefined)?.dataset.drop === "add";
      this.overlay.hidden = true;
      void this.takeDrop(event.dataTransfer as DataTransfer, add);
    });
  }

  /** Robots that this page opened itself. */
  get opened(): Session["opened"] {
    return this.session.opened;
  }

  canUpload(): boolean {
    return this.viewer.scene.value.writable && this.session.connection?.open === true;
  }

  async takeFiles(files: readonly File[], add = false): Promise<void> {
    const named = files.map((file) => ({ path: file.webkitRelativePath || file.name, file }));
    await this.take(named, add);
  }

  /** Which half of the overlay a pointer is over; it need not be the target of the event. */
  private halfUnder({ clientX, clientY }: DragEvent): Element | undefined {
    return [...this.overlay.querySelectorAll("[data-drop]:not([hidden])")].find((half) => {
      const { left, right, top, bottom } = half.getBoundingClientRect();
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    });
  }

  private async takeDrop(transfer: DataTransfer, add: boolean): Promise<void> {
    // Entries are gone after this turn of the event loop: collect them first.
    const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    const files = [...transfer.files];
    try {
      await (entries.length > 0
        ? this.take(await filesOfEntries(entries), add)
        : this.takeFiles(files, add));
    } catch (error) {
      this.viewer.notices.show("error", `The files could not be read: ${(error as Error).message}`);
    }
  }

  private async take(files: readonly UploadFile[], add: boolean): Promise<void> {
    const { notices } = this.viewer;
    const [only] = files;
    const loose = files.every(({ path }) => !path.includes("/"));
    if (only && loose && files.every(({ path }) => isTrajectoryName(path))) {
      for (const { path, file } of files) await this.takeTrajectory(path, file);
      return;
    }
    const problem = refuse(files);
    if (problem) {
      notices.show("error", problem);
      return;
    }
    const { connection } = this.session;
    if (!connection || !this.canUpload()) {
      await this.takeHere((options) => openLocally(files, options), add);
      return;
    }
    const name = only?.path.split("/")[0] ?? "robot";
    const { progress } = this.session;
    try {
      await upload(connection, name, files, {
        add,
        progress: (fraction) => {
          progress.value = { text: `Sending ${name}`, fraction };
        },
      });
    } catch (error) {
      progress.value = null;
      notices.show("error", `${name} could not be sent: ${(error as Error).message}.`);
    }
  }

  /** Opens the robot that the page's address asks for. */
  async takeAddress(address: string): Promise<void> {
    await this.takeHere((options) => openAddress(address, options));
  }

  /** Opens a robot on this page, where there is no server to open it. */
  private async takeHere(
    open: (options: LocalOptions) => Promise<LocalRobot>,
    add = false,
  ): Promise<void> {
    const { notices } = this.viewer;
    const { progress } = this.session;
    try {
      const robot = await open({
        progress: (fraction) => {
          progress.value = fraction < 1 ? { text: "Loading meshes", fraction } : null;
        },
      });
      this.session.open(robot, add);
    } catch (error) {
      notices.show("error", (error as Error).message);
    }
  }

  private async takeTrajectory(path: string, file: Blob): Promise<void> {
    const { notices, active } = this.viewer;
    try {
      if (active.value === null)
        throw new Error(
          `${path} is not a robot. ${ROBOTS} can be opened; then trajectories of the robot, .csv, .json, .npz or .txt.`,
        );
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.session.motions.replay(active.value, await readTrajectory(path, bytes));
    } catch (error) {
      notices.show("error", (error as Error).message);
    }
  }
}
