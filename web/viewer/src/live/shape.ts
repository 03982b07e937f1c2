/** Whether data from JSON has a shape; what messages are made of, for `messages.ts`. */
export type Shape = (data: unknown) => boolean;

export const text: Shape = (data) => typeof data === "string";
export const number: Shape = (data) => typeof data === "number";
export const flag: Shape = (data) => typeof data === "boolean";
export const nothing: Shape = (data) => data === null;

export function one(...words: readonly string[]): Shape {
  return (data) => typeof data === "string" && words.includes(data);
}

export function either(...shapes: readonly Shape[]): Shape {
  return (data) => shapes.some((shape) => shape(data));
}

export function list(item: Shape): Shape {
  return (data) => Array.isArray(data) && data.every(item);
}

export function tuple(...items: readonly Shape[]): Shape {
  return (data) =>
    Array.isArray(data) &&
    data.length === items.length &&
    items.every((item, index) => item(data[index]));
}

/** Any names, values of one shape. */
export function map(item: Shape): Shape {
  return (data) => isObject(data) && Object.values(data).every(item);
}

/** These names; further ones do no harm, so that servers may say more. */
export function fields(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return (data) =>
    isObject(data) &&
    Object.entries(required).every(([name, shape]) => shape(data[name])) &&
    Object.entries(optional).every(
      ([name, shape]) => !Object.hasOwn(data, name) || shape(data[name]),
    );
}

export function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}
