/** Restricts what untrusted pages can use of the machine: memory per process, and processor time only after everything else. */
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data limit of each process; a site has its own. A page that asks for more gets an error, or crashes. */
const dataKilobytesMax = 1_500_000;

const niceness = 10;

export interface ConfinedProgram {
  path: string;
  /** Removes the wrapper. Call it once the program is running. */
  remove(): void;
}

/**
 * A wrapper that limits the resources of the given program and of its processes. Returns the
 * program unchanged if a shell cannot set limits, or programs in the temporary folder cannot be
 * executed.
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
