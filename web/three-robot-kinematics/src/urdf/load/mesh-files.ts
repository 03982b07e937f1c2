/** The mesh files of a robot: each fetched and read once, however often it is used. */
import type { LoadingManager } from "three";
import { fetching, type ReadFile } from "./fetch.js";
import { type MeshFile, prepare, readMesh } from "./mesh-file.js";

/** How far loading has come. */
export interface LoadProgress {
  /** Mesh files that have arrived, and all of them. */
  readonly loaded: number;
  readonly total: number;
}

/** How mesh files are had, and who hears of them. */
interface MeshFileOptions {
  readonly read?: ReadFile | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: LoadProgress) => void) | undefined;
}

export class MeshFiles {
  private readonly files = new Map<string, Promise<MeshFile>>();
  private readonly read: ReadFile;
  private loaded = 0;

  constructor(
    private readonly manager: LoadingManager,
    private readonly options: MeshFileOptions,
  ) {
    const { read = fetching(manager), signal } = options;
    this.read = (address) => read(address, signal);
  }

  /** Begins to load a file that will be asked for. */
  start(url: string): void {
    // Whoever asks for it hears of a failure.
    this.get(url).catch(() => {});
  }

  get(url: string): Promise<MeshFile> {
    const known = this.files.get(url);
    if (known) return known;
    prepare(url);
    const loading = this.read(url)
      .then((bytes) => readMesh(bytes, url, this.manager, this.read))
      .finally(() => {
        this.loaded++;
        this.progress();
      });
    this.files.set(url, loading);
    return loading;
  }

  progress(): void {
    this.options.onProgress?.({ loaded: this.loaded, total: this.files.size });
  }
}
