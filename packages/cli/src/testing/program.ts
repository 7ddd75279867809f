import { fileURLToPath } from 'node:url';

/** Path of the command line: the bundle from `npm test`, which starts faster, or else the sources. */
export const program: string =
  process.env.PARLEY_TEST_CLI ?? fileURLToPath(new URL('../main.ts', import.meta.url));
