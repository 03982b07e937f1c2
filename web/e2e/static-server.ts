/** A plain server of files: what people put pages on. */
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".glb": "model/gltf-binary",
  ".html": "text/html",
  ".js": "text/javascript",
};

export interface StaticServer {
  /** With a slash at its end. */
  readonly url: string;
  close(): void;
}

export async function serveFolder(folder: string): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = normalize(decodeURIComponent(pathname));
    const path = join(folder, inside.endsWith("/") ? `${inside}index.html` : inside);
    try {
      if (!statSync(path).isFile()) throw new Error("not a file");
      const type = types[extname(path)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type });
      response.end(readFileSync(path));
    } catch {
      response.writeHead(404);
      response.end();
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
