import { setImmediate } from 'node:timers/promises';
import {
  type Assertion,
  accessibilityLevel,
  type Ending,
  type Evidence,
  expectsSilence,
  type Failure,
  type Interaction,
  isBlank,
  isListening,
  isSilent,
  isSpokenText,
  isUsageCheck,
  judgeTools,
  judgeVoice,
  type LostEvidence,
  looksAtEarlySpeech,
  looksAtSpeech,
  type MetricReading,
  matchAssertion,
  outcomeOf,
  type Remark,
  type Reply,
  replyIn,
  type SentRequest,
  type Silence,
  silenceIn,
  type ToolCheck,
  type ToolTurn,
  type Turn,
  type UnsureReason,
  type Verdict,
} from '@parley/suite';
import { holdBySureWords, isSettledAsItGrows } from './hold-by-sure-words.ts';
import type { Judged } from './judge/judge-meaning.ts';
import type { StepSettings } from './step-settings.ts';

export type StepEnd = Ending & {
  reply?: Reply;
  /** Observations of a turn that had no reply. */
  silence?: Silence;
  /** The request that was sent to the system of record instead of the bot. */
  checked?: SentRequest;
  verdicts: Verdict[];
  /** Values that were saved for later steps, with credentials masked. */
  saved?: Record<string, string>;
  /** Metrics that the step measured; a metric without a value is missing. */
  measurements?: MetricReading[];
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
};

/** Milliseconds of judging after which other tasks get a turn: comparing many expectations with a long reply takes seconds. */
const heldUpMs = 20;

/**
 * Judges the reply of a step.
 *
 * @param earlier tool reports of the earlier turns of the conversation
 */
export async function judgeStep(
  interaction: Interaction,
  turn: Turn | undefined,
  settings: StepSettings,
  judged?: Judged,
  earlier: readonly ToolTurn[] = [],
): Promise<StepEnd> {
  const hold = async (heard: Turn | undefined) => {
    const verdicts: Verdict[] = [];
    let since = performance.now();
    for (const assertion of interaction.assertions) {
      // Judges rule on replies only, not on silence.
      const read = replyIn(heard) && judged?.get(assertion);
      verdicts.push(
        assertion.tools
          ? judgeTools(assertion, assertion.tools, [
              ...earlier,
              toolTurnOf(interaction, heard, settings),
            ])
          : assertion.voice
            ? judgeVoice(assertion, assertion.voice, heard)
            : (read ?? matchAssertion(assertion, heard, settings)),
      );
      if (performance.now() - since < heldUpMs) continue;
      await setImmediate();
      since = performance.now();
    }
    return verdicts;
  };
  const reply = replyIn(turn);
  // If silence is expected for a limited time, a reply after that time does no harm.
  const wasSilent = reply !== undefined && isLate(interaction, reply, settings);
  if (wasSilent && interaction.assertions.some(expectsSilence)) {
    const silence = silenceIn(turn);
    const silentVerdicts = await hold(silence);
    if (silentVerdicts.every(({ passed }) => passed)) {
      return { outcome: 'passed', verdicts: silentVerdicts, ...(silence && { silence }) };
    }
  }
  const verdicts = await hold(turn);
  const failure = withRemark(findFailure(interaction, turn, verdicts, settings), reply?.remark);
  const end: StepEnd =
    failure?.code === noToolSource
      ? { outcome: 'error', failure, verdicts }
      : { outcome: outcomeOf(failure), verdicts };
  const silence = reply ? undefined : silenceIn(turn);
  if (reply) end.reply = reply;
  if (silence) end.silence = silence;
  if (failure) end.failure = failure;
  return end;
}

