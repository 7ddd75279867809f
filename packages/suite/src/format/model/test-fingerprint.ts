/**
 * A short text that stands for what a test, with its blocks expanded, sends to the bot and expects of its replies. Two runs
 * have the same fingerprint if neither the test nor a setting that affects its verdict was edited. Spelling, names, tags,
 * descriptions and the connection to the bot are left out, because they do not explain a different verdict.
 */
import { textHash } from '../../match/text-hash.ts';
import { repeatRuleOf } from '../../repeat/repeat-rule.ts';
import { canonicalJson } from './canonical-json.ts';
import type { SuiteConfiguration, Test } from './suite.ts';
import { fillTest, type Values } from './template.ts';

/** Version of the contents; increment it when they change. Fingerprints of different versions are never compared. */
const version = 1;

/**
 * Settings of a suite that affect the verdict of a test, with their defaults, so that writing a default explicitly changes
 * nothing.
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

/** @param ofDevice template values of the run's virtual device */
export function testFingerprint(
  test: Test,
  configuration: SuiteConfiguration,
  ofDevice?: Values,
): string {
  const interactions = fillTest(test, configuration, ofDevice).interactions.map(
    // Moving steps into a block or back, or renaming a block, changes nothing.
    ({ origin: _, ...interaction }) => interaction,
  );
  const settings = deciding.map(([name, byDefault]) => configuration[name] ?? byDefault);
  const { beforeAll, beforeEach, afterEach, evidence } = configuration;
  const around = { ...(beforeAll && { beforeAll }), beforeEach, afterEach };
  const requests = beforeAll || beforeEach || afterEach ? [around] : [];
  const spans = evidence ? [{ evidence }] : [];
  const judge = configuration.judge === undefined ? [] : [{ judge: configuration.judge }];
  const repeat = repeatRuleOf(test, configuration);
  const tries = repeat ? [{ repeat }] : [];
  return `${version}-${textHash(canonicalJson([interactions, settings, ...requests, ...spans, ...judge, ...tries]))}`;
}

/** @returns null if a fingerprint is unknown or their versions differ */
export function isEdited(before: string | null, after: string | null): boolean | null {
  const versions = [before, after].map((one) => one?.split('-')[0]);
  if (before === null || after === null || versions[0] !== versions[1]) return null;
  return before !== after;
}
