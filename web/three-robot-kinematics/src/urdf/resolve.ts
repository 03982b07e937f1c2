/** From the address in a description to one that can be loaded. */
import type { FileReference } from "./model.js";

export interface ResolveOptions {
  /** Where each package is: `{ iiwa_description: "/robots/iiwa_description" }`, or a function. */
  readonly packageMap?:
    | Readonly<Record<string, string>>
    | ((name: string) => string | undefined)
    | undefined;
  /** Where the description is: what relative addresses are relative to. */
  readonly workingPath?: string | undefined;
}

export type ResolveFile = (filename: string) => FileReference;

export function resolver({ packageMap, workingPath = "" }: ResolveOptions): ResolveFile {
  const base = workingPath === "" || workingPath.endsWith("/") ? workingPath : `${workingPath}/`;
  const packageAt = (name: string): string | undefined => {
    if (typeof packageMap === "function") return packageMap(name);
    if (packageMap && Object.hasOwn(packageMap, name)) return packageMap[name];
    return enclosing(base, name);
  };
  const resolve = (filename: string): string | undefined => {
    const [, scheme, rest] = /^(package|model):\/\/(.*)$/s.exec(filename) ?? [];
    if (scheme !== undefined && rest !== undefined) {
      const [name, ...inside] = rest.split("/");
      const folder = packageAt(name as string);
      return folder === undefined ? undefined : joined(folder, inside.join("/"));
    }
    // Any other scheme (file:, https:, data:, blob:), or an absolute path.
    if (/^(?:[a-z][a-z0-9+.-]+:|\/)/i.test(filename)) return filename;
    return base + filename;
  };
  return (filename) => ({ filename, url: resolve(filename) });
}

/** A package that the description is in: its folder is part of the description's own path. */
function enclosing(base: string, name: string): string | undefined {
  const parts = base.split("/");
  const at = parts.lastIndexOf(name);
  return at < 0 ? undefined : parts.slice(0, at + 1).join("/");
}

function joined(folder: string, inside: string): string {
  return folder.endsWith("/") || folder === "" ? folder + inside : `${folder}/${inside}`;
}
