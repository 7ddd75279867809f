import type { Body, explorations } from '@parley/contract';
import {
  type ChannelConfiguration,
  missingChannel,
  parseSuite,
  printSuite,
  type SuiteConfiguration,
} from '@parley/suite';
import type { RunDevice } from '../../db/schema/runs.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/security/ids.ts';
import { findDevice } from '../devices/devices.ts';
import { findUser } from '../identity/identity.ts';
import { findSuite, parsedSuite, requireDevice } from '../suites/suites.ts';
import { explorationLimits } from './exploration-limits.ts';
import { addressOf, type ExplorationRow } from './exploration-row.ts';
import { countExplorations, insertExploration } from './explorations.queries.ts';

/** Creates the exploration of a connection test. */
export async function beginTrial(
  scope: Scope,
  { channel, variables, deviceId }: Body<typeof explorations.tryConnection>,
): Promise<ExplorationRow> {
  const configuration = checkedChannel(channel, variables);
  return insert(scope, { configuration, deviceId: deviceId ?? null, isTrial: true });
}

/** Creates an exploration of a suite's bot, or of a given channel. */
export async function beginExploration(
  scope: Scope,
  { name, suiteId, channel, deviceId }: Body<typeof explorations.createExploration>,
): Promise<ExplorationRow> {
  if ((suiteId === undefined) === (channel === undefined)) {
    throw new ApiError('invalid_request', {
      message: 'Specify the bot: either a test suite or a channel.',
    });
  }
  if ((await countExplorations(scope)) >= explorationLimits.perOrganization) {
    throw new ApiError('limit_reached', {
      message: `An organization has at most ${explorationLimits.perOrganization.toLocaleString('en-US')} explorations.`,
      hint: 'Delete one that is no longer needed.',
    });
  }
  const bot =
    suiteId === undefined
      ? { configuration: checkedChannel(channel), deviceId: deviceId ?? null, name: undefined }
      : await botOfSuite(scope, suiteId);
  return insert(scope, { ...bot, name: name ?? bot.name, suiteId: suiteId ?? null });
}

/** Creates the exploration of the example project. */
export async function beginExample(
  scope: Scope,
  { name, suiteId }: { name: string; suiteId: string },
): Promise<ExplorationRow> {
  const bot = await botOfSuite(scope, suiteId);
  return insert(scope, { ...bot, name, suiteId, isExample: true });
}

interface NewExploration {
  name?: string | undefined;
  suiteId?: string | null;
  configuration: SuiteConfiguration;
  deviceId: string | null;
  isTrial?: boolean;
  isExample?: boolean;
}

async function insert(
  scope: Scope,
  {
    name,
    suiteId = null,
    configuration,
    deviceId,
    isTrial = false,
    isExample = false,
  }: NewExploration,
): Promise<ExplorationRow> {
  if (deviceId !== null) {
    await requireDevice(scope, deviceId, configuration.platform ?? 'webchat');
  }
  const user = await findUser(scope.db, scope.actor.userId);
  return insertExploration(scope, {
    id: newId(),
    name: name ?? nameOf(configuration),
    suiteId,
    isTrial,
    isExample,
    configuration,
    ...(await deviceColumns(scope, deviceId)),
    startedBy: scope.actor.userId,
    startedByName: user?.name ?? null,
  });
}

/** Reads the current channel of a suite's bot. */
export async function botOfSuite(
  scope: WorkScope,
  suiteId: string,
): Promise<{ name: string; configuration: SuiteConfiguration; deviceId: string | null }> {
  const suite = await findSuite(scope, suiteId);
  if (suite === undefined) throw new ApiError('not_found');
  const { configuration } = parsedSuite(suite.source).suite;
  if (configuration.channel === undefined) {
    throw new ApiError('suite_not_runnable', missingChannel({ platform: suite.platform }));
  }
  const { channel, variables, replyTimeoutMs, data, dataRow, locale } = configuration;
  return {
    name: suite.name,
    deviceId: suite.deviceId,
    configuration: {
      platform: suite.platform,
      channel,
      ...(variables && { variables }),
      ...(data && { data }),
      ...(dataRow !== undefined && { dataRow }),
      ...(locale !== undefined && { locale }),
      ...(replyTimeoutMs !== undefined && { replyTimeoutMs }),
    },
  };
}

/** Reads the device columns from the current virtual device; both are null once it is deleted. */
export async function deviceColumns(
  scope: WorkScope,
  deviceId: string | null,
): Promise<{ deviceId: string | null; device: RunDevice | null }> {
  const device = deviceId === null ? undefined : await findDevice(scope, deviceId);
  if (device === undefined) return { deviceId: null, device: null };
  const { id, name, locale, settings } = device;
  return { deviceId: id, device: { name, locale, settings } };
}

/**
 * Checks a channel by printing a suite with it and parsing the result, because the parser knows which fields of a channel are
 * valid.
 */
export function checkedChannel(
  channel: ChannelConfiguration | undefined,
  variables?: Record<string, string>,
): SuiteConfiguration {
  const platform = channel?.kind === 'phone' ? ('phone' as const) : ('webchat' as const);
  const configuration = {
    platform,
    ...(channel && { channel }),
    ...(variables && { variables }),
  };
  const { suite, problems } = parseSuite(printSuite({ configuration, tests: [] }));
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0 && suite.configuration.channel) return suite.configuration;
  throw new ApiError('invalid_request', {
    message: errors[0]?.message ?? 'The channel is not valid.',
    problems: errors.slice(0, 20).map(({ message, hint }) => ({
      path: 'channel',
      message,
      ...(hint && { hint }),
    })),
  });
}

function nameOf(configuration: SuiteConfiguration): string {
  const { channel } = configuration;
  const address = addressOf(configuration);
  const host = URL.canParse(address) ? new URL(address).host : '';
  return (host || address || channel?.kind || 'Exploration').slice(0, 120);
}
