// npm leaves a platform's binary package out of the lockfile if the registry used to write it lacks that package. `npm ci`
// then refuses the lockfile on every platform (https://github.com/npm/cli/issues/4828 describes the same gap). This adds the
// missing packages by name and version; npm downloads each only on its own platform.
import { readFileSync } from 'node:fs';

const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'aix',
  'win32',
];
const processors = [
  'arm64',
  'x64',
  'ia32',
  'ppc64',
  'riscv64',
  's390x',
  'loong64',
  'mips64el',
  'arm',
];

/**
 * Determines the platform of a binary package from its name: `@scope/cli-linux-x64-musl`.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.split(/[-/@.]/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) =>
    words.some((word) => word === processor || (processor === 'arm' && /^arm(v7|$)/.test(word))),
  );
  const libc = /musl/.test(name) ? ['musl'] : /gnu/.test(name) ? ['glibc'] : undefined;
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }), ...(libc && { libc }) };
}

/** @returns {string} the lockfile, completed with every optional platform package */
export function completedLockfile() {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  for (const [parent, entry] of Object.entries(lockfile.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const isExact = /^\d+\.\d+\.\d+[\w.-]*$/.test(range);
      const path = `node_modules/${name}`;
      const isThere = path in lockfile.packages || `${parent}/${path}` in lockfile.packages;
      if (isThere || !isExact) continue;
      lockfile.packages[path] = {
        version: range,
        ...platformOf(name),
        ...(entry.dev && { dev: true }),
        optional: true,
      };
    }
  }
  const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lockfile.packages = Object.fromEntries(sorted);
  return `${JSON.stringify(lockfile, null, 2)}\n`;
}
