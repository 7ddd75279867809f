/**
 * One conversation, step by step: open, then for each step send, wait, match and choose the next, then close. Each action is a
 * separate function; this file defines their order.
 */

import { ConversationError, type Exhibit, failureOf } from '@parley/egress';
import {
  asksForReports,
  type ChannelConfiguration,
  type Failure,
  type Interaction,
  isListening,
  isOfTool,
  isOfUsage,
  isUsageCheck,
  type RunEvent,
  readSavedValue,
  replyIn,
  savedValueDoubt,
  type Test,
  type ToolReport,
  type ToolTurn,
  type Turn,
  type Values,
} from '@parley/suite';
import type { Channel } from './channels/channel.ts';
import { type KeepEvidence, kept } from './evidence.ts';
import type { Judge } from './judge/judge.ts';
import { asksJudge, type Judged, judgeMeaning } from './judge/judge-meaning.ts';
import { judgeStep, type StepEnd, toolTurnOf, withRemark } from './judge-step.ts';
import { asksForAccessibility, judgeWidget } from './judge-widget.ts';
import { measuredStep } from './measured-step.ts';
import { openAndGreet } from './open-and-greet.ts';
import { type ConversationSetup, type OpenConversation, sentFor } from './open-conversation.ts';
import { pricedTurn } from './priced-turn.ts';
import { askSystem, sentLine } from './requests/run-check.ts';
import { withSavedAnswer } from './requests/save-answer.ts';
import type { StopSignal } from './run-stop.ts';
import { withSaved } from './save-values.ts';
import { sayAndHear } from './say-and-hear.ts';
import { asksForSound, judgeSounds, type LoadRecording } from './sound/judge-sounds.ts';
import type { ConversationSpans, LateSpans } from './spans/conversation-spans.ts';
import { isOpenWithLate, type JudgedStep } from './spans/late-calls.ts';
import type { SpanAllowance } from './spans/show-spans.ts';
import { settingsOfStep } from './step-settings.ts';
import { type ConversationEnd, type PlayedStep, type Script, walkSteps } from './walk-steps.ts';
import { wordsOf } from './words-of.ts';

/** Everything that one conversation needs. */
export interface Conversation extends Script {
  /** Index of its test in the plan. */
  index: number;
  attempt: number;
  channel: ChannelConfiguration;
  setup: ConversationSetup;
  stop: StopSignal;
  keepEvidence: KeepEvidence | undefined;
  judge: Judge | undefined;
  loadRecording: LoadRecording | undefined;
  /** Spans that show which tools ran; undefined if the suite names no sources or no spans are received. */
  spans: ConversationSpans | undefined;
  /** True if the gate of the suite needs the spans of each turn, whatever the test checks. */
  awaitsSpans: boolean;
  spanAllowance: SpanAllowance;
  /** Names of values that are used as credentials. */
  credentials: ReadonlySet<string>;
  /** Receives values that a step saved. */
  onSaved(saved: Values): void;
  /** Hides a value in later events of the test. */
  hide(secret: string): void;
  emit(event: RunEvent): void | Promise<void>;
  now(): number;
}

/** Runs the conversation of a test. Throws only when the run is stopped or an event cannot be stored. */
export async function runConversation(conversation: Conversation): Promise<ConversationEnd> {
  const { stop } = conversation;
  const opened = await open(conversation);
  if (opened.channel === undefined) return opened;
  const { channel } = opened;
  const forget = stop.whenStopped(() => channel.close());
  try {
    stop.throwIfStopped();
    const tools: ToolTurn[] = [];
    const steps: JudgedStep[] = [];
    const end = await walkSteps(conversation, async (interaction, step) => {
      const played = await playStep({ ...opened, tools }, interaction, step, conversation);
      steps.push({ end: played, turns: [...tools] });
      return played;
    });
    const late = lateFailure(
      await conversation.spans?.late({
        isAboutTokens: conversation.awaitsSpans || checksTokens(conversation.test),
      }),
    );
    const isNeeded = conversation.awaitsSpans && end.outcome === 'passed';
    if (late && (isNeeded || isOpenWithLate(end, steps, late)))
      return { outcome: 'undecided', failure: late };
    // An edited suite could later pass the stored steps, although these calls are still missing from them.
    if (late && end.failure) end.failure = withRemark(end.failure, late);
    if (end.outcome === 'passed' || !channel.record) return end;
    return await withEvidence(end, await channel.record(), conversation);
  } finally {
    forget();
    channel.close();
    conversation.spans?.close();
  }
}

const checksTokens = ({ interactions }: Test): boolean =>
  interactions.some(
    ({ assertions, branches, metrics = {} }) =>
      Object.values(metrics).some(isOfUsage) ||
      [...assertions, ...branches.flatMap(({ when }) => when ?? [])].some(({ tools }) =>
        isUsageCheck(tools),
      ),
  );

export const lateSpans = 'late-spans';

