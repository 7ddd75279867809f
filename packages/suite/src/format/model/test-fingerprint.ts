/**
 * What a test with steps in place of its uses of blocks asks of the bot and holds its replies against, as one short text: alike for two runs of which
 * neither the test nor a setting that decides about it was edited. Spelling, names, tags and descriptions are
 * left out, and so is the way to the bot: these are no reason for another verdict on the test.
 */
import { textHash } from '../../match/text-hash.ts';
import { repeatRuleOf } from '../../repeat/repeat-rule.ts';
import { canonicalJson } from './canonical-json.ts';
import type { SuiteConfiguration, Test } from './suite.ts';
import { fillTest, type Values } from './template.ts';

/** Fingerprints of two versions are never compared. Raise it with every change of what they are made of. */
const version = 1;

/**
 * Settings of a suite that decide about a verdict beside what the test itself says, with their defaults: one that
 * is written down is the same as one that is not.
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

/** `ofDevice` is what the virtual device of the run gave to templates. */
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

/** @returns null where one of them is not known, or is of another version */
export function isEdited(before: string | null, after: string | null): boolean | null {
  const versions = [before, after].map((one) => one?.split('-')[0]);
  if (before === null || after === null || versions[0] !== versions[1]) return null;
  return before !== after;
}
