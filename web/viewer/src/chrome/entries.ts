import { MAX_FILES } from "../live/messages.js";
import type { UploadFile } from "../live/upload.js";

/** All files in what was dropped, folders walked through; hidden ones and caches left out. */
export async function filesOfEntries(entries: readonly FileSystemEntry[]): Promise<UploadFile[]> {
  const files: UploadFile[] = [];
  const waiting = [...entries];
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (entry.name.startsWith(".") || entry.name === "__pycache__") continue;
    if (isFile(entry)) {
      const path = entry.fullPath.replace(/^\/+/, "");
      files.push({ path, file: await fileOf(entry) });
    } else if (isFolder(entry)) waiting.push(...(await childrenOf(entry)));
    // One more than is taken is enough to refuse it.
    if (files.length > MAX_FILES) break;
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A reader gives at most a hundred entries at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (part.length === 0) return all;
    all.push(...part);
  }
}
