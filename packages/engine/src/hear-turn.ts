import type { Reply } from '@parley/suite';
import type { BotMessage, Channel, Heard } from './channels/channel.ts';
import { tooManyMessages } from './channels/read-messages.ts';
import { failureOf } from './failure.ts';
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
  const first = await channel.next(deadline);
  if (!first) return undefined;
  const heard = channel.abilities.quietMs > 0 ? await hearRest(channel, first, deadline) : [first];
  return toReply(heard, sentAt);
}

async function hearRest(channel: Channel, first: Heard, deadline: number): Promise<Heard[]> {
  const heard = [first];
  while (hasRoom(heard)) {
    const quietAt = Math.min(deadline, performance.now() + channel.abilities.quietMs);
    const more = await channel.next(quietAt).catch(endOfTurn);
    if (!more) break;
    heard.push(more);
  }
  return heard;
}

/** Everything that is said until a moment, however long the pauses in it. */
export async function hearUntil(
  channel: Channel,
  since: number,
  until: number,
): Promise<Reply | undefined> {
  const heard: Heard[] = [];
  while (hasRoom(heard)) {
    const more = await channel.next(until, true).catch((error) => {
      if (heard.length === 0) throw error;
      return endOfTurn(error);
    });
    if (!more) break;
    heard.push(more);
  }
  return heard.length > 0 ? toReply(heard, since) : undefined;
}

/** More was said than could be heard. */
const unheardCodes = new Set([
  'answer-too-large',
  'flood',
  'malformed-answer',
  'speech-failed',
  'speech-missing',
  'too-many-messages',
]);

/** A bot that says goodbye and hangs up has answered; whoever speaks next will notice. */
function endOfTurn(error: unknown): undefined {
  const { class: className, code } = failureOf(error);
  if (className === 'internal' || unheardCodes.has(code)) throw error;
}

/** What is said beyond it belongs to the next turn. */
const hasRoom = (heard: Heard[]): boolean =>
  heard.reduce((count, { messages }) => count + messages.length, 0) < limits.messagesPerTurnMax;

function toReply(heard: Heard[], sentAt: number): Reply {
  if (heard.some((part) => part.messages.length > limits.messagesPerTurnMax)) {
    throw tooManyMessages(limits.messagesPerTurnMax);
  }
  const messages = heard.flatMap((part) => part.messages);
  const texts = messages.map((message) => message.text);
  const [first] = heard;
  const reply: Reply = {
    text: texts.join('\n'),
    messages: texts,
    buttons: messages.flatMap((message: BotMessage) => message.buttons),
    attachments: messages.flatMap((message: BotMessage) => message.attachments),
    latencyMs: first ? Math.max(0, Math.round(first.at - sentAt)) : 0,
    payload: heard.length === 1 && first ? first.payload : heard.map((part) => part.payload),
  };
  return heard.some(isRecognized) ? { ...reply, ...certaintyOf(heard) } : reply;
}

/** What was spoken is not read but recognized. */
const isRecognized = ({ confidence, isUnsure, remark }: Heard): boolean =>
  confidence !== undefined || isUnsure === true || remark !== undefined;

/** A text is as sure as its most uncertain part. */
function certaintyOf(heard: Heard[]): Pick<Reply, 'confidence' | 'isUnsure' | 'remark'> {
  const confidences = heard.flatMap(({ confidence }) => confidence ?? []);
  const remark = heard.findLast((part) => part.remark)?.remark;
  return {
    ...(confidences.length > 0 && { confidence: Math.min(...confidences) }),
    ...(heard.some(({ isUnsure }) => isUnsure) && { isUnsure: true }),
    ...(remark && { remark }),
  };
}
