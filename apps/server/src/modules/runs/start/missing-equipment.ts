/** Compares the equipment of all workers of this installation with what a run needs. */
import type { ErrorProblem } from '@parley/contract';
import { type Equipment, equipmentFor } from '@parley/engine';
import {
  type ChannelConfiguration,
  expandBlocks,
  missingChannel,
  recordingProblem,
  type Suite,
} from '@parley/suite';
import type { RunDevice } from '../../../db/schema/runs.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { listWorkers, type WorkerPresence } from '../../../platform/presence.ts';
import { findDevice } from '../../devices/devices.ts';
import { missingRecordings } from '../../recordings/recordings.ts';
import { parsedSuite, type SuiteRow } from '../../suites/suites.ts';

/** Lists the equipment that a run with this channel and device needs. */
export function needsOf(
  channel: ChannelConfiguration | undefined,
  device: Pick<RunDevice, 'settings'> | undefined,
): Equipment[] {
  if (channel === undefined) return [];
  const settings = device?.settings;
  const trunk = settings?.platform === 'phone' ? settings.trunk : null;
  return equipmentFor(channel.kind === 'phone' && trunk ? { trunk, ...channel } : channel);
}

/**
 * Checks whether a worker has the equipment. Workers of the previous release do not report what they lack and count as
 * complete.
 */
export function canCarryOut({ lacks }: WorkerPresence, needs: readonly string[]): boolean {
  return lacks === null || !needs.some((need) => lacks.includes(need));
}

/** Lists the equipment that the best-equipped worker lacks. Empty if some worker has everything, or if no workers report. */
async function missingEverywhere(db: Database, needs: Equipment[]): Promise<Equipment[]> {
  if (needs.length === 0) return [];
  const workers = await listWorkers(db);
  if (workers.length === 0 || workers.some((worker) => canCarryOut(worker, needs))) return [];
  const missing = workers.map(({ lacks }) => needs.filter((need) => lacks?.includes(need)));
  // What the best-equipped worker lacks.
  return missing.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** Lists everything that keeps a stored suite from running, except errors in its text, which are reported elsewhere. */
export async function listUnreadiness(
  scope: WorkScope,
  { source, platform, deviceId, projectId }: SuiteRow,
): Promise<ErrorProblem[]> {
  const { suite, problems } = parsedSuite(source);
  if (problems.some(({ severity }) => severity === 'error')) return [];
  const { channel } = suite.configuration;
  const device = deviceId === null ? undefined : await findDevice(scope, deviceId);
  // Even without a number yet, workers must be able to place calls.
  const intended = channel ?? (platform === 'phone' ? anyLine : undefined);
  const missing = await missingEverywhere(scope.db, needsOf(intended, device));
  return [
    ...(channel ? [] : [{ path: 'configuration.channel', ...missingChannel({ platform }) }]),
    ...(await missingRecordings(scope, projectId, recordingsOf(suite))).map(recordingMissing),
    ...missing.map((one) => ({ path: `installation.${one}`, ...explanations[one] })),
  ];
}

const anyLine = { kind: 'phone', to: '{{line}}' } as const;

/** Refuses a run that could not begin, and lists everything that is missing. */
export async function refuseUnready(scope: WorkScope, suite: SuiteRow): Promise<void> {
  const problems = await listUnreadiness(scope, suite);
  const [first, ...others] = problems;
  if (first === undefined) return;
  // Problems of the suite itself come first.
  if (first.path?.startsWith('installation.'))
    throw new ApiError('installation_not_ready', { problems });
  const { message, hint } = first;
  throw new ApiError('suite_not_runnable', { message, ...(hint && { hint }), problems: others });
}

/** Lists the recordings that a suite uses, except those whose names are only known during the run. */
function recordingsOf(suite: Suite): string[] {
  const { channel } = suite.configuration;
  const noise = channel?.kind === 'phone' ? channel.speech?.noise : undefined;
  const assertions = expandBlocks(suite).tests.flatMap(({ interactions }) =>
    interactions.flatMap((step) => step.assertions),
  );
  const names = assertions.flatMap(({ operator, expected }) =>
    operator === 'soundsLike' ? expected.map(String) : [],
  );
  return [...new Set([...names, ...(noise ? [noise] : [])])].filter(
    (name) => recordingProblem(name) === undefined,
  );
}

const recordingMissing = (name: string): ErrorProblem => ({
  path: 'recordings',
  message: `The project has no recording “${name}”.`,
  hint: 'Add it under “Recordings” in the menu of the project, or save it from a step of a run.',
});

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
