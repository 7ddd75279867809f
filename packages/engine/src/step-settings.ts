import {
  defaultJudge,
  type Interaction,
  type MatchSettings,
  matchSettings,
  type Prices,
  type SuiteConfiguration,
  switchOf,
  thresholdOf,
  timeoutMsOf,
} from '@parley/suite';

export interface StepSettings extends MatchSettings {
  /** Time limit of a reply, in milliseconds; a later reply is late. */
  replyTimeoutMs: number;
  /** Time limit of all replies of a conversation together, in milliseconds. */
  latencyBudgetMs: number;
  /** Prices of tokens; absent if the suite sets none. */
  prices?: Prices;
  /** Services whose spans show which tools ran; absent if the suite names none. */
  sources?: readonly string[];
  /** Name of the judge to ask; absent for the default judge. */
  judge?: string;
}

/** Default language of speech. */
export const localeDefault = 'en-US';

const replyTimeoutMsDefault = 15_000;
const replyTimeoutMsMax = 600_000;

export const settingsOfSuite = (configuration: SuiteConfiguration): StepSettings => ({
  ...matchSettings(configuration),
  replyTimeoutMs: configuration.replyTimeoutMs ?? replyTimeoutMsDefault,
  latencyBudgetMs: configuration.latencyBudgetMs ?? Number.POSITIVE_INFINITY,
  ...(configuration.prices && { prices: configuration.prices }),
  ...judgeNamed(configuration.judge),
  ...(configuration.evidence && { sources: configuration.evidence.sources }),
});

/** The suite's settings, overridden by those of the step: `set replyTimeout: 30`. */
export function settingsOfStep(ofSuite: StepSettings, { settings }: Interaction): StepSettings {
  // An unchanged object keeps the assertions that were compiled for it.
  if (isEmpty(settings)) return ofSuite;
  const { replyTimeout, listeningTimeout } = settings;
  const lenient = switchOf(settings.lenient);
  const fuzzyThreshold = thresholdOf(settings.fuzzyThreshold);
  const replyTimeoutMs = timeoutMsOf(replyTimeout ?? listeningTimeout);
  const { judge: ofSuites, ...others } = ofSuite;
  const isNamed = ofSuite.isStrict && settings.judge !== undefined;
  return {
    ...others,
    // An unusable name is not replaced: no judge has it, so the step is an error.
    ...judgeNamed(isNamed ? String(settings.judge).trim() : ofSuites),
    ...(lenient !== undefined && { lenient }),
    ...(fuzzyThreshold !== undefined && { fuzzyThreshold }),
    ...(replyTimeoutMs !== undefined && {
      replyTimeoutMs: Math.min(replyTimeoutMs, replyTimeoutMsMax),
    }),
  };
}

const judgeNamed = (name: string | undefined): Pick<StepSettings, 'judge'> =>
  name === undefined || name === defaultJudge ? {} : { judge: name };

/** Avoids the array of `Object.keys`, because this runs for every step. */
function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
