import { fileURLToPath } from 'node:url';

/** The command line as `npm test` has packed it, which starts faster, or else from its sources. */
export const program: string =
  process.env.PARLEY_TEST_CLI ?? fileURLToPath(new URL('../main.ts', import.meta.url));
