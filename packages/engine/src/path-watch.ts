/**
 * Searches the replies of a run for paths whose absence lets a check pass. A path that no reply of the run contains may be
 * mistyped, so its absence proves nothing.
 */
import {
  type Assertion,
  compileProperty,
  type Ending,
  type Failure,
  fillTest,
  isToolPath,
  matchAssertion,
  mayBeMistaken,
  type RequestFinished,
  type RunEvent,
  reportsToolCalls,
  type StepFinished,
  type StepRevised,
  type SuiteConfiguration,
  settleDoubt,
  settleUnwanted,
  type Test,
  type Turn,
  unwantedTool,
  type Values,
  type Verdict,
} from '@parley/suite';
import type { PreparedTest } from './prepared-test.ts';
import { settingsOfStep, settingsOfSuite } from './step-settings.ts';

export interface PathWatch {
  /** Processes an event of the run. Pass the events of an earlier worker, too. */
  follow(event: RunEvent): void;
  /** Revised results of the doubtful steps, if no further reply arrives. `at` is the time of the events. */
  revisions(at: number): StepRevised[];
}

type Doubtful = StepFinished & { play: number };

/**
 * @param plan tests of the run; events refer to them by index
 * @returns undefined if no check of the tests can be doubtful, so that nothing has to be searched
 */
export function createPathWatch(
  plan: readonly Pick<PreparedTest, 'index' | 'test' | 'source'>[],
  configuration: SuiteConfiguration,
): PathWatch | undefined {
  const properties = new Set(plan.flatMap(({ test }) => propertiesInDoubt(test)));
  const savers = new Map(plan.filter(hasOpenPath).map((planned) => [planned.index, planned]));
  const asksForUnwanted = plan.some(({ test }) => test.interactions.some(forbidsTool));
  if (properties.size === 0 && savers.size === 0 && !asksForUnwanted) return undefined;
  const isStrict = configuration.syntax === 2;
  const settings = settingsOfSuite(configuration);
  const tests = new Map(plan.map(({ index, test }) => [index, test]));
  const unseen = new Map([...properties].map((property) => [property, compileProperty(property)]));
  let asksForTools = [...properties].some(isToolPath);
  /** Tests with their saved values filled in, and these values. The key names the test and the try. */
  const filled = new Map<string, { test: Test; saved: Values }>();
  let hasToolSource = false;
  const calledTools = new Set<string>();
  let doubtful: Doubtful[] = [];
  const plays = new Map<string, number>();

  function look(turn: Turn): void {
    if (asksForTools) hasToolSource ||= reportsToolCalls(turn);
    if (asksForUnwanted) for (const { name } of turn.tools?.calls ?? []) calledTools.add(name);
    for (const [property, read] of unseen) {
      if (read(turn).value !== undefined) unseen.delete(property);
    }
  }

  function search(property: string): void {
    if (properties.has(property)) return;
    properties.add(property);
    unseen.set(property, compileProperty(property));
    asksForTools ||= isToolPath(property);
  }

  /** Fills in values that the test has saved, which complete its paths. */
  function fill(event: RequestFinished | StepFinished): void {
    const planned = savers.get(event.test);
    if (!planned || !event.saved) return;
    const saved = { ...filled.get(conversationOf(event))?.saved, ...event.saved };
    const test = fillTest(planned.source, configuration, undefined, saved);
    filled.set(conversationOf(event), { test, saved });
    for (const property of propertiesInDoubt(test)) search(property);
  }

  return {
    follow(event) {
      if (event.type === 'request.finished') fill(event);
      if (event.type === 'test.started') {
        filled.delete(conversationOf(event));
        // A later attempt replaces the earlier one and its doubtful steps.
        doubtful = doubtful.filter(
          ({ test, try: number }) => test !== event.test || number !== event.try,
        );
      }
      if (event.type !== 'step.finished') return;
      fill(event);
      const turn = event.reply ?? event.silence;
      if (turn) look(turn);
      const place = placeOf(event);
      const play = plays.get(place) ?? 0;
      plays.set(place, play + 1);
      const condition = doubtfulCondition(event, turn);
      const verdicts = condition ? [...event.verdicts, condition] : event.verdicts;
      if (!verdicts.some(({ doubt, assertion }) => doubt ?? unwantedTool(assertion))) return;
      // Events do not show saved credentials, so a path with one is known only from its verdict.
      if (savers.has(event.test)) {
        for (const { doubt, assertion } of verdicts) if (doubt) search(assertion.property);
      }
      const { reply: _, silence: __, evidence: ___, lostEvidence: ____, ...judged } = event;
      doubtful.push({ ...judged, verdicts, play });
    },

    revisions: (at) =>
      doubtful.flatMap((step) => {
        const verdicts = step.verdicts.map((verdict) =>
          settleUnwanted(settleDoubt(verdict, seenOf(verdict.assertion), isStrict), calledTools),
        );
        if (verdicts.every((verdict, at) => verdict === step.verdicts[at])) return [];
        const isLast = plays.get(placeOf(step)) === step.play + 1;
        return [revised(step, verdicts, at, isLast ? undefined : step.play)];
      }),
  };

  /** The condition of the branch that was taken, if it is met only because something was absent. */
  function doubtfulCondition(event: StepFinished, turn: Turn | undefined): Verdict | undefined {
    const test = filled.get(conversationOf(event))?.test ?? tests.get(event.test);
    const interaction = test?.interactions[event.step];
    if (!interaction || interaction.branches.length === 0) return undefined;
    const ofStep = settingsOfStep(settings, interaction);
    for (const { when } of interaction.branches) {
      if (when === undefined) return undefined;
      const verdict = matchAssertion(when, turn, ofStep);
      if (verdict.passed) return verdict.doubt && verdict;
    }
    return undefined;
  }

  function seenOf({ property }: Assertion) {
    return { isFound: !unseen.has(property), hasToolSource };
  }
}

