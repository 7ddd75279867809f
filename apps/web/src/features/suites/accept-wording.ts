import { suites as contract, type StoredSuite } from '@parley/contract';
import {
  type Assertion,
  applySuite,
  expandBlocks,
  fillTest,
  type Interaction,
  noteAcceptance,
  parseSuite,
  type Suite,
  type SuiteEnvironment,
  type Test,
  type Values,
} from '@parley/suite';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { changeBlockSteps } from './editor/edit-blocks.ts';
import { changeInteractions, replaceAt } from './editor/edit-suite.ts';
import { fetchSuite, updateSuite } from './suites.queries.ts';

export interface WordingOfTest {
  /** Name of the test. */
  test: string;
  /** The bot's reply to accept. */
  wording: string;
}

export interface AcceptedWording extends WordingOfTest {
  /** Index of the step in the test. */
  step: number;
  /** The failed expectation, with variables filled in. */
  assertion: Assertion;
  /** Template values from the run's virtual device. */
  ofDevice?: Values | undefined;
  /** Environment of the run, with masked secrets. */
  environment?: SuiteEnvironment | undefined;
}

/**
 * @returns the suite with the wording as another alternative; the same suite if it already has it; null if the expectation no
 * longer exists
 */
export function withAcceptedWording(
  suite: Suite,
  { test, step, assertion, wording, ofDevice, environment }: AcceptedWording,
): Suite | null {
  const place = placeOf(suite, { test, step });
  const known = place?.written.assertions ?? [];
  const configuration = { ...suite.configuration, ...(environment && { environment }) };
  const filled = place && fillTest(place.expanded, configuration, ofDevice);
  const places = filled?.interactions[step]?.assertions ?? [];
  const accepted = { ...assertion, expected: [...assertion.expected, wording] };
  if (places.some((other) => isSame(accepted, other))) return suite;
  const at = places.findIndex((other) => isSame(assertion, other));
  if (!place || at === -1) return null;
  const assertions = replaceAt(known, at, (old) => ({
    ...old,
    expected: [...old.expected, wording],
  }));
  const change = (steps: Interaction[]) =>
    replaceAt(steps, place.step, (old) => ({ ...old, assertions }));
  return place.block === undefined
    ? changeInteractions(suite, place.test, change)
    : changeBlockSteps(suite, place.block, change);
}

interface WrittenPlace {
  /** The test, with each use of a block replaced by the block's steps. */
  expanded: Test;
  /** Index of the test. */
  test: number;
  /** Index of the block that contains the step; undefined for a step of the test itself. */
  block?: number;
  /** Index of the step in its test or block. */
  step: number;
  written: Interaction;
}

/** @returns where a step of a run is written: in its test, or in a block that the test uses */
function placeOf(
  suite: Suite,
  { test: name, step }: Pick<AcceptedWording, 'test' | 'step'>,
): WrittenPlace | undefined {
  const test = suite.tests.findIndex((one) => one.name === name);
  const expanded = expandBlocks(suite).tests[test];
  // A use that stays is of a library, whose steps are not in this text and would count.
  if (expanded?.interactions.some(({ input }) => input.kind === 'use')) return undefined;
  const origin = expanded?.interactions[step]?.origin;
  const inBlock = origin?.blocks?.at(-1);
  const block = suite.blocks?.findIndex((one) => one.name === inBlock?.name) ?? -1;
  const part = inBlock ? suite.blocks?.[block] : suite.tests[test];
  const at = inBlock?.step ?? origin?.step ?? step;
  const written = part?.interactions[at];
  if (!expanded || !written) return undefined;
  return { expanded, test, ...(inBlock && { block }), step: at, written };
}

/** Accepted wordings to send to the server. Drops those that the suite no longer contains. */
export function toTell(suite: Suite, accepted: readonly WordingOfTest[]): WordingOfTest[] {
  const standing = new Set(
    [...suite.tests, ...(suite.blocks ?? [])].flatMap(({ interactions }) =>
      interactions.flatMap(({ assertions }) => assertions.flatMap(({ expected }) => expected)),
    ),
  );
  return accepted
    .filter(({ wording }) => standing.has(wording))
    .slice(0, contract.acceptedWordingsMax)
    .map(({ test, wording }) => ({
      test: test.slice(0, 1_000),
      wording: wording.slice(0, 10_000),
    }));
}

/** Adds a comment to the text that says who accepted the wording, and today's date. */
export function noteAccepted(
  source: string,
  place: { test: number; block?: number; step: number; wording: string },
): string {
  const by = useAuthStore.getState().user?.name ?? '';
  return noteAcceptance(source, { ...place, by, on: today() });
}

/** Today's date in the time zone of the browser. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** Compares field by field, because the order of keys differs after the database. */
function isSame(one: Assertion, other: Assertion): boolean {
  return (
    one.property === other.property &&
    one.operator === other.operator &&
    one.negated === other.negated &&
    JSON.stringify(one.expected) === JSON.stringify(other.expected) &&
    one.tools === other.tools &&
    one.voice === other.voice
  );
}

/** Text of a suite before and after a wording was accepted. */
export interface Acceptance {
  before: string;
  after: string;
}

/** @returns the change that accepting a wording makes; null if the suite has changed too much since the run */
export function planAcceptance(source: string, accepted: AcceptedWording): Acceptance | null {
  const before = parseSuite(source).suite;
  const suite = withAcceptedWording(before, accepted);
  if (!suite) return null;
  if (suite === before) return { before: source, after: source };
  const { wording } = accepted;
  const place = placeOf(suite, accepted);
  const after = applySuite(source, suite);
  if (!place) return { before: source, after };
  const { expanded: _, written: __, ...written } = place;
  return { before: source, after: noteAccepted(after, { ...written, wording }) };
}

/**
 * Saves a planned acceptance if the suite has not changed since it was planned.
 *
 * @returns the texts before and after, as the server stores them
 * @throws ApiRequestError if somebody else has changed the suite
 */
export async function acceptWording(
  scope: OrganizationScope,
  { id, version }: Pick<StoredSuite, 'id' | 'version'>,
  { before, after }: Acceptance,
  accepted: WordingOfTest,
): Promise<Acceptance> {
  const stored = await updateSuite(scope, id, {
    source: after,
    version,
    acceptedWordings: toTell(parseSuite(after).suite, [accepted]),
  });
  return { before, after: stored.source };
}

/**
 * Restores the suite's text from before the wording was accepted.
 *
 * @throws ChangedSince if somebody has changed the suite since, because that change would be lost
 */
export async function takeBackWording(
  scope: OrganizationScope,
  suiteId: string,
  { before, after }: Acceptance,
): Promise<void> {
  const { source, version } = await fetchSuite(scope, suiteId);
  if (source !== after) throw new ChangedSince();
  await updateSuite(scope, suiteId, { source: before, version });
}

/** Thrown if the suite has changed after the wording was accepted. */
export class ChangedSince extends Error {
  constructor() {
    super('The test suite has changed since. Remove the wording in the editor.');
  }
}
