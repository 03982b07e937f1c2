import { RobotKinematicsError } from "./extension/issue.js";

/** A name from a file, as it can be shown. */
export function quote(name: string): string {
  return JSON.stringify(name);
}

/** What a map has under a name; a name it does not have is an error that lists some it has. */
export function lookUp<T>(things: ReadonlyMap<string, T>, name: string, what: string): T {
  const found = things.get(name);
  if (found !== undefined) return found;
  const some = [...things.keys()].slice(0, 12).map(quote).join(", ");
  const rest = things.size > 12 ? `, and ${things.size - 12} more` : "";
  throw new RobotKinematicsError(
    `${what} ${quote(name)} does not exist; expected one of: ${some || "none"}${rest}`,
  );
}
