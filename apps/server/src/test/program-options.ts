/**
 * Options of Node for programs that a test starts. One that lives for seconds gains nothing from optimized code of the
 * embedded database, and to make it takes about as much processor time as all else of a start. Drills and benches
 * run what is released.
 */
export const programOptions: readonly string[] =
  process.env.VITEST === undefined ? [] : ['--liftoff-only'];
