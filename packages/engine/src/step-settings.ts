import {
  type Interaction,
  type Json,
  type MatchSettings,
  matchSettings,
  millisecondsOf,
  type SuiteConfiguration,
} from '@parley/suite';

export interface StepSettings extends MatchSettings {
  /** A reply that takes longer is late. */
  replyTimeoutMs: number;
  /** What all replies of a conversation may take together. */
  latencyBudgetMs: number;
}

/** Of what is said and heard where the suite does not tell. */
export const localeDefault = 'en-US';

const replyTimeoutMsDefault = 15_000;
const replyTimeoutMsMax = 600_000;

export const settingsOfSuite = (configuration: SuiteConfiguration): StepSettings => ({
  ...matchSettings(configuration),
  replyTimeoutMs: configuration.replyTimeoutMs ?? replyTimeoutMsDefault,
  latencyBudgetMs: configuration.latencyBudgetMs ?? Number.POSITIVE_INFINITY,
});

/** The settings of the suite with those that a step sets for itself: `set replyTimeout: 30`. */
export function settingsOfStep(ofSuite: StepSettings, { settings }: Interaction): StepSettings {
  // The same object while nothing changes: compiled assertions are kept for it.
  if (isEmpty(settings)) return ofSuite;
  const { replyTimeout, listeningTimeout } = settings;
  const lenient = switchOf(settings.lenient);
  const fuzzyThreshold = thresholdOf(settings.fuzzyThreshold);
  // Suites written for phone lines call it the listening timeout. Both are in seconds.
  const replyTimeoutMs = millisecondsOf(String(replyTimeout ?? listeningTimeout), 1000) ?? 0;
  return {
    ...ofSuite,
    ...(lenient !== undefined && { lenient }),
    ...(fuzzyThreshold !== undefined && { fuzzyThreshold }),
    ...(replyTimeoutMs > 0 && { replyTimeoutMs: Math.min(replyTimeoutMs, replyTimeoutMsMax) }),
  };
}

/** What variables fill in are texts. */
function switchOf(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function thresholdOf(value: Json | undefined): number | undefined {
  const isFilled = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  const threshold = isFilled ? Number(value) : Number.NaN;
  return threshold >= 0 && threshold <= 1 ? threshold : undefined;
}

/** Without the list of keys that `Object.keys` makes: this runs once a step. */
function isEmpty(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
