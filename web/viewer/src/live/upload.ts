import type { Connection } from "./connection.js";
import { MAX_FILES, MAX_UPLOAD } from "./messages.js";

export interface UploadFile {
  /** With forward slashes, relative to what was dropped. */
  readonly path: string;
  readonly file: Blob;
}

const CHUNK = 2 ** 20;

/** Says what is wrong with an upload before any byte is sent; undefined where nothing is. */
export function refuse(files: readonly UploadFile[]): string | undefined {
  if (files.length === 0) return "There are no files in what was dropped.";
  if (files.length > MAX_FILES)
    return `${files.length} files were dropped; at most ${MAX_FILES} are taken. Drop the folder of one robot.`;
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (size > MAX_UPLOAD)
    return `${Math.round(size / 2 ** 20)} MiB were dropped; at most ${MAX_UPLOAD / 2 ** 20} MiB are taken. Drop the folder of one robot.`;
  return undefined;
}

/** Sends files in the order in which they are announced. */
export async function upload(
  connection: Connection,
  name: string,
  files: readonly UploadFile[],
  { add = false, progress }: { add?: boolean; progress: (fraction: number) => void },
): Promise<void> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const announced = files.map(({ path, file }) => ({ path, size: file.size }));
  if (!connection.send({ type: "upload", name, add, files: announced }))
    throw new Error("the connection was lost");
  let sent = 0;
  for (const { file } of files) {
    for (let start = 0; start < file.size; start += CHUNK) {
      const part = await file.slice(start, start + CHUNK).arrayBuffer();
      // Keeps the page's memory bounded where disk is faster than the line.
      while (connection.pending > 8 * CHUNK) await pause(10);
      connection.sendBytes(part);
      sent += part.byteLength;
      progress(total === 0 ? 1 : (sent - connection.pending) / total);
    }
  }
}

function pause(time: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, time));
}
