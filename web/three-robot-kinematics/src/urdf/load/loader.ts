import { Loader, LoaderUtils, type LoadingManager } from "three";
import { drake } from "../drake.js";
import { type ParseOptions, parseURDF } from "../parse.js";
import { decodeText, fetching } from "./fetch.js";
import { LoadedRobot, type LoadOptions } from "./load.js";
import type { LoadProgress } from "./mesh-files.js";

/** Options of the loader: those of `parseURDF` (with Drake's dialect by default) and `loadRobot`. */
export type URDFRobotLoaderOptions = ParseOptions & Omit<LoadOptions, "manager" | "onProgress">;

type OnProgress = (event: ProgressEvent) => void;

/** Loads URDF files the way three's own loaders load theirs. */
export class URDFRobotLoader extends Loader<LoadedRobot> {
  constructor(
    manager?: LoadingManager,
    readonly options: URDFRobotLoaderOptions = {},
  ) {
    super(manager);
  }

  /** Calls back with the robot when all its meshes are there; progress counts mesh files. */
  override load(
    url: string,
    onLoad: (loaded: LoadedRobot) => void,
    onProgress?: OnProgress,
    onError?: (error: unknown) => void,
  ): void {
    this.whole(url, onProgress).then(onLoad, onError ?? console.error);
  }

  override loadAsync(url: string, onProgress?: OnProgress): Promise<LoadedRobot> {
    return this.whole(url, onProgress);
  }

  /** The robot at once; its meshes arrive later (`ready`). */
  parse(
    text: string,
    workingPath = this.options.workingPath ?? this.path,
    onProgress?: (progress: LoadProgress) => void,
  ): LoadedRobot {
    const { manager, options } = this;
    const model = parseURDF(text, { dialects: [drake], ...options, workingPath });
    return LoadedRobot.begin(model, { ...options, manager, onProgress });
  }

  /** The robot as soon as its description has been read: meshes arrive later (`ready`). */
  async begin(url: string, onProgress?: OnProgress): Promise<LoadedRobot> {
    const address = this.path + url;
    const { read = fetching(this.manager), signal } = this.options;
    const bytes = await read(address, signal);
    const workingPath = this.options.workingPath ?? LoaderUtils.extractUrlBase(address);
    return this.parse(decodeText(bytes), workingPath, (progress) =>
      onProgress?.(eventOf(progress)),
    );
  }

  private async whole(url: string, onProgress: OnProgress | undefined): Promise<LoadedRobot> {
    const loaded = await this.begin(url, onProgress);
    await loaded.ready;
    return loaded;
  }
}

function eventOf(progress: LoadProgress): ProgressEvent {
  const fields = { ...progress, lengthComputable: true };
  // Node.js has no such class.
  return typeof ProgressEvent === "function"
    ? new ProgressEvent("progress", fields)
    : (fields as ProgressEvent);
}
