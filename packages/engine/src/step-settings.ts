import {
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
  /** A reply that takes longer is late. */
  replyTimeoutMs: number;
  /** What all replies of a conversation may take together. */
  latencyBudgetMs: number;
  /** What tokens cost; absent where the suite does not say. */
  prices?: Prices;
  /** Services whose spans have to show which tools ran; absent where the suite names none. */
  sources?: readonly string[];
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
  ...(configuration.evidence && { sources: configuration.evidence.sources }),
});

/** The suite's settings, overridden by those of the step: `set replyTimeout: 30`. */
export function settingsOfStep(ofSuite: StepSettings, { settings }: Interaction): StepSettings {
  // The same object while nothing changes: compiled assertions are kept for it.
  if (isEmpty(settings)) return ofSuite;
  const { replyTimeout, listeningTimeout } = settings;
  const lenient = switchOf(settings.lenient);
  const fuzzyThreshold = thresholdOf(settings.fuzzyThreshold);
  const replyTimeoutMs = timeoutMsOf(replyTimeout ?? listeningTimeout);
  return {
    ...ofSuite,
    ...(lenient !== undefined && { lenient }),
    ...(fuzzyThreshold !== undefined && { fuzzyThreshold }),
    ...(replyTimeoutMs !== undefined && {
      replyTimeoutMs: Math.min(replyTimeoutMs, replyTimeoutMsMax),
    }),
  };
}

/** Avoids the list that `Object.keys` makes: this runs once a step. */
function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
