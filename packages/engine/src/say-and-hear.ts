import { ConversationError } from '@parley/egress';
import type { Input, Reply, Turn } from '@parley/suite';
import type { Utterance } from './channels/channel.ts';
import type { OpenConversation } from './open-conversation.ts';
import { waitMsFor } from './reply-window.ts';
import { type FoldedTurn, replyOf, silenceOf } from './turn/fold-turn.ts';
import { listen, type TurnTiming } from './turn/listen.ts';

interface HearingSettings {
  replyTimeoutMs: number;
}

interface HearingOptions {
  /** True if the caller has already waited for the request rate of the host. */
  isReady?: boolean;
  /** See `listen`. */
  timing?: TurnTiming;
}

/** Sends the message of a step and waits for the reply. Returns the silence, or undefined, if there is none. */
export async function sayAndHear(
  conversation: OpenConversation,
  input: Input,
  { replyTimeoutMs }: HearingSettings,
  { isReady = false, timing }: HearingOptions = {},
): Promise<Turn | undefined> {
  const { channel } = conversation;
  if (input.kind === 'check' || input.kind === 'use') throw unsupported(input);
  if (!channel.abilities.inputs.includes(input.kind)) throw unsupported(input);
  const now = performance.now();
  if (input.kind === 'pause') {
    const until = now + input.seconds * 1000;
    const turn = await listen(conversation, { spokenAt: now, until, isPause: true, timing });
    return takeTurn(conversation, turn);
  }
  if (input.kind === 'silence') {
    const until = deadlineAfter(now, replyTimeoutMs);
    const turn = await listen(conversation, { spokenAt: now, until, timing });
    return takeTurn(conversation, turn);
  }
  const waiting = isReady ? undefined : channel.ready?.();
  if (waiting) await waiting;
  const spokenAt = performance.now();
  await utter(conversation, input, deadlineAfter(spokenAt, replyTimeoutMs));
  const turn = await hearAnswer(conversation, spokenAt, replyTimeoutMs, timing);
  return takeTurn(conversation, turn);
}

function utter(
  { channel, offered }: OpenConversation,
  utterance: Utterance,
  deadline: number,
): Promise<void> {
  if (!offered) return channel.send(utterance, deadline);
  const isText = utterance.kind === 'text';
  const said = isText ? { ...utterance, text: offered.sentFor(utterance.text) } : utterance;
  offered.utter();
  return channel.send(said, deadline);
}

/** Plays recorded speech on the line and waits for the reply. Returns the silence, or undefined, if there is none. */
export async function playAndHear(
  conversation: OpenConversation,
  samples: Int16Array,
  { replyTimeoutMs }: HearingSettings,
): Promise<Turn | undefined> {
  const { channel } = conversation;
  if (!channel.play) throw noVoice();
  await channel.play(samples);
  const turn = await hearAnswer(conversation, performance.now(), replyTimeoutMs);
  return takeTurn(conversation, turn);
}

/** Returns the replies since the last turn without waiting; undefined if there are none. */
export async function hearUnasked(conversation: OpenConversation): Promise<Reply | undefined> {
  const now = performance.now();
  const turn = await listen(conversation, { spokenAt: now, until: now });
  const reply = replyOf(turn);
  // Events without text belong to the next turn.
  if (reply) endTurn(conversation, turn);
  return reply;
}

/** Waits for the reply. The timeout starts when the message is complete, because a listener cannot reply earlier. */
function hearAnswer(
  conversation: OpenConversation,
  now: number,
  replyTimeoutMs: number,
  timing?: TurnTiming,
): Promise<FoldedTurn> {
  const { timeline } = conversation;
  const at = timeline.sentAt();
  const sentAt = at === undefined ? now : timeline.clock.timeOf(at);
  const until = deadlineAfter(Math.max(sentAt, now), replyTimeoutMs);
  return listen(conversation, { spokenAt: sentAt, until, timing });
}

/**
 * Ends the turn.
 *
 * @throws the reason why no reply arrived, unless the bot was silent
 */
function takeTurn(conversation: OpenConversation, turn: FoldedTurn): Turn | undefined {
  endTurn(conversation, turn);
  return replyOf(turn) ?? silenceOf(turn);
}

function endTurn({ timeline, offered }: OpenConversation, { messages }: FoldedTurn): void {
  timeline.endTurn();
  offered?.hear(messages);
}

const deadlineAfter = (sentAt: number, replyTimeoutMs: number) =>
  sentAt + waitMsFor(replyTimeoutMs);

const descriptions: Record<Input['kind'], string> = {
  text: 'text',
  open: 'a greeting before the first message',
  dial: 'dialling',
  dtmf: 'telephone keys',
  pause: 'pauses',
  check: 'a check of the system of record',
  use: 'a block outside of a test',
  silence: 'silence: its bot only speaks when it is spoken to',
};

const noVoice = () =>
  new ConversationError({
    class: 'configuration',
    code: 'unsupported-input',
    message: "The channel of this bot can't transmit speech.",
    hint: 'Type what you want to say.',
  });

function unsupported(input: Input): ConversationError {
  return new ConversationError({
    class: 'configuration',
    code: 'unsupported-input',
    message: `The channel of this suite can't carry ${descriptions[input.kind]}.`,
    hint: 'Change the step or the channel of the suite.',
  });
}
