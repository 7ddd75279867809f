// The `drills` layer of `npm test`.
import { fileURLToPath } from 'node:url';

/** @typedef {import('./lanes.mjs').Place} Place */
/** @typedef {import('./test-summary.mjs').Outcome} Outcome */

/** Drills whose quick forms belong to every test run; the full ones take hours (docs/reliability.md). */
const drills = [
  'kill-writers',
  'kill-workers',
  'database-away',
  'schedules',
  'abusive-bots',
  'live-clients',
  'rolling-upgrade',
  'tries',
];

/** Drills that compare rates, which other load on the machine would distort. */
const quietDrills = ['capacity'];

const program = fileURLToPath(new URL('../bench/run.mjs', import.meta.url));

/**
 * Runs the quick drills, which break things at random moments. A drill that fails next to other tests is tried again alone. In
 * CI, where machines are shared, every failed drill is tried again.
 * @param {Place} place
 * @returns {Promise<Outcome>}
 */
export async function runQuickDrills(place, isCi = process.env.CI === 'true') {
  const failedBeside = await thatFail(place, drills);
  await place.untilAlone();
  const failedQuiet = await thatFail(place, quietDrills);
  const again = [...(isCi || place.isShared ? failedBeside : []), ...(isCi ? failedQuiet : [])];
  const failedAgain = await thatFail(place, again);
  const failed = [...failedBeside, ...failedQuiet].filter(
    (name) => !again.includes(name) || failedAgain.includes(name),
  );
  const retried = again.filter((name) => !failed.includes(name));
  const note = failed.length > 0 ? `failed: ${failed.join(', ')}` : undefined;
  const passed = drills.length + quietDrills.length - failed.length;
  return { passed, failed: failed.length, retried, note };
}

/** @param {Place} place @param {readonly string[]} names */
async function thatFail({ run }, names) {
  const failing = [];
  for (const name of names) {
    const status = await run(process.execPath, [program, name, '--quick'], {
      timeout: 300_000,
      env: { ...process.env, npm_lifecycle_event: 'drill' },
    });
    if (status !== 0) failing.push(name);
  }
  return failing;
}
