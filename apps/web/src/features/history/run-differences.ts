/** Differences in the setup of two runs. Pure. */
import type { RunEnvironment, RunSummary } from '@parley/contract';
import { repeatInWords } from '@parley/suite';

export interface RunDifference {
  name: string;
  before: string;
  after: string;
}

type Compared = Pick<RunSummary, 'suiteName' | 'device' | 'label' | 'environment' | 'repeat'>;

interface Facts {
  run: Compared;
  environment: RunEnvironment;
  /** Name of the judge; undefined if no judge decided anything. */
  judge?: string | undefined;
}

/**
 * Lists the differences: the suite and its tests, the label and the environment, the virtual device, the settings of the
 * channel and of the device, Parley's release, and the judge. The judge is only compared if one decided something in both
 * runs.
 */
export function runDifferences(before: Facts, after: Facts): RunDifference[] {
  const [earlier, later] = [factsOf(before), factsOf(after)];
  if (before.judge && after.judge) {
    earlier.set('Judge', before.judge);
    later.set('Judge', after.judge);
  }
  const names = new Set([...earlier.keys(), ...later.keys()]);
  return [...names].flatMap((name) => {
    const [then, now] = [earlier.get(name) ?? none, later.get(name) ?? none];
    return then === now ? [] : [{ name, before: then, after: now }];
  });
}

const none = '–';

/** Lists the values of an environment, because the version numbers of two environments cannot be compared. */
function valuesOf({ environment }: RunEnvironment): [string, string][] {
  if (!environment) return [];
  const { version, variables, secrets } = environment;
  return [
    ['Environment values', `Version ${version}`],
    ...Object.entries(variables).map(([name, value]): [string, string] => [
      `Environment: ${name}`,
      value,
    ]),
    ['Environment secrets', secrets.join(', ') || none],
  ];
}

function factsOf({ run, environment }: Facts): Map<string, string> {
  const { suiteVersion, selectedTests, agent, channel, device, conversations } = environment;
  const version = agent?.version ? `, version ${agent.version}` : '';
  return new Map([
    ['Test suite', run.suiteName],
    ['Suite version', String(suiteVersion)],
    ['Tests', selectedTests ? selectedTests.join(', ') : 'All'],
    ['Agent', agent ? `${agent.name}${version}` : none],
    ['Label', run.label ?? none],
    ['Environment', run.environment ?? none],
    ...valuesOf(environment),
    ['Tries', run.repeat ? repeatInWords(run.repeat) : 'As the suite says'],
    ['Virtual device', run.device?.name ?? 'None'],
    ...channel.map(({ name, value }) => [`Channel: ${name}`, value] as const),
    ...device.map(({ name, value }) => [`Virtual device: ${name}`, value] as const),
    ['Simultaneous conversations', conversations?.toString() ?? 'Default'],
    ['Parley', environment.workerVersion ?? none],
  ]);
}
