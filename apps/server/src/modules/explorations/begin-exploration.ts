import type { Body, explorations } from '@parley/contract';
import {
  type ChannelConfiguration,
  describeUnfilled,
  isUnusable,
  missingChannel,
  parseSuite,
  printSuite,
  type Suite,
  type SuiteConfiguration,
  type Test,
  unfilledHint,
  unfilledOf,
  withEnvironment,
} from '@parley/suite';
import type { RunDevice } from '../../db/schema/runs.ts';
import type { Scope, WorkScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/security/ids.ts';
import { findDevice } from '../devices/devices.ts';
import {
  chooseEnvironment,
  type EnvironmentRow,
  findEnvironment,
  withoutSecretValues,
} from '../environments/environments.ts';
import { findUser } from '../identity/identity.ts';
import { linkedSource } from '../libraries/libraries.ts';
import { applyDevice } from '../runs/runs.ts';
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
  { name, suiteId, environment, channel, deviceId }: Body<typeof explorations.createExploration>,
): Promise<ExplorationRow> {
  if (environment !== undefined && suiteId === undefined) {
    throw new ApiError('invalid_request', {
      message: 'Only the bot of a test suite can be explored in an environment.',
      hint: 'Specify a test suite, or leave out the environment.',
      problems: [{ path: 'environment', message: 'An environment needs a test suite.' }],
    });
  }
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
      : await botOfSuite(scope, suiteId, { name: environment });
  return insert(scope, { ...bot, name: name ?? bot.name, suiteId: suiteId ?? null });
}

/** Creates the exploration of the example project. */
export async function beginExample(
  scope: Scope,
  { name, suiteId }: { name: string; suiteId: string },
): Promise<ExplorationRow> {
  const bot = await botOfSuite(scope, suiteId, {});
  return insert(scope, { ...bot, name, suiteId, isExample: true });
}

interface NewExploration {
  name?: string | undefined;
  suiteId?: string | null;
  configuration: SuiteConfiguration;
  columns?: EnvironmentColumns;
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
    columns,
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
    ...columns,
    ...(await deviceColumns(scope, deviceId)),
    startedBy: scope.actor.userId,
    startedByName: user?.name ?? null,
  });
}

type EnvironmentColumns = Pick<
  ExplorationRow,
  'environment' | 'environmentId' | 'environmentVariables'
>;

/** An environment by the name that a person chose, or by the columns of an exploration. */
interface WantedEnvironment {
  name?: string | undefined;
  chosen?: Pick<ExplorationRow, 'environment' | 'environmentId'>;
}

/** Reads the current channel of a suite's bot, and the current variables of its environment. */
export async function botOfSuite(
  scope: WorkScope,
  suiteId: string,
  wanted: WantedEnvironment,
): Promise<{
  name: string;
  configuration: SuiteConfiguration;
  columns: EnvironmentColumns;
  deviceId: string | null;
}> {
  const suite = await findSuite(scope, suiteId);
  if (suite === undefined) throw new ApiError('not_found');
  const { configuration } = parsedSuite(await linkedSource(scope, suite)).suite;
  const { columns, row } = await environmentOf(scope, suite.projectId, wanted);
  if (configuration.channel === undefined) {
    throw new ApiError(
      'suite_not_runnable',
      missingChannel({ ...configuration, platform: suite.platform }),
    );
  }
  const { device } = await deviceColumns(scope, suite.deviceId);
  refuseUnready(configuration, device, row);
  const { channel, variables, replyTimeoutMs, data, dataRow, locale, syntax } = configuration;
  return {
    name: suite.name,
    deviceId: suite.deviceId,
    columns,
    configuration: {
      ...(syntax !== undefined && { syntax }),
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

/** Reads the environment of a conversation. Null as `environmentId` means that the name is only a label. */
async function environmentOf(
  scope: WorkScope,
  projectId: string,
  { name, chosen }: WantedEnvironment,
): Promise<{ columns: EnvironmentColumns; row?: EnvironmentRow | undefined }> {
  const row = chosen
    ? chosen.environmentId === null
      ? undefined
      : await findEnvironment(scope, chosen.environmentId)
    : await chooseEnvironment(scope, projectId, name);
  if (chosen?.environmentId && !row) throw wasDeleted(chosen.environment);
  const columns = {
    environment: chosen?.environment ?? row?.name ?? name ?? null,
    environmentId: row?.id ?? null,
    environmentVariables: row?.variables ?? null,
  };
  return { columns, row };
}

const wasDeleted = (name: string | null) =>
  new ApiError('suite_not_runnable', {
    message: `The environment “${name}” was deleted.`,
    hint: 'Start another exploration, in an environment that the project has.',
  });

/** Refuses a connection that would use the name of a value instead of the value. */
function refuseUnready(
  configuration: SuiteConfiguration,
  device: RunDevice | null,
  environment: EnvironmentRow | undefined,
): void {
  if (configuration.syntax !== 2) return;
  const bare: Suite = { configuration: ofConnection(configuration), tests: [] };
  const valued = device ? applyDevice(bare, device) : bare;
  const ready = environment ? withEnvironment(valued, withoutSecretValues(environment)) : valued;
  const { configuration: filled } = ready;
  const unfilled = unfilledOf(newTest, filled).find((one) => isUnusable(one, filled));
  if (!unfilled) return;
  throw new ApiError('suite_not_runnable', {
    message: describeUnfilled(unfilled, filled),
    hint: unfilledHint(unfilled, filled),
  });
}

/** Leaves out the requests around tests, which a conversation with a person does not send. */
const ofConnection = ({ beforeAll, beforeEach, afterEach, ...rest }: SuiteConfiguration) => rest;

const newTest: Test = { name: '', mode: 'normal', tags: [], interactions: [] };

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