function findFailure(
  interaction: Interaction,
  turn: Turn | undefined,
  verdicts: Verdict[],
  settings: StepSettings,
): Failure | undefined {
  const reply = replyIn(turn);
  const { input, assertions, branches } = interaction;
  const { replyTimeoutMs } = settings;
  const broken = verdicts.filter((verdict) => !verdict.passed);
  if (!reply) {
    // A pause expects nothing unless it says so.
    const mayStaySilent =
      input.kind === 'pause' || assertions.some(expectsSilence) || assertions.some(expectsSound);
    if (broken.length === 0 && mayStaySilent) return undefined;
    const isOpen = mayStaySilent && broken.every(({ standing }) => standing !== undefined);
    if (isOpen) return openFailure(broken);
    return turn?.remark ?? silent(replyTimeoutMs);
  }
  if (isLate(interaction, reply, settings)) return late(reply, replyTimeoutMs);
  const isWithoutAnswer = settings.isStrict === true && isFulfilledByNothing(interaction);
  const isMissing =
    input.kind !== 'pause' &&
    ((isWordless(reply) && needsWords(assertions)) || (isWithoutAnswer && isNoAnswer(reply)));
  const needsAnswer = input.kind !== 'pause' && isBlank(reply.text) && asksNothing(interaction);
  const isFailed = broken.length > 0 || isMissing || needsAnswer;
  if (isFailed && reply.remark && !canDiffer(reply, broken)) return reply.remark;
  // Sound comparisons do not depend on words.
  const looksAt = [...assertions, ...branches.flatMap(({ when }) => when ?? [])].filter(
    ({ operator }) => operator !== 'soundsLike',
  );
  const isUncertain =
    reply.isUnsure &&
    looksAt.some(
      ({ property }) => looksAtSpeech(property) && !looksAtEarlySpeech(property)?.isOnly,
    );
  const holdsAnyway = broken.length === 0 && holdBySureWords(interaction, reply, settings);
  if (isUncertain && !holdsAnyway) return undecided(reply);
  const unsureEarly = reply.early?.find((words) => words.isUnsure);
  if (unsureEarly && looksAt.some(({ property }) => looksAtEarlySpeech(property)))
    return undecided(unsureEarly);
  const wrong = broken.filter(({ standing }) => standing === undefined);
  if (reply.isGrowing) {
    const isSettled = (one: Assertion) => isSettledAsItGrows(one, reply, settings);
    const settled = wrong.filter(({ assertion }) => isSettled(assertion));
    if (settled[0]) return mismatch(settled[0], settled.length);
    const conditions = branches.flatMap(({ when }) => when ?? []);
    if (![...assertions, ...conditions].every(isSettled)) return stillGrowing(reply);
  }
  if (wrong[0]) return mismatch(wrong[0], broken.length);
  const isNothing = isWordless(reply) && !reply.early;
  if (asksForSilence(assertions) && !isNothing) return notSilent(reply);
  return isMissing ? wordless() : openFailure(broken);
}

/** The tool report of a turn. A pause in which nothing arrived has nothing to report. */
export function toolTurnOf(
  { input }: Interaction,
  turn: Turn | undefined,
  { sources }: Pick<StepSettings, 'sources'>,
): ToolTurn {
  const isIdle = isSilent(turn) && isListening(input);
  const lacksSpans = sources !== undefined && !turn?.tools?.sources && !isIdle;
  return { report: turn?.tools, isIdle, ...(lacksSpans && { lacksSpans }) };
}

/** @returns true for a check that a line without words can fulfill, such as `line is: hold music` */
const expectsSound = ({ voice }: Assertion) => voice?.kind === 'line' && !voice.isNegated;

const noToolSource = 'no-tool-source';

/** The failure if no expectation is known to be broken, but some could not be decided. */
function openFailure(broken: Verdict[]): Failure | undefined {
  const error = broken.find(({ standing }) => standing === 'error');
  const open = error ?? broken[0];
  if (!open) return undefined;
  const { rule, hint = '', sound } = open;
  if (sound)
    return {
      class: 'unsure',
      code: 'sound-undecided',
      message: `It is not certain whether ${rule}.`,
      hint,
    };
  if (open.assertion.voice)
    return {
      class: 'unsure',
      code: 'voice-undecided',
      message: `It is not certain whether ${rule}${open.actual === null ? '' : `: ${verbOf(open)} ${open.actual}`}.`,
      hint,
    };
  if (accessibilityLevel(open.assertion))
    return {
      class: 'unsure',
      code: 'accessibility-undecided',
      message: `It could not be decided whether there are ${rule}.${open.actual === null ? '' : ` To be looked at: ${shorten(open.actual)}`}`,
      hint,
    };
  return error
    ? {
        class: 'configuration',
        code: noToolSource,
        message: `Nothing shows whether ${rule}.`,
        hint,
      }
    : {
        class: 'unsure',
        code: open.votes ? 'votes-disagree' : 'tools-undecided',
        message: `It is unknown whether ${rule}.`,
        hint,
      };
}

