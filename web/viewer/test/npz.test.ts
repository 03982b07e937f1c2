import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readNpy } from "../src/trajectory/npy.js";
import { readMatrix, readNpz } from "../src/trajectory/npz.js";
import { readTrajectory } from "../src/trajectory/read.js";
import { readZip } from "../src/zip.js";

const own = fileURLToPath(new URL("../../../.venv/bin/python", import.meta.url));
const python = process.env.FOURBAR_PYTHON ?? (existsSync(own) ? own : "python3");

/** What numpy itself writes: a statement that saves to the file `f`. */
function fromNumpy(statement: string): Uint8Array {
  const program = `import io, sys, numpy as np\nf = io.BytesIO()\n${statement}\nsys.stdout.buffer.write(f.getvalue())`;
  return new Uint8Array(execFileSync(python, ["-c", program]));
}

describe("arrays saved by numpy", () => {
  it.each(["float64", "float32", "int64", "int32", "uint8", ">f8", ">i4"])("reads %s", (type) => {
    const read = readNpy(
      "a.npy",
      fromNumpy(`np.save(f, np.array([[1, 2, 3], [4, 5, 6]], "${type}"))`),
    );
    expect(read).toEqual({
      kind: "numbers",
      shape: [2, 3],
      values: Float64Array.of(1, 2, 3, 4, 5, 6),
    });
  });

  it("reads column order as row order", () => {
    const read = readNpy(
      "a.npy",
      fromNumpy("np.save(f, np.asfortranarray([[1.0, 2], [3, 4], [5, 6]]))"),
    );
    expect([...(read.values as Float64Array)]).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("reads text, beyond ASCII too", () => {
    const read = readNpy(
      "a.npy",
      fromNumpy('np.save(f, np.array(["arm", "größe", "\\U0001F916"]))'),
    );
    expect(read.values).toEqual(["arm", "größe", "🤖"]);
  });

  it("refuses pickled objects and damage", () => {
    const pickled = fromNumpy("np.save(f, np.array([None]), allow_pickle=True)");
    expect(() => readNpy("a.npy", pickled)).toThrow(/no pickled objects/);
    const whole = fromNumpy("np.save(f, np.zeros((9, 9)))");
    expect(() => readNpy("a.npy", whole.slice(0, -1))).toThrow(/is cut off/);
    expect(() => readNpy("a.npy", new Uint8Array(40))).toThrow(/not an array saved by numpy/);
  });
});

describe("NPZ", () => {
  it.each(["savez", "savez_compressed"])("reads q, t and joints from %s", async (save) => {
    const bytes = fromNumpy(
      `np.${save}(f, q=np.array([[0.0, 1], [2, 3]]), t=np.array([5.0, 6]), joints=np.array(["a", "b"]))`,
    );
    const read = await readTrajectory("m.npz", bytes);
    expect([...read.times]).toEqual([0, 1]);
    expect(read.tracks).toEqual([
      { joint: "a", width: 1, values: Float64Array.of(0, 2) },
      { joint: "b", width: 1, values: Float64Array.of(1, 3) },
    ]);
  });

  it("reads joints of any name and width, as fourbar writes them", async () => {
    const names = ["t", "q", "ball[0]", "ball[1]", "odd[7]"];
    const bytes = fromNumpy(
      `np.savez(f, q=np.arange(10.0).reshape(2, 5), joints=np.array(${JSON.stringify(names)}))`,
    );
    expect((await readTrajectory("m.npz", bytes)).tracks).toEqual([
      { joint: "t", width: 1, values: Float64Array.of(0, 5) },
      { joint: "q", width: 1, values: Float64Array.of(1, 6) },
      { joint: "ball", width: 2, values: Float64Array.of(2, 3, 7, 8) },
      { joint: "odd[7]", width: 1, values: Float64Array.of(4, 9) },
    ]);
  });

  it("reads one array per joint", async () => {
    const bytes = fromNumpy("np.savez(f, time=[0.0, 1], elbow=[1.0, 2], base=np.zeros((2, 3)))");
    const read = await readNpz("m.npz", bytes);
    expect(read.tracks.map((track) => [track.joint, track.width])).toEqual([
      ["elbow", 1],
      ["base", 3],
    ]);
  });

  it("keeps a matrix without names for later", async () => {
    const read = await readNpz("m.npz", fromNumpy("np.savez(f, Q=np.ones((4, 2)))"));
    expect(read.unnamed?.width).toBe(2);
    expect(readMatrix("m.npy", fromNumpy("np.save(f, np.ones((4, 2)))")).unnamed?.width).toBe(2);
  });

  it.each([
    [
      "np.savez(f, q=np.zeros((2, 3)), joints=np.array(['a']))",
      /names 1 joints but q has 3 columns/,
    ],
    ["np.savez(f, q=np.zeros((2, 3, 4)))", /has 3 dimensions/],
    ["np.savez(f, q=np.array([[np.nan]]))", /Sample 1 of "q" is not a number/],
    ["np.savez(f, a=np.zeros(2), b=np.zeros(3))", /holds a, b; expected q/],
    ["f.write(b'PK nothing')", /not a zip archive/],
  ])("says what is wrong with %s", async (statement, message) => {
    await expect(readNpz("m.npz", fromNumpy(statement))).rejects.toThrow(message);
  });

  it("does not trust the sizes of an archive", async () => {
    const bytes = fromNumpy("np.savez_compressed(f, q=np.zeros((1000, 2)))");
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let entry = bytes.length - 22;
    while (view.getUint32(entry, true) !== 0x02014b50) entry -= 1;
    view.setUint32(entry + 24, 100, true);
    await expect(readZip("m.npz", bytes)).rejects.toThrow(/cannot be unpacked/);
    view.setUint32(entry + 24, 2 ** 31, true);
    await expect(readZip("m.npz", bytes)).rejects.toThrow(/more than 512 MiB/);
  });

  it("inflates members of more than one block", async () => {
    const bytes = fromNumpy("np.savez_compressed(f, q=np.arange(3000.0).reshape(-1, 3))");
    const read = await readNpz("m.npz", bytes);
    expect(read.unnamed?.values[2999]).toBe(2999);
  });
});
