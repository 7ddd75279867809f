/**
 * One conversation of a load test. It works as in a run, but without events: each turn has an intended start, from which its
 * latency counts. Delays of the tester itself are therefore included in the figures.
 */

import { ConversationError, failureOf } from '@parley/egress';
import {
  type ChannelConfiguration,
  expectsSilence,
  type FailedConversation,
  type Failure,
  type Input,
  type Interaction,
  type Test,
  type Values,
} from '@parley/suite';
import type { Mask } from '../channels/mask.ts';
import { judgeStep, type StepEnd } from '../judge-step.ts';
import { withoutParts } from '../mask-event.ts';
import { openAndGreet } from '../open-and-greet.ts';
import type { ConversationSetup, OpenConversation } from '../open-conversation.ts';
import type { BeforeAll } from '../requests/before-all.ts';
import type { RunStop } from '../run-stop.ts';
import { sayAndHear } from '../say-and-hear.ts';
import { type StepSettings, settingsOfStep } from '../step-settings.ts';
import type { TurnTiming } from '../turn/listen.ts';
import { type Script, walkSteps } from '../walk-steps.ts';
import { wordsOf } from '../words-of.ts';
import type { LoadRecorder } from './load-recorder.ts';
import type { Sleepers } from './sleepers.ts';

/** Maximum turns that are kept of a failed conversation. */
const turnsKept = 30;
const textKept = 500;

export interface LoadConversation {
  script: Script;
  channel: ChannelConfiguration;
  setup: ConversationSetup;
  /** Index of the test's first step among the steps of all tests. */
  firstStep: number;
  /** Hides secrets and credentials in what is kept of a failed conversation. */
  mask: Mask;
  /** Intended start, in the time of `performance.now()`. */
  dueAt: number;
  thinkTimeMs: number;
  recorder: LoadRecorder;
  sleepers: Sleepers;
  stop: RunStop;
  /** True if the suite has requests before or after each test, which a load test does not send. */
  needsRequests: boolean;
  /** Sends the requests before all tests; undefined if the suite has none. */
  beforeAll: BeforeAll | undefined;
  /** Fills in the test with the values that these requests saved. */
  refill(saved: Values): Test;
  /** @returns true once the load test has ended; no new turns start then */
  isOver(): boolean;
  /** Returns the current second of the load test, starting at 0. */
  second(): number;
}

/** Thrown to abandon a conversation when the load test has ended. */
const left = new Error('The load test has already ended.');

/** Runs the conversation and records its result. Never throws. */
export async function holdConversation(conversation: LoadConversation): Promise<void> {
  const { recorder, stop } = conversation;
  let { script } = conversation;
  const turns: FailedConversation['turns'] = [];
  recorder.conversationStarted();
  let opened: OpenConversation | undefined;
  let forget = () => {};
  try {
    const opening = conversation.dueAt;
    const lateMs = Math.max(0, performance.now() - opening);
    recorder.lag(lateMs);
    if (conversation.needsRequests) throw withoutRequests();
    const shared = await obtainShared(conversation);
    if (shared) script = { ...script, test: conversation.refill(shared) };
    const { values } = conversation.setup;
    const setup = { ...conversation.setup, values: { ...values, ...shared } };
    opened = await openAndGreet(conversation.channel, setup, script);
    const conversing = opened;
    forget = stop.whenStopped(() => conversing.channel.close());
    stop.throwIfStopped();
    // A delayed start counts toward the turn, but opening the conversation does not.
    let dueAt = performance.now() - lateMs;
    let isFirst = true;
    const end = await walkSteps(script, async (interaction, step) => {
      if (!isFirst) {
        dueAt = performance.now() + conversation.thinkTimeMs;
        await conversation.sleepers.sleepUntil(dueAt);
      }
      isFirst = false;
      // Waits for the host's request rate do not count as the bot's time.
      const heldFrom = performance.now();
      await conversing.channel.ready?.();
      dueAt += performance.now() - heldFrom;
      if (conversation.isOver()) throw left;
      const heard = await playTurn(conversing, interaction, step, dueAt, conversation);
      if (turns.length < turnsKept) turns.push(turnOf(interaction.input, heard));
      return heard.end;
    });
    if (end.outcome === 'passed') recorder.passed();
    else recorder.failed(evidence(conversation, end.failure ?? unexplained, turns));
  } catch (error) {
    if (error === left || stop.isStopped()) recorder.unfinished();
    else recorder.failed(evidence(conversation, failureOf(error), turns));
  } finally {
    forget();
    opened?.channel.close();
  }
}

