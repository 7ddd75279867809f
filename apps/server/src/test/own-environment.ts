import { programEnvironment } from '@parley/engine/program-environment';

/**
 * The environment of a program that a test or a drill starts: what a program needs to run on this machine,
 * and the settings of the test. Whoever calls the test may have an installation of their own in theirs,
 * with `DATABASE_URL` and all, which a worker of the test would join and a drill would break.
 */
const neededByTests = [
  'TERM',
  'SHELL',
  'CI',
  'NO_COLOR',
  'NODE_EXTRA_CA_CERTS',
  'NODE_V8_COVERAGE',
  'CHROMIUM_PATH',
];

/** Databases that tests make for themselves, see `createPostgresql`. */
const madeByTests = /^\/parley_test_\w+$/;

/** @throws Error where the settings name a database that no test has made. */
export function ownEnvironment(
  settings: Readonly<Record<string, string>>,
  around: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const address = settings.DATABASE_URL;
  if (address && !madeByTests.test(new URL(address).pathname))
    throw new Error(
      'A test or a drill works on databases of its own alone; this one was made by somebody else.',
    );
  const kept = neededByTests.flatMap((name) => {
    const value = around[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...programEnvironment(around), ...Object.fromEntries(kept), ...settings };
}
