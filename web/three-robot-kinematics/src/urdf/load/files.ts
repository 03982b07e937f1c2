/** Files that somebody gave to a page, dropped or unpacked, as one place to load robots from. */
import { LoadingManager } from "three";
import { FetchError } from "./fetch.js";

/** A file that the user chose or dropped. */
export interface GivenFile {
  /** From the folder that was given: `my_robot/meshes/base.stl`. */
  readonly path: string;
  readonly file: Blob;
}

/** Files that the user chose or dropped, found by the addresses in a description. */
export class FileSet {
  /** Has images of meshes and materials loaded from these files, and nothing from elsewhere. */
  readonly manager = new LoadingManager();
  private readonly byPath: ReadonlyMap<string, Blob>;
  private readonly byLastName = new Map<string, string[]>();
  private readonly addresses = new Map<string, string>();

  constructor(files: Iterable<GivenFile>) {
    this.byPath = new Map([...files].map(({ path, file }) => [normalized(path), file]));
    for (const path of this.byPath.keys()) {
      const name = lastName(path);
      const same = this.byLastName.get(name);
      if (same) same.push(path);
      else this.byLastName.set(name, [path]);
    }
    this.manager.setURLModifier((url) => {
      if (/^(blob|data):/.test(url)) return url;
      const path = this.find(url);
      return path === undefined ? "data:," : this.addressOf(path);
    });
  }

  /** The paths of robot descriptions, those nearest to the top first. */
  get descriptions(): string[] {
    const depth = (path: string) => path.split("/").length;
    return [...this.byPath.keys()]
      .filter((path) => /\.urdf$/i.test(path))
      .sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
  }

  /** The folder of a package, by its name; the name itself where there is no such folder. */
  readonly packageMap = (name: string): string => {
    for (const path of this.byPath.keys()) {
      const parts = path.split("/");
      const at = parts.indexOf(name);
      if (at >= 0 && at < parts.length - 1) return parts.slice(0, at + 1).join("/");
    }
    return name;
  };

  /** The bytes of a file. */
  readonly read = async (url: string): Promise<ArrayBuffer> => {
    const path = this.find(url);
    const file = path === undefined ? undefined : this.byPath.get(path);
    if (!file) throw new FetchError("it is not among the files that were opened");
    return file.arrayBuffer();
  };

  /**
   * The file that an address means: of that path, or else the one that has most of its last names in
   * common. What is given is seldom all of a workspace.
   */
  find(url: string): string | undefined {
    const wanted = normalized(decoded(url));
    if (this.byPath.has(wanted)) return wanted;
    const parts = wanted.split("/").map((part) => part.toLowerCase());
    const shared = (path: string) => {
      const own = path.toLowerCase().split("/");
      let count = 0;
      while (count < own.length && own.at(-1 - count) === parts.at(-1 - count)) count++;
      return count;
    };
    return (this.byLastName.get(lastName(wanted)) ?? []).reduce<string | undefined>(
      (best, path) => (best === undefined || shared(path) > shared(best) ? path : best),
      undefined,
    );
  }

  /** Lets go of what images were loaded from. */
  dispose(): void {
    for (const address of this.addresses.values()) URL.revokeObjectURL(address);
    this.addresses.clear();
  }

  private addressOf(path: string): string {
    const known = this.addresses.get(path);
    const address = known ?? URL.createObjectURL(this.byPath.get(path) as Blob);
    this.addresses.set(path, address);
    return address;
  }
}

/** With slashes only, and without `.` and `..`. */
function normalized(path: string): string {
  const parts: string[] = [];
  for (const part of path.replace(/^[a-z]+:\/\//i, "").split(/[\\/]+/)) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.join("/");
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).toLowerCase();
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url; // a name with a percent sign
  }
}