interface HeardTurn {
  end: StepEnd;
  latencyMs: number | undefined;
}

async function playTurn(
  opened: OpenConversation,
  interaction: Interaction,
  step: number,
  dueAt: number,
  { script, firstStep, mask, recorder, stop }: LoadConversation,
): Promise<HeardTurn> {
  const settings = settingsOfStep(script.settings, interaction);
  const timing: TurnTiming = {};
  const lagMs = performance.now() - dueAt;
  recorder.lag(lagMs);
  const end = withoutParts(mask, await talk(opened, interaction, settings, timing));
  if (stop.reason()?.kind === 'overdue') {
    const waitedMs = waitedUntilEnd(interaction, timing.firstAt, dueAt);
    if (waitedMs !== undefined) recorder.turn(firstStep + step, waitedMs, false);
  }
  stop.throwIfStopped();
  const latencyMs = latencyOf(interaction.input, end, timing.firstAt, dueAt);
  recorder.turn(firstStep + step, latencyMs, end.outcome !== 'passed');
  return { end, latencyMs };
}

async function talk(
  opened: OpenConversation,
  interaction: Interaction,
  settings: StepSettings,
  timing: TurnTiming,
): Promise<StepEnd> {
  try {
    const turn = await sayAndHear(opened, interaction.input, settings, {
      isReady: true,
      timing,
    });
    return await judgeStep(interaction, turn, settings);
  } catch (error) {
    return { outcome: 'error', verdicts: [], failure: failureOf(error) };
  }
}

/**
 * Returns the wait of a turn that the end of the load test cuts off. If it were ignored, a bot that hangs until the end would
 * keep its earlier figures. Pauses and expected silence do not count.
 */
function waitedUntilEnd(
  { input, assertions }: Interaction,
  heardAt: number | undefined,
  dueAt: number,
): number | undefined {
  if (input.kind === 'pause') return undefined;
  if (heardAt === undefined && assertions.some(expectsSilence)) return undefined;
  return (heardAt ?? performance.now()) - dueAt;
}

/**
 * Returns the latency of a turn. A pause is the tester's time, so it has none. If the bot never answers, the whole wait counts.
 */
function latencyOf(
  input: Input,
  { failure, outcome }: StepEnd,
  heardAt: number | undefined,
  dueAt: number,
): number | undefined {
  if (input.kind === 'pause') return undefined;
  if (heardAt !== undefined) return outcome === 'error' ? undefined : heardAt - dueAt;
  return failure?.class === 'silent' ? performance.now() - dueAt : undefined;
}

function turnOf(input: Input, { end, latencyMs }: HeardTurn): FailedConversation['turns'][number] {
  return {
    sent: wordsOf(input).slice(0, textKept),
    reply: end.reply?.text.slice(0, textKept) ?? null,
    latencyMs: latencyMs === undefined ? null : Math.round(latencyMs),
  };
}

function evidence(
  { script, second, mask }: LoadConversation,
  failure: Failure,
  turns: FailedConversation['turns'],
): FailedConversation {
  // A bot's own error message can be as long as an answer.
  const message = failure.message.slice(0, textKept);
  const told = {
    test: script.test.name,
    second: second(),
    failure: { ...failure, message },
    turns,
  };
  return mask.inData(told);
}

/**
 * @returns the values that the requests before all tests saved; undefined if the suite has none
 * @throws ConversationError if they failed, which is an error of the set-up and not of the bot
 */
async function obtainShared({ beforeAll, mask }: LoadConversation): Promise<Values | undefined> {
  const shared = await beforeAll?.obtain();
  if (!shared) return undefined;
  for (const secret of shared.secrets) mask.hide(secret);
  if (shared.failure) throw new ConversationError(shared.failure);
  return shared.saved;
}

const withoutRequests = () =>
  new ConversationError({
    class: 'configuration',
    code: 'requests-in-load',
    message: 'A load test does not send the requests before and after each test.',
    hint: 'Run the load test on a suite without "before each" and "after each".',
  });

const unexplained: Failure = {
  class: 'internal',
  code: 'unexpected',
  message: 'The conversation failed for an unknown reason.',
};
