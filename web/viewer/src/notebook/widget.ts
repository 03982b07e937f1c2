/**
 * Runs in a notebook's own page, as the module of a widget: shows the viewer in a frame, and passes what it
 * and the kernel send each other. Nothing of the robot is stored in the notebook.
 */
import { type KernelFrame, type PageFrame, readFrame } from "../live/messages.js";
import { type Envelope, GREETING, type OwnFrame } from "./envelope.js";
import { Pieces } from "./pieces.js";

/** As much of anywidget's model as is used here. */
interface Model {
  get(name: "address" | "height"): unknown;
  on(event: "msg:custom", take: Take): void;
  off(event: "msg:custom", take: Take): void;
  send(frame: PageFrame, callbacks?: undefined, buffers?: readonly ArrayBuffer[]): void;
}

type Take = (content: unknown, buffers: readonly DataView[]) => void;

/** Often enough for the kernel, which forgets pages that are silent for minutes [ms]. */
const BETWEEN_SIGNS = 20_000;

/** The viewer's page by address, for all outputs of a notebook: it is fetched once. */
const store = globalThis as { fourbarPages?: Map<string, Promise<string>> };
store.fourbarPages ??= new Map();
const texts = store.fourbarPages;

function render({ model, el }: { model: Model; el: HTMLElement }): () => void {
  const page = [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join("");
  const send = (frame: OwnFrame, bytes?: ArrayBuffer): void =>
    model.send({ ...frame, page }, undefined, bytes ? [bytes] : []);
  const pieces = new Pieces((address, start) => send({ kind: "fetch", address, start }));
  const frame = document.createElement("iframe");
  frame.title = "fourbar viewer";
  frame.allow = "fullscreen";
  frame.style.cssText = `display: block; border: 0; width: 100%; height: ${Number(model.get("height"))}px`;
  el.append(frame);

  let port: MessagePort | undefined;
  const take: Take = (content, buffers) => {
    const own = readFrame(content);
    if (own?.page !== page) return;
    const bytes = buffers[0] && copied(buffers[0]);
    if (port) port.postMessage({ frame: own, bytes } satisfies Envelope<KernelFrame>);
    else if (own.kind === "piece") pieces.take(own, bytes);
  };
  model.on("msg:custom", take);
  frame.addEventListener("load", () => {
    if (!frame.srcdoc) return;
    port?.close();
    const { port1, port2 } = new MessageChannel();
    port = port1;
    port.onmessage = ({ data }: MessageEvent<Envelope<OwnFrame>>) => send(data.frame, data.bytes);
    frame.contentWindow?.postMessage(GREETING, "*", [port2]);
  });
  pageAt(String(model.get("address")), pieces).then(
    (text) => {
      frame.srcdoc = text;
    },
    (error: Error) => {
      el.textContent = `The viewer could not be loaded: ${error.message}.`;
    },
  );
  const signs = setInterval(() => {
    if (port) send({ kind: "alive" });
  }, BETWEEN_SIGNS);

  return () => {
    clearInterval(signs);
    if (port) send({ kind: "close" });
    model.off("msg:custom", take);
    port?.close();
    frame.remove();
  };
}

function pageAt(address: string, pieces: Pieces): Promise<string> {
  let text = texts.get(address);
  if (!text) {
    text = pieces.fetch(address).then((response) => {
      if (!response.ok) throw new Error("the kernel does not have it");
      return response.text();
    });
    texts.set(address, text);
    text.catch(() => texts.delete(address));
  }
  return text;
}

/** The bytes alone: a view may be of a longer buffer, with other messages in it. */
function copied({ buffer, byteOffset, byteLength }: DataView): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}

export default { render };
