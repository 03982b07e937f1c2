import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Sharpness } from "../../src/stage/view/sharpness.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const still = () => false;

/** The shares of frames that are waited for [ms]. */
function shares(sharpness: Sharpness, count: number, waited: number): number[] {
  return Array.from({ length: count }, () => sharpness.next(waited));
}

describe("the sharpness of moving pictures", () => {
  it("is the best where frames come in time", () => {
    expect(new Set(shares(new Sharpness(still, () => {}), 60, 16))).toEqual(new Set([1]));
  });

  it("is less where they come late, and the best again at rest", () => {
    const sharpen = vi.fn();
    const sharpness = new Sharpness(still, sharpen);
    expect(shares(sharpness, 20, 120).at(-1)).toBe(0.5);
    expect(sharpen).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(sharpen).toHaveBeenCalledOnce();
    expect(sharpness.next(10)).toBe(1);
  });

  it("does not take a frame that is on its way for rest", () => {
    const sharpen = vi.fn();
    shares(new Sharpness(() => true, sharpen), 20, 800);
    vi.advanceTimersByTime(1000);
    expect(sharpen).not.toHaveBeenCalled();
  });

  it("has time for more once, when nothing moves and more is to be shown", () => {
    let unfinished = true;
    const sharpen = vi.fn();
    const sharpness = new Sharpness(still, sharpen, () => unfinished);
    sharpness.next(16);
    expect(sharpness.still).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(sharpen).toHaveBeenCalledOnce();
    expect(sharpness.still).toBe(true);
    unfinished = false;
    sharpness.next(16);
    expect(sharpness.still).toBe(false);
    sharpness.next(16);
    vi.advanceTimersByTime(1000);
    expect(sharpen).toHaveBeenCalledOnce();
  });

  it("comes back where frames are in time again", () => {
    const sharpness = new Sharpness(still, () => {});
    shares(sharpness, 20, 120);
    expect(shares(sharpness, 60, 10).at(-1)).toBe(1);
  });

  it("does not suffer from one frame that is late", () => {
    const sharpness = new Sharpness(still, () => {});
    shares(sharpness, 20, 16);
    expect([...shares(sharpness, 1, 90), ...shares(sharpness, 20, 16)]).toEqual(Array(21).fill(1));
  });
});
