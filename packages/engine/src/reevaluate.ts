import { setImmediate } from 'node:timers/promises';
import {
  type Assertion,
  accessibilityLevel,
  conclude,
  concludeTries,
  expandBlocks,
  expectsSecrets,
  type Failure,
  fillTest,
  foldEvents,
  type Interaction,
  keyOf,
  keysOf,
  type Prices,
  type RepeatRule,
  type RunEvent,
  type RunResult,
  repeatRuleOf,
  type StepResult,
  type Suite,
  type TestResult,
  type ToolTurn,
  type Values,
  type Verdict,
} from '@parley/suite';
import { type Mask, maskMark } from './channels/mask.ts';
import { asksJudge, type Judged, noJudge } from './judge/judge-meaning.ts';
import { judgeStep, type StepEnd, toolTurnOf, withRemark } from './judge-step.ts';
import { asksForAccessibility } from './judge-widget.ts';
import { createEventMask, maskOfTest } from './mask-event.ts';
import { measuredStep } from './measured-step.ts';
import { nothingTested } from './nothing-tested.ts';
import { createPathWatch } from './path-watch.ts';
import { prepareTest } from './prepare-test.ts';
import type { PreparedTest } from './prepared-test.ts';
import { pricedTurn } from './priced-turn.ts';
import { endOfTry } from './repeat/end-of-try.ts';
import {
  checksOf,
  type EndedTries,
  inOrder,
  judgedEvent,
  revisedEnd,
} from './repeat/repeat-test.ts';
import { judgedCheck } from './requests/run-check.ts';
import { withSavedAnswer } from './requests/save-answer.ts';
import { shownInput } from './requests/shown-request.ts';
import { lateSpans } from './run-conversation.ts';
import { runStarted } from './run-suite.ts';
import type { FinishedTest } from './run-test.ts';
import { withSaved } from './save-values.ts';
import { asksForSound } from './sound/judge-sounds.ts';
import { isOpenWithLate, type JudgedStep } from './spans/late-calls.ts';
import { settingsOfStep, settingsOfSuite } from './step-settings.ts';
import { type ConversationEnd, walkSteps } from './walk-steps.ts';

/**
 * Evaluates stored conversations with the current suite, without a new conversation. Tests that are missing from the stored run
 * are skipped. A test ends with an error if it now sends a different message than the stored run did.
 *
 * @param ofRun the number of tries that the run requested
 */
export async function reevaluate(
  suite: Suite,
  stored: RunResult,
  ofRun?: Partial<RepeatRule>,
): Promise<RunResult> {
  return foldEvents(await reevaluationEvents(suite, stored, ofRun));
}

