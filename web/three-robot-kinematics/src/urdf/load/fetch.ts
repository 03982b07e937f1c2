/** Getting files: what three's loading manager is told of, and what can be stopped. */
import type { LoadingManager } from "three";

/** A file that could not be had. */
export class FetchError extends Error {}

/** How files are had: the bytes at an address. */
export type ReadFile = (url: string, signal?: AbortSignal) => Promise<ArrayBuffer>;

/** Reads from the network; a loading manager hears of it, and may turn an address into another one. */
export function fetching(manager: LoadingManager): ReadFile {
  return (url, signal) => fetchBytes(url, manager, signal);
}

async function fetchBytes(
  url: string,
  manager: LoadingManager,
  signal: AbortSignal | undefined,
): Promise<ArrayBuffer> {
  manager.itemStart(url);
  try {
    const response = await fetch(manager.resolveURL(url), signal ? { signal } : {});
    // A page from disk has no status.
    if (!response.ok && response.status !== 0) {
      throw new FetchError(`the server answers ${response.status} ${response.statusText}`.trim());
    }
    return await response.arrayBuffer();
  } catch (error) {
    manager.itemError(url);
    if (signal?.aborted || error instanceof FetchError) throw error;
    throw new FetchError(error instanceof Error ? error.message : String(error));
  } finally {
    manager.itemEnd(url);
  }
}

/** The text of a description in the encoding that it declares; UTF-8 by default. */
export function decodeText(bytes: ArrayBuffer): string {
  const start = new TextDecoder("latin1").decode(bytes.slice(0, 256));
  const [, declared = "utf-8"] = /<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  const [first, second] = new Uint8Array(bytes);
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isUtf16 ? (first === 0xff ? "utf-16le" : "utf-16be") : declared;
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an encoding that nobody knows
  }
}
