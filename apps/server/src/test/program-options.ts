/**
 * Node options for programs that a test starts. A program that runs for seconds gains nothing from optimized code of the
 * embedded database, and optimizing it takes about as much CPU time as the rest of the start. Drills and benchmarks use the
 * released options.
 */
export const programOptions: readonly string[] =
  process.env.VITEST === undefined ? [] : ['--liftoff-only'];