/** Makes the events of a re-evaluation, for reports. Yields to other tasks between tests. */
export async function reevaluationEvents(
  written: Suite,
  stored: RunResult,
  ofRun?: Partial<RepeatRule>,
): Promise<RunEvent[]> {
  const suite = expandBlocks(written);
  const recorded = new Map(
    stored.tests.filter(({ attempt }) => attempt > 0).map((test) => [keyOf(test), test]),
  );
  const keys = keysOf(suite.tests);
  const recordedTests = suite.tests.flatMap((test, index) => {
    const key = keys[index] ?? test.name;
    const record = recorded.get(key);
    return record ? [{ test, key, record }] : [];
  });
  const plan = recordedTests.map(({ test, key, record }, index) => {
    // Stored tries are judged together, even if the suite no longer repeats the test.
    const repeat = repeatRuleOf(test, suite.configuration, ofRun) ?? record.repeat;
    const { isMust } = record;
    return prepareTest(
      { index, test, key, mode: 'run', ...(repeat && { repeat }), ...(isMust && { isMust }) },
      suite,
    );
  });
  const paths = createPathWatch(plan, suite.configuration);
  const at = stored.startedAt ?? 0;
  const events: RunEvent[] = [
    runStarted(plan, at, ({ key }) => recorded.get(key)?.isQuarantined ?? false),
  ];
  const finished = new Map<number, FinishedTest>();
  const triesByTest = new Map<number, EndedTries>();
  for (const [index, { record }] of recordedTests.entries()) {
    const planned = plan[index] as PreparedTest;
    const from = events.length;
    const tries = planned.repeat && new Map<number, FinishedTest>();
    if (tries) {
      for (const [at, tried] of triesOf(record)) {
        tries.set(at, await reevaluateTest({ planned, record: tried, suite, try: at }, events));
        await setImmediate();
      }
      triesByTest.set(index, tries);
    } else finished.set(index, await reevaluateTest({ planned, record, suite }, events));
    for (const event of events.slice(from)) paths?.follow(event);
    await setImmediate();
  }
  const finishedAt = stored.finishedAt ?? at;
  for (const revision of paths?.revisions(finishedAt) ?? []) {
    events.push(revision);
    const { test, try: number } = revision;
    if (number === undefined) finished.set(test, revisedEnd(finished.get(test), revision));
    else {
      const tries = triesByTest.get(test);
      tries?.set(number, revisedEnd(tries.get(number), revision));
    }
  }
  for (const { index: test, repeat } of plan) {
    const tries = triesByTest.get(test);
    if (!repeat || !tries) continue;
    const ends = inOrder(tries);
    const ending = concludeTries(repeat, ends);
    events.push(judgedEvent({ test, at: finishedAt }, ending, ends));
    finished.set(test, { ...ending, checks: checksOf(tries) });
  }
  const counting = new Map(
    [...finished].filter(([index]) => !recordedTests[index]?.record.isQuarantined),
  );
  const status = conclude([...counting.values()].map(({ outcome }) => outcome));
  const nothing = nothingTested({
    plan,
    finished,
    counting,
    configuration: suite.configuration,
  });
  const end = (status === 'passed' && nothing) || { status };
  events.push({ type: 'run.finished', at: finishedAt, ...end });
  return events.map(createEventMask(plan, suite.configuration).masked);
}

/** Stored conversations of a test by try number, counted from 1. A test that was not repeated has only one. */
function triesOf(record: TestResult): [number, TestResult][] {
  const tries = record.tries ?? [record];
  return tries.flatMap((tried, at) => (tried.attempt > 0 ? [[at + 1, tried]] : []));
}

interface Recorded {
  planned: PreparedTest;
  record: TestResult;
  suite: Suite;
  try?: number;
}

