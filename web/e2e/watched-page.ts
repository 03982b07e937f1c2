/** Pages that notice whatever goes wrong in them, and whatever they ask of the network. */
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { inject } from "vitest";

/** Small: software draws it. */
export const DESKTOP = { width: 800, height: 520 };

let connected: Promise<Browser> | undefined;

function browser(): Promise<Browser> {
  connected ??= chromium.connect(inject("browser"));
  return connected;
}

export interface WatchedPage {
  readonly page: Page;
  /** Errors on the console, uncaught ones, violations of the policy, dialogs, strange requests. */
  readonly problems: string[];
  readonly requests: string[];
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Allowed on the console, because the test provokes it. */
  readonly expected?: RegExp;
}

export async function openPage(url: string, options: PageOptions = {}): Promise<WatchedPage> {
  const { expected, ...own } = options;
  const context = await (await browser()).newContext({
    viewport: DESKTOP,
    colorScheme: "light",
    // The camera arrives at once, and pictures can be compared.
    reducedMotion: "reduce",
    ...own,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  const requests: string[] = [];
  const blame = (text: string) => {
    if (!expected?.test(text)) problems.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error") blame(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => blame(`uncaught: ${error.message}`));
  page.on("crash", () => blame("crashed"));
  page.on("dialog", (dialog) => {
    blame(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  const asked = (address: string) => {
    requests.push(address);
    const { protocol, hostname } = new URL(address);
    const inner = ["data:", "blob:", "about:"].includes(protocol);
    if (!inner && hostname !== "127.0.0.1" && address !== url) blame(`request: ${address}`);
  };
  context.on("request", (request) => asked(request.url()));
  page.on("websocket", (socket) => asked(socket.url()));
  await page.addInitScript(() => {
    // What was drawn can be read at any time, instead of in the same frame only.
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      options?: object,
    ) {
      return getContext.call(this, kind, { ...options, preserveDrawingBuffer: true });
    } as typeof getContext;
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  try {
    await page.goto(url);
  } catch (error) {
    await context.close();
    throw error;
  }
  return { page, problems, requests, close: () => context.close() };
}