/** @returns the failure for calls that became known only after their turn was judged */
function lateFailure({ names, doubt }: LateSpans = { names: [] }): Failure | undefined {
  if (names.length === 0 && doubt === undefined) return undefined;
  if (names.length === 0)
    return {
      class: 'unsure',
      code: lateSpans,
      message: `Spans that came after their turn was judged make its evidence uncertain: ${doubt}`,
    };
  const called = [...new Set(names)].slice(0, 10).join(', ').slice(0, 500);
  return {
    class: 'unsure',
    code: lateSpans,
    message: `Spans of calls came after their turn was judged: ${called}.`,
    hint: 'Raise "settle" under evidence, or have the agent export its spans more often (OTEL_BSP_SCHEDULE_DELAY).',
  };
}

/** An open conversation and the tool reports of its turns so far. */
type Talking = OpenConversation & { tools: ToolTurn[] };

type Opened = OpenConversation | (ConversationEnd & { channel?: undefined });

async function open(conversation: Conversation): Promise<Opened> {
  const { channel, setup, stop } = conversation;
  try {
    return await openAndGreet(channel, setup, conversation);
  } catch (error) {
    stop.throwIfStopped();
    const exhibits = error instanceof ConversationError ? [...error.exhibits] : [];
    exhibits.push(...(setup.traffic?.exhibits() ?? []));
    const end = { outcome: 'error', failure: failureOf(error) } as const;
    return withEvidence(end, exhibits, conversation);
  }
}

async function withEvidence<End extends object>(
  end: End,
  exhibits: Exhibit[],
  { keepEvidence }: Conversation,
) {
  return { ...end, ...(await kept(exhibits, keepEvidence)) };
}

async function playStep(
  opened: Talking,
  interaction: Interaction,
  step: number,
  conversation: Conversation,
): Promise<PlayedStep> {
  const { index: test, attempt, emit, now, stop } = conversation;
  const { channel } = opened;
  const { input } = interaction;
  const sent =
    input.kind === 'check'
      ? sentLine(input.request, conversation.setup)
      : sentFor(opened, wordsOf(input));
  await emit({ type: 'step.started', at: now(), test, attempt, step, sent });
  if (input.kind === 'check') {
    const settings = settingsOfStep(conversation.settings, interaction);
    const asked = await askSystem(input.request, interaction.assertions, settings, {
      ...conversation.setup,
      stop,
    });
    const measured = measuredStep(asked.end, interaction);
    const { keeps, lacks, ...end } = withSavedAnswer(
      measured,
      interaction,
      asked.answer,
      conversation,
    );
    if (keeps) conversation.onSaved(keeps);
    await emit({ type: 'step.finished', at: now(), test, attempt, step, ...end });
    return { ...end, keeps, lacks };
  }
  let end = await remarked(channel, await talk(opened, interaction, conversation));
  if (end.outcome !== 'passed' || channel.witness) {
    end = await withEvidence(end, await exhibitsOf(channel, end, conversation), conversation);
  }
  end = measuredStep(await withSpanList(end, conversation), interaction);
  stop.throwIfStopped();
  const { keeps, lacks, ...told } = withSaved(end, interaction, conversation);
  if (keeps) conversation.onSaved(keeps);
  await emit({ type: 'step.finished', at: now(), test, attempt, step, ...told });
  return { ...told, keeps, lacks };
}

async function remarked(channel: Channel, end: StepEnd): Promise<StepEnd> {
  const { failure } = end;
  if (!failure) return end;
  const remark = failure.remark ?? (end.outcome === 'error' ? undefined : await channel.remark?.());
  return { ...end, failure: withRemark(failure, remark) };
}

/** @returns the evidence of the step, with its network traffic if it did not pass */
async function exhibitsOf(
  { witness }: Channel,
  { outcome }: StepEnd,
  { setup: { traffic } }: Conversation,
): Promise<Exhibit[]> {
  const seen = witness ? await witness() : [];
  return outcome === 'passed' || !traffic ? seen : [...seen, ...traffic.exhibits()];
}

/** Stores the spans of the turn. Records them as lost if the run's allowance is used up. */
async function withSpanList(
  end: StepEnd,
  { spans, keepEvidence, spanAllowance }: Conversation,
): Promise<StepEnd> {
  const list = keepEvidence && spans?.show();
  if (!list) return end;
  const bytes = Buffer.from(JSON.stringify(list));
  const { evidence = [], lostEvidence = [] } = spanAllowance.take(bytes.length)
    ? await kept([{ kind: 'spans', bytes }], keepEvidence)
    : { lostEvidence: [{ kind: 'spans' as const, reason: 'too-large' as const }] };
  const all = [...(end.evidence ?? []), ...evidence];
  const lost = [...(end.lostEvidence ?? []), ...lostEvidence];
  return {
    ...end,
    ...(all.length > 0 && { evidence: all }),
    ...(lost.length > 0 && { lostEvidence: lost }),
  };
}