async function reevaluateTest(
  { planned, record, suite, try: number }: Recorded,
  events: RunEvent[],
): Promise<FinishedTest> {
  const { index, problem, source } = planned;
  const { requests = [] } = record;
  const saved = Object.assign({}, ...requests.map((one) => one.saved));
  const isPrepared = Object.keys(saved).length > 0;
  const refill = (kept: Values) =>
    fillTest(source, suite.configuration, undefined, { ...saved, ...kept });
  const test = isPrepared ? refill({}) : planned.test;
  const refilled = source.interactions.some(({ save }) => save) ? refill : undefined;
  const { startedAt = 0, finishedAt = startedAt, attempt } = record;
  const place = { test: index, attempt, ...(number !== undefined && { try: number }) };
  const settings = settingsOfSuite(suite.configuration);
  const stopsAtFailure = suite.configuration.stopOnFailure ?? false;
  events.push({ type: 'test.started', at: startedAt, ...place });
  if (problem) {
    const end = { outcome: 'error', checks: 0 } as const;
    events.push({ type: 'test.finished', at: finishedAt, ...place, ...end, failure: problem });
    return { ...end, failure: problem };
  }
  const tellRequests = (when: 'before' | 'after') => {
    const told = requests.filter((one) => one.when === when);
    events.push(...told.map((one) => ({ type: 'request.finished' as const, ...place, ...one })));
    return told.find(({ outcome }) => outcome === 'error')?.failure;
  };
  let checks = 0;
  // Masks the same values as when the run was stored.
  const mask = maskOfTest(planned, suite.configuration);
  const nextPlay = playsOf(record);
  const tools: ToolTurn[] = [];
  const judgedSteps: JudgedStep[] = [];
  const setUp = tellRequests('before');
  const play = async (interaction: Interaction, step: number) => {
    const was = pricedStep(nextPlay(step), settings.prices);
    const written = planned.test.interactions[step] ?? interaction;
    const said = shownInput(mask.inData(written.input));
    const earlier = [...tools];
    if (said.kind !== 'check')
      tools.push(toolTurnOf(interaction, was?.reply ?? was?.silence, settings));
    const judgedNow = await reevaluateStep(
      { ...interaction, input: said, ...interjected(mask.inData(written.interjection)) },
      was,
      earlier,
      () => settingsOfStep(settings, interaction),
    );
    const expectsSecret = was && expectsSecrets(source.interactions[step]);
    const judged = expectsSecret
      ? asItWasWithSecrets(judgedNow, interaction, was, mask)
      : judgedNow;
    const measured = measuredStep(judged, interaction);
    const { keeps, lacks, ...end } =
      said.kind === 'check'
        ? withSavedAnswer(measured, interaction, measured.checked?.answer, {
            ...secretsOf(was),
            stored: was?.saved ?? {},
          })
        : withSaved(measured, interaction, secretsOf(was));
    // Remarks that were made during the run still apply.
    if (end.failure) end.failure = withRemark(end.failure, was?.failure?.remark);
    const { startedAt: stepStartedAt = startedAt, finishedAt: stepFinishedAt = finishedAt } =
      was ?? {};
    events.push({ type: 'step.started', at: stepStartedAt, ...place, step, sent: was?.sent ?? '' });
    events.push({ type: 'step.finished', at: stepFinishedAt, ...place, step, ...end });
    checks += end.verdicts.length;
    judgedSteps.push({ end, turns: [...tools] });
    return { ...end, keeps, lacks };
  };
  const walked: ConversationEnd = setUp
    ? { outcome: 'error', failure: setUp }
    : await walkSteps({ test, settings, stopsAtFailure, refilled }, play);
  const late = lateIn(record);
  const isOpen = late && isOpenWithLate(walked, judgedSteps, late);
  if (late && !isOpen && walked.failure) walked.failure = withRemark(walked.failure, late);
  const cleanUp = tellRequests('after');
  const ended: ConversationEnd = isOpen ? { outcome: 'undecided', failure: late } : walked;
  const cleaned: ConversationEnd =
    cleanUp && ended.outcome === 'passed' ? { outcome: 'error', failure: cleanUp } : ended;
  const end = endOfTry(planned, cleaned, checks);
  events.push({ type: 'test.finished', at: finishedAt, ...place, ...end, checks });
  return { ...end, checks };
}

/** @returns the failure if spans of calls arrived after their turn was judged */
function lateIn({ failure }: TestResult): Failure | undefined {
  if (failure?.code === lateSpans) return failure;
  return failure?.remark?.code === lateSpans ? { class: 'unsure', ...failure.remark } : undefined;
}

/** Names of saved values that the stored run masks. They stay masked wherever they occur. */
const secretsOf = (was: StepResult | undefined) => {
  const masked = new Set(
    Object.entries(was?.saved ?? {}).flatMap(([name, value]) => (value === maskMark ? [name] : [])),
  );
  return { credentials: masked, masked, hide() {} };
};

/** Stored records of a step, one for each time that it was run; `goto` may have returned to it. */
function playsOf({ steps }: TestResult): (step: number) => StepResult | undefined {
  const visits = new Map<number, number>();
  return (step) => {
    const visit = visits.get(step) ?? 0;
    visits.set(step, visit + 1);
    const last = steps[step];
    return last && [...(last.earlierPlays ?? []), last][visit];
  };
}