/** @returns true if the reply itself shows what is wrong; otherwise the remark on the silence explains more */
const canDiffer = ({ text }: Reply, broken: Verdict[]): boolean =>
  text !== '' ||
  broken.some(
    ({ assertion: { property } }) =>
      !looksAtSpeech(property) || looksAtEarlySpeech(property)?.isOnly === true,
  );

/** Adds other observations to a failure, unless they have the same code. */
export function withRemark<Told extends Failure | undefined>(
  failure: Told,
  remark: Remark | undefined,
): Told {
  if (!failure || !remark || failure.code === remark.code) return failure;
  const { code, message, hint } = remark;
  return { ...failure, remark: { code, message, ...(hint && { hint }) } };
}

/** @returns true if silence is expected and no assertion requires content without words: a picture is a reply, too */
const asksForSilence = (assertions: Assertion[]): boolean =>
  assertions.some(expectsSilence) && assertions.every((one) => one.negated || expectsSilence(one));

/** @returns true if the step only requires an answer. Branches may react to the line hanging up. */
const asksNothing = ({ assertions, branches }: Interaction) =>
  assertions.length === 0 && branches.length === 0;

/** @returns true if an empty answer without tool calls would fulfill the step */
const isFulfilledByNothing = (interaction: Interaction) =>
  asksNothing(interaction) ||
  (interaction.branches.length === 0 &&
    interaction.assertions.every(({ tools }) => forbidsCalls(tools)));

const forbidsCalls = (check: ToolCheck | undefined) =>
  check?.kind === 'only' ||
  (isUsageCheck(check) && check.isLess) ||
  (check?.kind === 'call' && check.times?.min === 0);

const isWordless = ({ text, buttons, attachments }: Reply) =>
  isBlank(text) && buttons.length === 0 && attachments.length === 0;

/** @returns true if the reply is empty. A reply that only calls tools is not, although it has no words. */
function isNoAnswer(reply: Reply): boolean {
  const { payload, tools } = reply;
  if (tools && tools.calls.length > 0) return false;
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  const calls = isObject ? payload.tool_calls : undefined;
  return isWordless(reply) && !(Array.isArray(calls) && calls.length > 0);
}

/** @returns true if the step only forbids text or limits latency, which silence would fulfill */
function needsWords(assertions: Assertion[]): boolean {
  if (assertions.some(expectsSilence)) return false;
  const holdsOfNothing = ({ negated, property }: Assertion) => negated || property === 'latency';
  return assertions.every(holdsOfNothing) && assertions.some(forbidsWords);
}

/**
 * @returns true if the assertion forbids words. "Does not exist" does not count, because the absence of one message proves
 * nothing about the others.
 */
const forbidsWords = ({ negated, property, operator }: Assertion) =>
  negated && operator !== 'exists' && (isSpokenText(property) || /^messages\b/.test(property));

const isLate = ({ input }: Interaction, reply: Reply, { replyTimeoutMs }: StepSettings) =>
  input.kind !== 'pause' && reply.latencyMs - (reply.heldMs ?? 0) > replyTimeoutMs;

function mismatch(verdict: Verdict, count: number): Failure {
  if (verdict.sound) return otherSound(verdict, count);
  if (verdict.assertion.voice) return otherTiming(verdict, count);
  const actual = verdict.actual === null ? 'nothing' : `"${shorten(verdict.actual)}"`;
  const more = count > 1 ? ` ${count - 1} more of the step's expectations failed.` : '';
  return {
    class: 'wrong',
    code: 'mismatch',
    message: `Expected ${verdict.rule}, got ${actual}.${more}`,
    ...(verdict.hint && { hint: verdict.hint }),
  };
}

const verbOf = ({ assertion }: Verdict) =>
  assertion.voice?.kind === 'line' ? 'heard' : 'measured';

function otherTiming(verdict: Verdict, count: number): Failure {
  const { rule, actual, hint } = verdict;
  const more = count > 1 ? ` ${count - 1} more of the step's expectations failed.` : '';
  return {
    class: 'wrong',
    code: 'mismatch',
    message: `Expected ${rule}, ${verbOf(verdict)} ${actual ?? 'nothing'}.${more}`,
    ...(hint && { hint }),
  };
}

