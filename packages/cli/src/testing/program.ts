import { fileURLToPath } from 'node:url';

/** Path of the command line: the bundle that `npm test` builds, which starts faster, or the sources. */
export const program: string =
  process.env.PARLEY_TEST_CLI ?? fileURLToPath(new URL('../main.ts', import.meta.url));