async function reevaluateStep(
  interaction: Interaction,
  was: StepResult | undefined,
  earlier: readonly ToolTurn[],
  settings: () => ReturnType<typeof settingsOfStep>,
): Promise<StepEnd> {
  // A step without an end was cut short, so the bot's reply is unknown.
  if (was?.startedAt === undefined || was.finishedAt === undefined) {
    return { outcome: 'error', verdicts: [], failure: notRecorded };
  }
  if (JSON.stringify(was.input) !== JSON.stringify(interaction.input)) {
    return { outcome: 'error', verdicts: [], failure: saidOtherwise };
  }
  if (saidWhileSpeaking(interaction, was))
    return { outcome: 'error', verdicts: [], failure: saidOtherwise };
  const measured = was.measured ?? was.outcome;
  // If the bot answered, only the judge failed, and the edited step may not need one.
  const isJudgedOutside =
    asksJudge(interaction) ||
    asksForSound(interaction) ||
    asksForAccessibility(interaction, settings());
  if (measured === 'error' && was.failure && (!was.reply || isJudgedOutside)) {
    return { outcome: 'error', verdicts: [], failure: was.failure };
  }
  if (interaction.input.kind === 'check') return checkAgain(interaction, was, settings());
  const turn = was.reply ?? was.silence;
  const judged = judgedBefore(interaction, was, settings());
  if (judged === 'no-judge') return { outcome: 'error', verdicts: [], failure: noJudge().failure };
  if (judged === 'other-judge') return { outcome: 'error', verdicts: [], failure: otherJudge };
  if (judged === 'no-sound') return { outcome: 'undecided', verdicts: [], failure: notCompared };
  if (judged === 'no-widget') return { outcome: 'undecided', verdicts: [], failure: notLookedAt };
  const end = await judgeStep(interaction, turn, settings(), judged, earlier);
  return turn?.isMasked ? asItWasMasked(end, interaction, was) : end;
}

const interjected = (interjection: Interaction['interjection']) =>
  interjection ? { interjection } : {};

/** @returns true if something else would be said now while they speak */
function saidWhileSpeaking({ interjection }: Interaction, { reply, silence }: StepResult): boolean {
  const turn = reply ?? silence;
  if (!turn) return false;
  const planned = turn.voice?.planned;
  return (
    planned?.kind !== interjection?.kind ||
    planned?.afterMs !== interjection?.afterMs ||
    planned?.text !== interjection?.text
  );
}

/** The stored tokens are worth what the suite says now. */
function pricedStep(was: StepResult | undefined, prices: Prices | undefined) {
  if (!was) return undefined;
  const { reply, silence } = was;
  return {
    ...was,
    ...(reply && { reply: pricedTurn(reply, prices) }),
    ...(silence && { silence: pricedTurn(silence, prices) }),
  };
}

/** The assertions of verdicts as text, for comparison. */
const asked = (verdicts: Verdict[]) => JSON.stringify(verdicts.map(({ assertion }) => assertion));

/** Re-evaluates the stored answer of the system of record. */
function checkAgain(
  interaction: Interaction,
  { checked, ...was }: StepResult,
  settings: ReturnType<typeof settingsOfStep>,
): StepEnd {
  const answer = checked?.answer;
  if (!checked || !answer) return { outcome: 'error', verdicts: [], failure: notRecorded };
  const end = { ...judgedCheck(interaction.assertions, answer, checked, settings), checked };
  const { input } = interaction;
  const wasWatched = input.kind === 'check' && input.request.staysMs !== undefined;
  if (!answer.isMasked && answer.bodyLength === undefined && !wasWatched) return end;
  // The rest of the answer and the earlier answers are known only by their stored verdicts.
  const { verdicts, failure } = was;
  const outcome = was.measured ?? was.outcome;
  const isSame = asked(verdicts) === asked(end.verdicts);
  return isSame && (outcome === 'passed' || (outcome === 'failed' && failure))
    ? { outcome, verdicts, checked, ...(failure && { failure }) }
    : { ...end, outcome: 'undecided', failure: wasWatched ? lastStored : partlyStored };
}

/**
 * Keeps the verdicts on masked text if the expectation is unchanged. Otherwise the step is undecided, because the hidden text
 * is unknown.
 */
function asItWasMasked(end: StepEnd, { branches }: Interaction, was: StepResult): StepEnd {
  const isSame =
    branches.length === 0 &&
    end.outcome === (was.measured ?? was.outcome) &&
    end.verdicts.length === was.verdicts.length &&
    end.verdicts.every(({ passed, rule, assertion }, at) => {
      const before = was.verdicts[at];
      return (
        before?.passed === passed &&
        before.rule === rule &&
        JSON.stringify(before.assertion) === JSON.stringify(assertion)
      );
    });
  if (!isSame) return { ...end, outcome: 'undecided', failure: wasMasked };
  const { verdicts, failure } = was;
  return { ...end, verdicts, ...(failure && { failure }) };
}

