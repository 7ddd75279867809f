/**
 * A short text that represents what a test, with its blocks expanded, sends to the bot and expects of its replies. It is equal
 * for two runs if neither the test nor a setting that affects its verdict was edited. Spelling, names, tags, descriptions and
 * the connection to the bot are left out, because they are no reason for a different verdict.
 */
import { textHash } from '../../match/text-hash.ts';
import { repeatRuleOf } from '../../repeat/repeat-rule.ts';
import { canonicalJson } from './canonical-json.ts';
import type { SuiteConfiguration, Test } from './suite.ts';
import { fillTest, type Values } from './template.ts';

/** Fingerprints of different versions are never compared. Increment it whenever their contents change. */
const version = 1;

/**
 * Settings of a suite that affect a verdict besides the test itself, with their defaults: writing a default down makes no
 * difference.
 */
const deciding = [
  ['syntax', 1],
  ['locale', null],
  ['voiceId', null],
  ['homophones', null],
  ['replyTimeoutMs', 15_000],
  ['latencyBudgetMs', null],
  ['retries', 0],
  ['stopOnFailure', false],
  ['lenient', false],
  ['fuzzyThreshold', 0.8],
] as const satisfies readonly (readonly [keyof SuiteConfiguration, unknown])[];

/** `ofDevice` contains the values that the run's virtual device provided for templates. */
export function testFingerprint(
  test: Test,
  configuration: SuiteConfiguration,
  ofDevice?: Values,
): string {
  const interactions = fillTest(test, configuration, ofDevice).interactions.map(
    // Steps may move into a block and back, and a block may get another name.
    ({ origin: _, ...interaction }) => interaction,
  );
  const settings = deciding.map(([name, byDefault]) => configuration[name] ?? byDefault);
  const { beforeEach, afterEach, evidence } = configuration;
  const requests = beforeEach || afterEach ? [{ beforeEach, afterEach }] : [];
  const spans = evidence ? [{ evidence }] : [];
  const repeat = repeatRuleOf(test, configuration);
  const tries = repeat ? [{ repeat }] : [];
  return `${version}-${textHash(canonicalJson([interactions, settings, ...requests, ...spans, ...tries]))}`;
}

/** @returns null if one of them is unknown or has a different version */
export function isEdited(before: string | null, after: string | null): boolean | null {
  const versions = [before, after].map((one) => one?.split('-')[0]);
  if (before === null || after === null || versions[0] !== versions[1]) return null;
  return before !== after;
}
