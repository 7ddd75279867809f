import { programEnvironment } from '@parley/engine/program-environment';

/**
 * Names of variables that programs started by tests and drills inherit, in addition to those that every program needs. All
 * others are dropped: the developer may have an installation, configured by `DATABASE_URL` and so on, which a worker of a test
 * would join and a drill would break.
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

/** Matches databases that tests create; see `createPostgresql`. */
const madeByTests = /^\/parley_test_\w+$/;

/** @throws Error if the settings name a database that no test created */
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
