/** The real program: `fourbar view`, `fourbar convert`, and Python that has it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { promisify } from "node:util";

export const project = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The Python that has fourbar. */
export function python(): string {
  const path = process.env.FOURBAR_PYTHON ?? join(project, ".venv/bin/python");
  if (existsSync(path)) return path;
  throw new Error("No Python with fourbar was found: run `make native`, or set FOURBAR_PYTHON.");
}

/** Runs a command to its end. */
export async function fourbar(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(python(), ["-m", "fourbar", ...args], { maxBuffer: 2 ** 28 });
  return stdout;
}

/** A process that is told things and says things, line by line. */
export class Talk {
  readonly errors: string[] = [];
  private readonly lines: AsyncIterator<string>;

  private constructor(
    private readonly child: ChildProcess,
    output: Interface,
  ) {
    this.lines = output[Symbol.asyncIterator]();
    child.stderr?.on("data", (data: Buffer) => this.errors.push(data.toString()));
  }

  static start(args: readonly string[]): Talk {
    // Recent files are nobody's but the test's.
    const env = { ...process.env, XDG_STATE_HOME: mkdtempSync(join(tmpdir(), "fourbar-state-")) };
    const child = spawn(python(), args, { stdio: "pipe", env });
    return new Talk(child, createInterface({ input: child.stdout }));
  }

  /** The next line it prints. */
  async line(): Promise<string> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`It ended: ${this.errors.join("")}`);
    return value;
  }

  say(line: string): void {
    this.child.stdin?.write(`${line}\n`);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null) return;
    const ended = new Promise((done) => this.child.once("exit", done));
    this.child.kill("SIGINT");
    await ended;
  }
}

/** `fourbar view`; its address is in `url`. */
export async function view(
  ...args: readonly string[]
): Promise<{ url: string; stop: () => Promise<void> }> {
  const talk = Talk.start(["-m", "fourbar", "view", "--no-open", ...args]);
  const url = (await talk.line()).split(" ")[0] ?? "";
  return { url, stop: () => talk.stop() };
}