/** Adds what the spans show about the turn. Waits for them if a check may need them. */
async function withSpans(
  turn: Turn | undefined,
  interaction: Interaction,
  { spans, test, awaitsSpans, settings }: Conversation,
): Promise<Turn | undefined> {
  const isIdle = isListening(interaction.input);
  if (!spans && turn?.tools && settings.sources)
    return { ...turn, tools: withoutSpans(turn.tools) };
  if (!spans || (isIdle && !turn)) return turn;
  const isAsked =
    awaitsSpans ||
    interaction.assertions.some(({ tools }) => tools) ||
    Object.values(interaction.save ?? {}).some(isOfTool) ||
    Object.values(interaction.metrics ?? {}).some(asksForReports) ||
    test.interactions.some(({ assertions }) =>
      assertions.some(({ tools }) => tools?.isConversation),
    );
  const isSpoken =
    !isIdle && interaction.input.kind !== 'open' && interaction.input.kind !== 'dial';
  const saved = savedInTurn(interaction, turn);
  const tools = await spans.addTo(turn?.tools, { isIdle, isAsked, isSpoken, saved });
  return turn ? { ...turn, tools } : { events: [], tools };
}

/** @returns the values that a step saves from its reply, since spans of the same turn can have them */
function savedInTurn({ save = {} }: Interaction, turn: Turn | undefined): Values {
  const saved: Record<string, string> = {};
  for (const [name, source] of Object.entries(save)) {
    if (isOfTool(source) || savedValueDoubt(source, turn) !== undefined) continue;
    const value = readSavedValue(source, turn);
    if (value !== undefined) saved[name] = value;
  }
  return saved;
}

async function prepareInterjection(
  { interject }: Channel,
  { interjection }: Interaction,
): Promise<void> {
  if (!interjection) return;
  if (!interject) throw cannotInterrupt();
  await interject(interjection);
}

const cannotInterrupt = () =>
  new ConversationError({
    class: 'configuration',
    code: 'unsupported-input',
    message: 'The bot of this suite cannot be interrupted: it is addressed in turn.',
    hint: 'Interrupt a phone line.',
  });

/** Adds what was measured on the call. In a turn without a reply, too: silence has a duration. */
async function withVoice(
  turn: Turn | undefined,
  { voice }: Channel,
  { assertions }: Interaction,
): Promise<Turn | undefined> {
  const asked = assertions.flatMap(({ voice: check }) =>
    check?.kind === 'line' ? [check.class] : [],
  );
  const facts = await voice?.(asked);
  if (!facts) return turn;
  return turn ? { ...turn, voice: facts } : { events: [], voice: facts };
}

/** Marks the reply's report as incomplete, because the suite names services that report the rest. */
function withoutSpans(report: ToolReport): ToolReport {
  const { gaps = [], tokens } = report;
  return {
    ...report,
    gaps: [...gaps, noSpans],
    ...(tokens && { tokens: { ...tokens, gaps: [...(tokens.gaps ?? []), noSpans] } }),
  };
}

const noSpans = 'The suite lists sources of spans under evidence, and this run received none.';

/** Finds verdicts that the matcher cannot: by a judge, the sound of the reply or the accessibility of the widget. */
async function judgedOutside(
  { channel }: OpenConversation,
  interaction: Interaction,
  turn: Turn | undefined,
  { settings: ofSuite, judge, loadRecording: load }: Conversation,
): Promise<Judged | undefined> {
  const settings = settingsOfStep(ofSuite, interaction);
  const meant = asksJudge(interaction)
    ? await judgeMeaning(interaction, turn, settings, judge)
    : undefined;
  if (asksForAccessibility(interaction, settings)) {
    const accessible = await judgeWidget(interaction, turn, channel);
    return new Map([...(meant ?? []), ...accessible]);
  }
  if (!asksForSound(interaction)) return meant;
  const sound = channel.sound?.();
  const sounds = await judgeSounds(interaction, turn, settings, { sound, load });
  return new Map([...(meant ?? []), ...sounds]);
}

async function talk(
  opened: Talking,
  interaction: Interaction,
  conversation: Conversation,
): Promise<StepEnd> {
  const settings = settingsOfStep(conversation.settings, interaction);
  const earlier = [...opened.tools];
  let turn: Turn | undefined;
  conversation.spans?.beginTurn();
  try {
    await prepareInterjection(opened.channel, interaction);
    turn = await sayAndHear(opened, interaction.input, settings);
    turn = await withSpans(turn, interaction, conversation);
    turn = turn && pricedTurn(turn, settings.prices);
    opened.tools.push(toolTurnOf(interaction, turn, settings));
    turn = await withVoice(turn, opened.channel, interaction);
    const judged = await judgedOutside(opened, interaction, turn, conversation);
    return await judgeStep(interaction, turn, settings, judged, earlier);
  } catch (error) {
    const failure = failureOf(error);
    const reply = replyIn(turn);
    return { outcome: 'error', verdicts: [], failure, ...(reply && { reply }) };
  }
}
