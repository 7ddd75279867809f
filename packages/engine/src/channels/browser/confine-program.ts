/** Restricts how untrusted pages use the machine: limited memory per process, and low priority for the processor. */
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data limit of each process; each site has its own process. A page that asks for more gets an error or crashes. */
const dataKilobytesMax = 1_500_000;

const niceness = 10;

export interface ConfinedProgram {
  path: string;
  /** Removes the wrapper. Call this once the program is running. */
  remove(): void;
}

/**
 * Wraps a program in a script that limits the resources of all its processes. Returns the program unchanged unless the system
 * is Linux and can execute programs in the temporary folder.
 */
export function confineProgram(program: string): ConfinedProgram {
  const asItIs = { path: program, remove: () => undefined };
  if (process.platform !== 'linux') return asItIs;
  const folder = mkdtempSync(join(tmpdir(), 'parley-browser-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const path = join(folder, 'browser');
  try {
    writeFileSync(path, scriptFor(program), { mode: 0o700 });
    accessSync(path, constants.X_OK);
    return { path, remove };
  } catch {
    remove();
    return asItIs;
  }
}

function scriptFor(program: string): string {
  const quoted = `'${program.replaceAll("'", "'\\''")}'`;
  const limit = `ulimit -d ${dataKilobytesMax}`;
  return `#!/bin/sh
# Tried first: one that may not be set ends some shells.
if (${limit}) 2>/dev/null; then ${limit}; fi
if command -v nice >/dev/null; then exec nice -n ${niceness} ${quoted} "$@"; fi
exec ${quoted} "$@"
`;
}
