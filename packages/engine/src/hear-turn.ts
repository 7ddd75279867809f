import { ConversationError, failureOf } from '@parley/egress';
import type { Reply } from '@parley/suite';
import type { BotMessage, Channel, Heard } from './channels/channel.ts';
import { heardSize } from './channels/heard-size.ts';
import { tooManyMessages } from './channels/read-messages.ts';
import { limits } from './limits.ts';

/**
 * Everything that the bot says in one turn, as one reply: until it was quiet for as long as the
 * channel asks. Undefined when it said nothing until the deadline. `sentAt` is when it was spoken to.
 */
export async function hearTurn(
  channel: Channel,
  sentAt: number,
  deadline: number,
): Promise<Reply | undefined> {
  const turn = createTurn();
  const first = await channel.next(deadline);
  if (!first) return undefined;
  turn.add(first);
  if (channel.abilities.quietMs > 0) await hearRest(channel, turn, deadline);
  return toReply(turn.heard, sentAt, channel);
}

async function hearRest(channel: Channel, turn: Turn, deadline: number): Promise<void> {
  while (turn.hasRoom()) {
    const quietAt = Math.min(deadline, performance.now() + channel.abilities.quietMs);
    const more = await channel.next(quietAt).catch(endOfTurn);
    if (!more) break;
    turn.add(more);
  }
}

/** Everything that is said until a moment, however long the pauses in it. */
export async function hearUntil(
  channel: Channel,
  since: number,
  until: number,
): Promise<Reply | undefined> {
  const turn = createTurn();
  while (turn.hasRoom()) {
    const more = await channel.next(until, true).catch((error) => {
      if (turn.heard.length === 0) throw error;
      return endOfTurn(error);
    });
    if (!more) break;
    turn.add(more);
  }
  return turn.heard.length > 0 ? toReply(turn.heard, since, channel) : undefined;
}

type Turn = ReturnType<typeof createTurn>;

function createTurn() {
  const heard: Heard[] = [];
  let count = 0;
  let length = 0;
  return {
    heard,
    add(part: Heard) {
      heard.push(part);
      count += part.messages.length;
      length += heardSize(part);
      if (length > limits.turnLengthMax) throw turnTooLong();
    },
    /** Messages beyond it belong to the next turn. */
    hasRoom: () => count < limits.messagesPerTurnMax,
  };
}

/** More was said than could be heard, or may have been. */
const unheardCodes = new Set([
  'answer-too-large',
  'bot-failed',
  'flood',
  'malformed-answer',
  'speech-failed',
  'speech-missing',
  'too-many-messages',
  'unavailable',
]);

/** A bot that says goodbye and hangs up has answered; whoever speaks next will notice. */
function endOfTurn(error: unknown): undefined {
  const { class: className, code } = failureOf(error);
  if (className === 'internal' || unheardCodes.has(code)) throw error;
}

/** Nothing is left out instead, as with too many messages. */
const turnTooLong = () =>
  new ConversationError({
    class: 'network',
    code: 'answer-too-large',
    message: 'The bot says more in one turn than Parley takes (4 MiB, texts and answers together).',
  });

function toReply(heard: Heard[], sentAt: number, channel: Channel): Reply {
  if (heard.some((part) => part.messages.length > limits.messagesPerTurnMax)) {
    throw tooManyMessages(limits.messagesPerTurnMax);
  }
  const [first] = heard;
  if (first?.unread && heard.every(({ unread }) => unread)) throw first.unread();
  const messages = heard.flatMap((part) => part.messages);
  const texts = messages.map((message) => message.text);
  const busyMs = channel.waitedMs?.(sentAt);
  const heldMs = channel.heldMs?.(sentAt) ?? 0;
  const reply: Reply = {
    text: texts.join('\n'),
    messages: texts,
    buttons: messages.flatMap((message: BotMessage) => message.buttons),
    attachments: messages.flatMap((message: BotMessage) => message.attachments),
    latencyMs: first ? Math.max(0, Math.round(first.at - sentAt - heldMs)) : 0,
    ...(busyMs !== undefined && { waitedMs: busyMs }),
    ...(first?.heldMs && { heldMs: Math.round(first.heldMs) }),
    payload: heard.length === 1 && first ? first.payload : heard.map((part) => part.payload),
    ...((heard.length > 1 || first?.isSeveral) && { isSeveral: true }),
  };
  const early = heard.flatMap((part) => part.early ?? []);
  if (early.length > 0) reply.early = early;
  const events = channel.takeEvents?.();
  if (events) Object.assign(reply, events);
  return heard.some(isRecognized) ? { ...reply, ...certaintyOf(heard) } : reply;
}

/** What was spoken is not read but recognized. */
const isRecognized = ({ confidence, isUnsure, remark }: Heard): boolean =>
  confidence !== undefined || isUnsure === true || remark !== undefined;

/** A text is as sure as its most uncertain part. */
function certaintyOf(
  heard: Heard[],
): Pick<Reply, 'confidence' | 'isUnsure' | 'sureText' | 'remark'> {
  const confidences = heard.flatMap(({ confidence }) => confidence ?? []);
  const remark = heard.findLast((part) => part.remark)?.remark;
  return {
    ...(confidences.length > 0 && { confidence: Math.min(...confidences) }),
    ...(heard.some(({ isUnsure }) => isUnsure) && { isUnsure: true, ...sureTextOf(heard) }),
    ...(remark && { remark }),
  };
}

function sureTextOf(heard: Heard[]): Pick<Reply, 'sureText'> {
  const texts = heard.flatMap(({ isUnsure, sureText, messages }) =>
    isUnsure ? [sureText] : messages.map(({ text }) => text),
  );
  return texts.includes(undefined) ? {} : { sureText: texts.join('\n') };
}
