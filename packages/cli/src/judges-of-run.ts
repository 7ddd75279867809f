/** The judges of `parley run` without a server: the one of the environment, and those with a name in `parley.config.yml`. */
import { chooseJudge, type Judge, withOwnSettings } from '@parley/engine';
import { expandBlocks, type Suite } from '@parley/suite';
import { findConfigIfAny, readWantedJudges } from './deploy/wanted.ts';
import { UsageError } from './exit-codes.ts';
import { readJudgeSettings } from './judge-settings.ts';

/**
 * Reads the configuration only if a suite names a judge.
 *
 * @returns undefined if the environment has no judge
 * @throws UsageError if the settings or the configuration cannot be read
 */
export async function judgesOfRun(
  suites: readonly Suite[],
  environment: NodeJS.ProcessEnv,
): Promise<Judge | undefined> {
  const settings = readJudgeSettings(environment);
  if (!settings) return undefined;
  const path = suites.some(namesJudge) ? await findConfigIfAny() : undefined;
  const named = path === undefined ? [] : await readWantedJudges(path);
  for (const { name, needed = 1, votes = settings.votes ?? 1 } of named)
    if (needed > votes)
      throw new UsageError(
        `${path}: the judge "${name}" needs ${needed} votes, but is asked for ${votes}.`,
      );
  const known = named.map(({ name }) => name).join(', ');
  return chooseJudge(
    [settings, ...named.map(({ name, ...own }) => ({ ...withOwnSettings(settings, own), name }))],
    path === undefined
      ? 'Add it under judges in parley.config.yml, or name another judge in the suite.'
      : `Add it under judges in ${path}, which has ${known || 'none'}, or name another judge in the suite.`,
  );
}

function namesJudge(suite: Suite): boolean {
  const { configuration, tests } = expandBlocks(suite);
  return (
    configuration.judge !== undefined ||
    tests.some(({ interactions }) =>
      interactions.some(({ settings }) => settings.judge !== undefined),
    )
  );
}
