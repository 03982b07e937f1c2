// Completes package-lock.json: the second half of `npm run lock`.
//
// npm locks a platform-specific package only if the registry at hand offers it, and then refuses
// its own lock (`npm ci`: "Missing: ... from lock file") wherever that package is known or needed.
// Such packages are named after their platform, and released together with the package that asks
// for them; so what is missing can be written down without asking anyone.
import { readFileSync, writeFileSync } from "node:fs";

const systems = ["aix", "android", "darwin", "freebsd", "linux", "openharmony", "win32"];
const processors = ["arm", "arm64", "ia32", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

/** What `name` says about the machines it is for. */
function platform(name) {
  const words = name.split(/[/-]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (cpu.length !== 1 || (os.length !== 1 && cpu[0] !== "wasm32")) {
    throw new Error(`${name}: its name does not say which platform it is for`);
  }
  const libc = os[0] !== "linux" ? undefined : words.includes("musl") ? ["musl"] : ["glibc"];
  return { cpu, libc, os: os.length > 0 ? os : undefined };
}

const file = new URL("package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));

for (const asking of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(asking.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (place in lock.packages) continue;
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name}: ${version} is not exact`);
    const { cpu, libc, os } = platform(name);
    const dev = asking.dev || undefined;
    lock.packages[place] = { version, cpu, dev, libc, optional: true, os };
  }
}

lock.packages = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([, locked]) => !locked.extraneous)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
