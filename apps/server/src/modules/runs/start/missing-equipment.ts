/** Equipment of all workers of this installation, and what a run needs that none of them has. */
import type { ErrorProblem } from '@parley/contract';
import { asksForSound, type Equipment, equipmentFor } from '@parley/engine';
import { type ChannelConfiguration, expandBlocks, missingChannel } from '@parley/suite';
import type { RunDevice } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { listWorkers, type WorkerPresence } from '../../../platform/presence.ts';
import { findDevice } from '../../devices/devices.ts';
import { parsedSuite, type SuiteRow } from '../../suites/suites.ts';

/** Requirements of a run with this device. */
export function needsOf(
  channel: ChannelConfiguration | undefined,
  device: Pick<RunDevice, 'settings'> | undefined,
): Equipment[] {
  if (channel === undefined) return [];
  const settings = device?.settings;
  const trunk = settings?.platform === 'phone' ? settings.trunk : null;
  return equipmentFor(channel.kind === 'phone' && trunk ? { trunk, ...channel } : channel);
}

/** Workers of the previous release do not report what they lack; they count as complete. */
export function canCarryOut({ lacks }: WorkerPresence, needs: readonly string[]): boolean {
  return lacks === null || !needs.some((need) => lacks.includes(need));
}

/** Empty as long as a worker may have everything, or no worker reports. */
async function missingEverywhere(db: Database, needs: Equipment[]): Promise<Equipment[]> {
  if (needs.length === 0) return [];
  const workers = await listWorkers(db);
  if (workers.length === 0 || workers.some((worker) => canCarryOut(worker, needs))) return [];
  const missing = workers.map(({ lacks }) => needs.filter((need) => lacks?.includes(need)));
  // Of the worker that comes closest.
  return missing.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/**
 * All obstacles between a stored suite and its run, except errors of its text, which are reported
 * elsewhere.
 */
export async function listUnreadiness(
  scope: WorkScope,
  { source, platform, deviceId }: SuiteRow,
): Promise<ErrorProblem[]> {
  const { suite, problems } = parsedSuite(source);
  if (problems.some(({ severity }) => severity === 'error')) return [];
  const { channel } = suite.configuration;
  const device = deviceId === null ? undefined : await findDevice(scope, deviceId);
  // Whatever number is entered later, somebody has to be able to call it.
  const intended = channel ?? (platform === 'phone' ? anyLine : undefined);
  const missing = await missingEverywhere(scope.db, needsOf(intended, device));
  return [
    ...(channel ? [] : [{ path: 'configuration.channel', ...missingChannel({ platform }) }]),
    ...missing.map((one) => ({ path: `installation.${one}`, ...explanations[one] })),
  ];
}

const anyLine = { kind: 'phone', to: '{{line}}' } as const;

/** Refuses a run that could not begin, with all that is missing. */
export async function refuseUnready(scope: WorkScope, suite: SuiteRow): Promise<void> {
  refuseRecordings(suite);
  const problems = await listUnreadiness(scope, suite);
  const [first, ...others] = problems;
  if (first === undefined) return;
  if (first.path !== 'configuration.channel')
    throw new ApiError('installation_not_ready', { problems });
  const { message, hint } = first;
  throw new ApiError('suite_not_runnable', { message, ...(hint && { hint }), problems: others });
}

/** Recordings lie beside the files of suites, and this server keeps none. */
function refuseRecordings({ source }: SuiteRow): void {
  const { suite } = parsedSuite(source);
  const test = expandBlocks(suite).tests.find(({ interactions }) =>
    interactions.some(asksForSound),
  );
  if (!test) return;
  throw new ApiError('suite_not_runnable', {
    message: `“${test.name}” compares prompts with recordings (sounds like), which servers do not support yet.`,
    hint: 'Run the suite from its file with "parley run", with the recordings next to it, or check the words with "prompt".',
  });
}

const explanations: Record<Equipment, { message: string; hint: string }> = {
  calls: {
    message: 'No phone line is set up: this installation is not allowed to call any number.',
    hint: 'The operator lists the numbers that may be called in PARLEY_PHONE_ALLOW, see docs/phone.md.',
  },
  trunk: {
    message: 'No trunk is set up to call phone numbers.',
    hint: 'The operator can add one to PARLEY_SIP_TRUNKS or set up Twilio, see docs/phone.md. Without one, only SIP addresses can be called.',
  },
  speaking: {
    message: 'No speech synthesis program is installed on the workers.',
    hint: 'Install it there: apt-get install flite. Or set up a speech service, see docs/phone.md.',
  },
  understanding: {
    message: 'No speech recognition program is installed on the workers.',
    hint: 'Install it there: apt-get install pocketsphinx pocketsphinx-en-us. Or set up a speech service, see docs/phone.md.',
  },
  browser: {
    message: 'No Chromium is installed on the workers.',
    hint: 'Install it there: apt-get install chromium. Or set PARLEY_BROWSER to the path of Chrome or Chromium.',
  },
};