const conversationOf = ({ test, try: number }: { test: number; try?: number }) =>
  `${test} ${number}`;

const placeOf = ({ test, attempt, step }: StepFinished) => `${test} ${attempt} ${step}`;

const propertiesInDoubt = (test: Test): string[] => absentPathsIn(test).filter(mayBeMistaken);

const forbidsTool = ({ assertions }: Test['interactions'][number]): boolean =>
  assertions.some((assertion) => unwantedTool(assertion) !== undefined);

/** @returns true if a path of the test has a placeholder for a value that the test saves */
const hasOpenPath = ({ test }: { test: Test }): boolean =>
  absentPathsIn(test).some((property) => /\{\{|\$\{/.test(property));

const absentPathsIn = ({ interactions }: Test): string[] =>
  interactions.flatMap(({ input, assertions, branches }) =>
    // An answer of the system of record is judged on its own.
    [...(input.kind === 'check' ? [] : assertions), ...branches.flatMap(({ when }) => when ?? [])]
      .filter(({ negated, expected }) => negated || expected.includes(null))
      .map(({ property }) => property),
  );

function revised(
  step: StepFinished,
  verdicts: Verdict[],
  at: number,
  earlierPlay: number | undefined,
): StepRevised {
  const { test, attempt, try: number, step: index } = step;
  const mistake = verdicts.find(({ passed, doubt }) => doubt && !passed);
  const hasTurned = step.outcome === 'passed' && mistake !== undefined;
  return {
    type: 'step.revised',
    at,
    test,
    attempt,
    ...(number !== undefined && { try: number }),
    step: index,
    ...(earlierPlay !== undefined && { earlierPlay }),
    ...(hasTurned ? { outcome: 'failed', failure: unprovenAbsence(mistake) } : endingOf(step)),
    verdicts,
  };
}

function endingOf(ending: Ending): Ending {
  if (ending.outcome === 'error') return { outcome: 'error', failure: ending.failure };
  const { outcome, failure } = ending;
  return { outcome, ...(failure && { failure }) };
}

/** The failure for an unproven absence. The suite caused it, not the bot. */
function unprovenAbsence({ hint = '', doubt }: Verdict): Failure {
  return doubt?.kind === 'no-tool-source'
    ? {
        class: 'configuration',
        code: 'no-tool-source',
        message: hint,
        hint: 'Use a channel that shows tool calls, or remove the check.',
      }
    : {
        class: 'configuration',
        code: 'unknown-path',
        message: hint,
        hint: 'Correct the path. If it is right and only missing here, say "not exists".',
      };
}