/**
 * Keeps the verdicts of a step that expects secrets if its expectations are unchanged. Secrets are not stored, so nothing can
 * be compared with them again.
 */
function asItWasWithSecrets(
  end: StepEnd,
  { branches }: Interaction,
  was: StepResult,
  mask: Mask,
): StepEnd {
  if (end.outcome === 'error') return end;
  const { verdicts, failure } = was;
  const outcome = was.measured ?? was.outcome;
  const isSame = branches.length === 0 && asked(verdicts) === asked(mask.inData(end.verdicts));
  return isSame && (outcome === 'passed' || (outcome === 'failed' && failure))
    ? { ...withoutFailure(end), outcome, verdicts, ...(failure && { failure }) }
    : { ...end, outcome: 'undecided', failure: secretsUnknown };
}

const withoutFailure = ({ failure: _, ...end }: StepEnd): StepEnd => end as StepEnd;

const secretsUnknown: Failure = {
  class: 'unsure',
  code: 'masked-reply',
  message:
    'Environment secrets are not stored with a run, so expectations that use them cannot be re-evaluated.',
  hint: 'Run the test again.',
};

const partlyStored: Failure = {
  class: 'unsure',
  code: 'masked-reply',
  message:
    "The system's answer is stored without its secrets or its end, so it cannot be re-evaluated.",
  hint: 'Run the test again.',
};

const lastStored: Failure = {
  class: 'unsure',
  code: 'not-recorded',
  message:
    "Only the system's last answer is stored, so it is unknown whether the new expectation held the whole time.",
  hint: 'Run the test again.',
};

const wasMasked: Failure = {
  class: 'unsure',
  code: 'masked-reply',
  message:
    'The bot repeated a credential, which is not stored, so its reply cannot be re-evaluated.',
  hint: 'Run the test again.',
};

/**
 * Verdicts of a judge, a sound comparison or an accessibility check that still apply, because the reply is the same. If one is
 * missing, returns the kind of check that was not made in the stored run.
 */
function judgedBefore(
  { assertions }: Interaction,
  { verdicts, reply }: StepResult,
  { isStrict, judge }: ReturnType<typeof settingsOfStep>,
): Judged | 'no-judge' | 'other-judge' | 'no-sound' | 'no-widget' {
  const judged = new Map<Assertion, Verdict>();
  for (const assertion of assertions) {
    const isOfSound = assertion.operator === 'soundsLike';
    const isOfWidget =
      isStrict === true && reply !== undefined && accessibilityLevel(assertion) !== undefined;
    if (assertion.operator !== 'means' && !isOfSound && !isOfWidget) continue;
    const text = JSON.stringify(assertion);
    const verdict = verdicts.find((was) => JSON.stringify(was.assertion) === text);
    if (!verdict) return isOfWidget ? 'no-widget' : isOfSound ? 'no-sound' : 'no-judge';
    if (verdict.votes && verdict.judge?.name !== judge) return 'other-judge';
    judged.set(assertion, verdict);
  }
  return judged;
}

const otherJudge: Failure = {
  class: 'configuration',
  code: 'not-recorded',
  message: 'Another judge read this reply.',
  hint: 'Run the test again to ask the judge that the suite names now.',
};

const notCompared: Failure = {
  class: 'unsure',
  code: 'not-recorded',
  message: 'The reply was not compared with this recording when it was heard.',
  hint: 'Run the test again.',
};

const notLookedAt: Failure = {
  class: 'unsure',
  code: 'not-recorded',
  message: 'The accessibility of the widget was not checked in this way when it was open.',
  hint: 'Run the test again.',
};

const notRecorded: Failure = {
  class: 'configuration',
  code: 'not-recorded',
  message: 'The stored conversation ended before this step did.',
  hint: 'Run the test again.',
};

const saidOtherwise: Failure = {
  class: 'configuration',
  code: 'said-otherwise',
  message: 'In the stored conversation, something else was said here.',
  hint: 'Run the test again.',
};