/** The failure of a sound comparison. It does not quote the recognized words, which say nothing about the difference. */
function otherSound({ rule, hint }: Verdict, count: number): Failure {
  const more = count > 1 ? ` ${count - 1} more of the step's expectations failed.` : '';
  return {
    class: 'wrong',
    code: 'mismatch',
    message: `Expected ${rule}, which it does not.${more}`,
    ...(hint && { hint }),
  };
}

/** The result is undecided because the transcript may differ from what the bot said. */
function undecided({
  text,
  confidence = 0,
  unsureReason,
  requiredConfidence,
}: Pick<Reply, 'text' | 'confidence' | 'unsureReason' | 'requiredConfidence'>): Failure {
  const heard = text === '' ? 'No word was understood' : `The line was heard as "${shorten(text)}"`;
  if (unsureReason)
    return {
      class: 'unsure',
      code: unsureReason,
      message: `${heard}, too uncertain to judge: ${unsureReasons[unsureReason]}.`,
      hint: 'Listen to the recording of the step. Calibrate the recognizer with recordings of the line, see docs/phone.md.',
    };
  const needed =
    requiredConfidence === undefined ? '' : `, but ${percentUp(requiredConfidence)} is required`;
  return {
    class: 'unsure',
    code: 'low-confidence',
    message: `${heard}, too uncertain to judge: with a confidence of ${Math.floor(confidence * 100)}%${needed}.`,
    hint: 'Listen to the recording of the step. If this happens often, use a speech service that supports telephone lines.',
  };
}

/** The result is undecided because the reply was still growing when its time ran out. */
function stillGrowing({ text }: Reply): Failure {
  return {
    class: 'unsure',
    code: 'still-growing',
    message: `The reply was still growing when its time ran out. So far it said "${shorten(text)}".`,
    hint: 'Allow more time with replyTimeout.',
  };
}

const unsureReasons = {
  'no-confidence': 'the recognizer does not say how sure it is',
  'not-calibrated': 'the recognizer is not calibrated for this line',
} satisfies Record<UnsureReason, string>;

/** Percentage, rounded up so that a confidence below the required one never looks sufficient. */
const percentUp = (share: number) => `${Number((Math.ceil(share * 1000) / 10).toFixed(1))}%`;

function silent(replyTimeoutMs: number): Failure {
  return {
    class: 'silent',
    code: 'reply-timeout',
    message: `The bot did not answer within ${seconds(replyTimeoutMs)}.`,
    hint: 'Check the bot, or allow more time with replyTimeout.',
  };
}

function notSilent({ buttons, attachments, early = [] }: Reply): Failure {
  const shown = [
    ...early.map(({ text }) => `"${shorten(text)}" before the answer`),
    ...buttons.map(({ title }) => `the button "${shorten(title)}"`),
    ...attachments.map(({ type, title, url }) => shorten([type, title ?? url].join(' ').trim())),
  ];
  return {
    class: 'wrong',
    code: 'mismatch',
    message: `Expected no reply, got ${shown.slice(0, 3).join(', ')}.`,
    hint: 'If only the text may be missing, also expect what comes without it, for example buttons: Yes.',
  };
}

function wordless(): Failure {
  return {
    class: 'silent',
    code: 'reply-empty',
    message: 'The bot answered without a word.',
    hint: 'Check the bot. If it may stay silent here, expect "no reply".',
  };
}

function late({ latencyMs }: Reply, replyTimeoutMs: number): Failure {
  return {
    class: 'silent',
    code: 'reply-late',
    message: `The bot answered after ${seconds(latencyMs)}; the limit is ${seconds(replyTimeoutMs)}.`,
    hint: 'Check the bot, or allow more time with replyTimeout.',
  };
}

const seconds = (ms: number) => `${Number((ms / 1000).toFixed(1))} s`;

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Judges the total latency of a conversation against its budget. */
export function judgeLatency(
  latencyMs: number,
  { latencyBudgetMs }: StepSettings,
): Failure | undefined {
  if (latencyMs <= latencyBudgetMs) return undefined;
  return {
    class: 'silent',
    code: 'latency-budget',
    message: `The replies took ${seconds(latencyMs)} together; the limit is ${seconds(latencyBudgetMs)}.`,
    hint: 'Check the slowest replies, or raise latencyBudget.',
  };
}
