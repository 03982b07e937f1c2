/** Files that people give to the page: robots to the server, trajectories to the timeline. */
import { el } from "../dom/element.js";
import { icon } from "../dom/icons.js";
import type { Session } from "../live/session.js";
import { refuse, type UploadFile, upload } from "../live/upload.js";
import { isTrajectoryName, readTrajectory } from "../trajectory/read.js";
import type { Viewer } from "../viewer.js";
import { filesOfEntries } from "./entries.js";

export class Intake {
  readonly overlay = el(
    "div",
    { class: "drop-overlay", "aria-hidden": "true" },
    el(
      "div",
      { class: "drop-target" },
      icon("open"),
      el("strong", { text: "Drop to open" }),
      el("span", { class: "drop-words" }),
    ),
  );

  constructor(
    private readonly viewer: Viewer,
    private readonly session: Session,
  ) {
    this.overlay.hidden = true;
    let depth = 0;
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    window.addEventListener("dragenter", (event) => {
      if (!carries(event)) return;
      depth += 1;
      const words = this.overlay.querySelector(".drop-words");
      if (words)
        words.textContent = this.canUpload()
          ? "A folder or zip with a robot, .urdf, .xacro, .glb; or a trajectory (.csv, .json, .npz)"
          : "A robot (.glb) or a trajectory (.csv, .json, .npz)";
      this.overlay.hidden = false;
    });
    window.addEventListener("dragleave", (event) => {
      if (carries(event) && --depth <= 0) this.overlay.hidden = true;
    });
    window.addEventListener("dragover", (event) => {
      if (carries(event)) event.preventDefault();
    });
    window.addEventListener("drop", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      depth = 0;
      this.overlay.hidden = true;
      void this.takeDrop(event.dataTransfer as DataTransfer);
    });
  }

  /** Robots that this page opened itself. */
  get opened(): ReadonlyMap<string, ArrayBuffer> {
    return this.session.opened;
  }

  canUpload(): boolean {
    return this.viewer.scene.value.writable && this.session.connection?.open === true;
  }

  async takeFiles(files: readonly File[]): Promise<void> {
    await this.take(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
  }

  private async takeDrop(transfer: DataTransfer): Promise<void> {
    // Entries are gone after this turn of the event loop: collect them first.
    const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
    const files = [...transfer.files];
    try {
      await (entries.length > 0 ? this.take(await filesOfEntries(entries)) : this.takeFiles(files));
    } catch (error) {
      this.viewer.notices.show("error", `The files could not be read: ${(error as Error).message}`);
    }
  }

  private async take(files: readonly UploadFile[]): Promise<void> {
    const { notices } = this.viewer;
    const [only] = files;
    const loose = files.every(({ path }) => !path.includes("/"));
    if (only && loose && files.every(({ path }) => isTrajectoryName(path))) {
      for (const { path, file } of files) await this.takeTrajectory(path, file);
      return;
    }
    if (only && files.length === 1 && /\.glb$/i.test(only.path) && !this.canUpload()) {
      this.session.open(only.path.split("/").pop() ?? only.path, await only.file.arrayBuffer());
      return;
    }
    if (!this.canUpload()) {
      notices.show(
        "error",
        this.session.connection
          ? "The server is not connected; only .glb robots and trajectories can be opened now."
          : "This page has no server: it opens .glb robots and trajectories (.csv, .json, .npz). For other files run: fourbar view FILE",
      );
      return;
    }
    const problem = refuse(files);
    if (problem || !this.session.connection) {
      notices.show("error", problem ?? "The server is not connected.");
      return;
    }
    const name = only?.path.split("/")[0] ?? "robot";
    const { progress } = this.session;
    try {
      await upload(this.session.connection, name, files, {
        progress: (fraction) => {
          progress.value = { text: `Sending ${name}`, fraction };
        },
      });
    } catch (error) {
      progress.value = null;
      notices.show("error", `${name} could not be sent: ${(error as Error).message}.`);
    }
  }

  private async takeTrajectory(path: string, file: Blob): Promise<void> {
    const { notices, active } = this.viewer;
    try {
      if (active.value === null) throw new Error("Open a robot first; then drop its trajectory.");
      const bytes = new Uint8Array(await file.arrayBuffer());
      this.session.replay(active.value, await readTrajectory(path, bytes));
    } catch (error) {
      notices.show("error", (error as Error).message);
    }
  }
}
