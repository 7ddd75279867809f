import { ConversationError } from '@parley/egress';
import type { Input, Reply, Turn } from '@parley/suite';
import type { Channel } from './channels/channel.ts';
import { hearTurn, hearUntil } from './hear-turn.ts';
import { waitMsFor } from './reply-window.ts';

/** Says what a step says and hears what comes of it; undefined when nothing does. */
export async function sayAndHear(
  channel: Channel,
  input: Input,
  { replyTimeoutMs }: { replyTimeoutMs: number },
): Promise<Turn | undefined> {
  if (!channel.abilities.inputs.includes(input.kind)) throw unsupported(input);
  const waiting = isSaid(input) ? channel.ready?.() : undefined;
  if (waiting) await waiting;
  const reply = await sayAndListen(channel, input, replyTimeoutMs);
  if (reply) return reply;
  const why = channel.whySilent?.();
  if (why) throw why;
  return channel.takeEvents?.();
}

const isSaid = ({ kind }: Input) => kind !== 'pause' && kind !== 'silence';

async function sayAndListen(
  channel: Channel,
  input: Input,
  replyTimeoutMs: number,
): Promise<Reply | undefined> {
  const now = performance.now();
  if (input.kind === 'pause') return hearUntil(channel, now, now + input.seconds * 1000);
  if (input.kind === 'silence') return hearTurn(channel, now, deadlineAfter(now, replyTimeoutMs));
  await channel.send(input, deadlineAfter(now, replyTimeoutMs));
  return hearAnswer(channel, now, replyTimeoutMs);
}

/** Plays somebody's own voice on the line and hears what it answers; undefined when that is nothing. */
export async function playAndHear(
  channel: Channel,
  samples: Int16Array,
  { replyTimeoutMs }: { replyTimeoutMs: number },
): Promise<Reply | undefined> {
  if (!channel.play) throw noVoice();
  await channel.play(samples);
  return hearAnswer(channel, performance.now(), replyTimeoutMs);
}

/**
 * Waits for the reply. Its time starts when the message is complete, because a listener cannot reply
 * before.
 */
function hearAnswer(
  channel: Channel,
  now: number,
  replyTimeoutMs: number,
): Promise<Reply | undefined> {
  const sentAt = channel.sentAt?.() ?? now;
  return hearTurn(channel, sentAt, deadlineAfter(Math.max(sentAt, now), replyTimeoutMs));
}

const deadlineAfter = (sentAt: number, replyTimeoutMs: number) =>
  sentAt + waitMsFor(replyTimeoutMs);

/** What an input puts on the line, for the record. */
export function wordsOf(input: Input): string {
  if (input.kind === 'text') return input.text;
  return input.kind === 'dtmf' ? input.digits : '';
}

const descriptions: Record<Input['kind'], string> = {
  text: 'text',
  open: 'a greeting before the first message',
  dial: 'dialling',
  dtmf: 'telephone keys',
  pause: 'pauses',
  silence: 'silence: its bot only speaks when it is spoken to',
};

const noVoice = () =>
  new ConversationError({
    class: 'configuration',
    code: 'unsupported-input',
    message: "The channel of this bot can't carry a voice.",
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
