/**
 * Folds observations into a turn. The same observations give the same turn, regardless of when and in which portions they are
 * folded. Two mistakes would invert a verdict. First, a reply to an earlier utterance must not count for this one: if replies
 * name what they answer, it is late and belongs to no turn. Second, a turn without a message is silence, whatever events
 * arrived: an event is never a reply.
 */

import { ConversationError, failureOf } from '@parley/egress';
import {
  type BotEvent,
  type Failure,
  type Json,
  type Reply,
  type ReplyPaths,
  readTools,
  type Silence,
  type ToolFormatName,
  type ToolPart,
  type ToolReport,
} from '@parley/suite';
import type {
  BotMessage,
  ChannelMessages,
  MessageObservation,
  Observation,
  ToolsObservation,
  WaitObservation,
} from '../channels/channel.ts';
import { tooManyMessages } from '../channels/read-messages.ts';
import { answersMax, holdLikelyText, replyNotFound } from '../channels/reply-paths.ts';
import { limits } from '../limits.ts';

/** The rules for listening to a turn. Timestamps are on the conversation's clock. */
export interface TurnWindow {
  /** Start of listening. */
  from: number;
  until: number;
  /** Start of the latency if no utterance was observed. */
  spokenAt: number;
  /** See `ChannelAbilities`. */
  quietMs: number;
  /** True if all messages before `until` belong to the turn, however long the pauses between them. */
  isPause?: boolean;
  /** See `ChannelAbilities`. */
  repliesNameOthers?: boolean | undefined;
}

/** State from earlier turns. */
export interface EarlierTurns {
  /** Id of the last utterance, if it has one. */
  sentId: string | undefined;
  /** Ids of the utterances before it. */
  earlierIds: ReadonlySet<string>;
  /** True if a text was found before. A turn without one is then silence, and not a mistake in the paths. */
  isProven: boolean;
}

export const noEarlierTurns: EarlierTurns = {
  sentId: undefined,
  earlierIds: new Set(),
  isProven: false,
};

/** A turn, as far as it was observed. */
export interface FoldedTurn {
  window: TurnWindow;
  messages: MessageObservation[];
  /** Number of messages in the observations, and of their characters. */
  count: number;
  size: number;
  /** Messages that answer an earlier utterance. They belong to no turn. */
  late: MessageObservation[];
  events: BotEvent[];
  areEventsCut: boolean;
  /** Data that may report tool calls. `isCut` is true if some of it was not kept or belongs to another turn. */
  tools: { format: ToolFormatName; parts: ToolPart[]; isCut: boolean } | undefined;
  remark: Failure | undefined;
  /** Answers without a text at the paths that the suite names. */
  unread: { paths: ReplyPaths; payloads: Json[] } | undefined;
  /** Moment at which the last utterance had been sent. */
  sentAt: number | undefined;
  waits: Waited[];
  /** Reason why nothing more will arrive. `error` is undefined if that is not an error. */
  end: { error: unknown } | undefined;
  /** Observations that belong to the next turn. */
  rest: Observation[];
  /** State for the next turn. */
  earlier: EarlierTurns;
}

interface Waited {
  wait: WaitObservation;
  /** End of the wait; undefined while it lasts. */
  to: number | undefined;
}

/** Folds observations in the order in which they were made. */
export function foldTurn(
  observations: readonly Observation[],
  window: TurnWindow,
  before: EarlierTurns = noEarlierTurns,
): FoldedTurn {
  const turn: FoldedTurn = {
    window,
    messages: [],
    count: 0,
    size: 0,
    late: [],
    events: [],
    areEventsCut: false,
    tools: undefined,
    remark: undefined,
    unread: undefined,
    sentAt: undefined,
    waits: [],
    end: undefined,
    rest: [],
    earlier: before,
  };
  // A bot may answer before it reports the id under which it accepted the utterance.
  for (const observation of observations) takeUtterance(turn, observation);
  for (const observation of observations) {
    if (observation.kind !== 'message') {
      takeOther(turn, observation);
      continue;
    }
    if (!observation.data.unread && !turn.earlier.isProven)
      turn.earlier = { ...turn.earlier, isProven: true };
    if (isFull(turn)) turn.rest.push(observation);
    else if (isLate(observation.data, turn)) turn.late.push(observation);
    else {
      turn.messages.push(observation);
      turn.count += observation.data.messages.length;
      turn.size += observation.size;
    }
  }
  for (const { wait, to } of turn.waits) if (to === undefined) turn.rest.push(wait);
  return turn;
}

function takeUtterance(turn: FoldedTurn, observation: Observation): void {
  const { sentId, earlierIds } = turn.earlier;
  if (observation.kind === 'accepted')
    turn.earlier = { ...turn.earlier, sentId: observation.data.id };
  if (observation.kind !== 'sent') return;
  turn.sentAt = observation.at;
  const { id } = observation.data;
  if (sentId === undefined && id === undefined) return;
  const isKept = sentId !== undefined && turn.window.repliesNameOthers;
  turn.earlier = {
    ...turn.earlier,
    sentId: id,
    earlierIds: isKept ? new Set(earlierIds).add(sentId) : earlierIds,
  };
}

function takeOther(turn: FoldedTurn, observation: Exclude<Observation, { kind: 'message' }>): void {
  switch (observation.kind) {
    case 'event': {
      const { event, unread } = observation.data;
      turn.events.push(event);
      if (!unread) return;
      turn.unread ??= { paths: unread, payloads: [] };
      if (turn.unread.payloads.length < answersMax) turn.unread.payloads.push(event.data);
      return;
    }
    case 'tools':
      takeTools(turn, observation);
      return;
    case 'cut':
      turn.areEventsCut = true;
      return;
    case 'remark':
      // A remark from before this turn may no longer apply.
      if (observation.at >= turn.window.from) turn.remark = observation.data;
      return;
    case 'wait':
      turn.waits.push({ wait: observation, to: undefined });
      return;
    case 'waited': {
      const waited = turn.waits.find(({ wait }) => wait === observation.data.wait);
      if (waited) waited.to = observation.at;
      return;
    }
    case 'failure':
    case 'end':
      turn.end ??= { error: observation.data.error };
      // The next turn will receive nothing, either.
      if (observation.kind === 'end') turn.rest.push(observation);
      return;
    case 'sent':
    case 'accepted':
      return;
  }
}

/** Assigns data to the turn of the message that contains it. */
function takeTools(turn: FoldedTurn, observation: ToolsObservation): void {
  if (isFull(turn)) {
    turn.rest.push(observation);
    return;
  }
  const { format, part, answers } = observation.data;
  turn.tools ??= { format, parts: [], isCut: false };
  if (part && !isLate({ answers }, turn)) turn.tools.parts.push(part);
  else turn.tools.isCut = true;
}

/** @returns true if further messages belong to the next turn */
const isFull = ({ window, messages, count, size }: FoldedTurn): boolean =>
  window.isPause || window.quietMs > 0
    ? count >= limits.messagesPerTurnMax || size > limits.turnLengthMax
    : messages.length > 0;

function isLate(
  { answers = [] }: { answers?: string[] | undefined },
  { window, earlier }: FoldedTurn,
): boolean {
  const { sentId, earlierIds } = earlier;
  if (answers.length === 0 || (sentId !== undefined && answers.includes(sentId))) return false;
  return window.repliesNameOthers ? answers.some((id) => earlierIds.has(id)) : true;
}

/** Returns when the turn ends if nothing more is observed; undefined if it is already over. */
export function turnUntil(turn: FoldedTurn, now: number): number | undefined {
  const { messages, window } = turn;
  const last = messages.at(-1);
  if (turn.end || isFull(turn)) return undefined;
  if (!last) return window.until + questionsHeldMs(turn, window.from, now);
  const lastAt = Math.max(last.at, window.from);
  const until = window.isPause ? window.until : Math.min(window.until, lastAt + window.quietMs);
  return until + questionsHeldMs(turn, lastAt, now);
}

const questionsHeldMs = (turn: FoldedTurn, since: number, now: number): number =>
  heldMs(turn, 'question', since, now);

/** Delay since a moment because of the host's request rate. */
function heldMs(
  { waits }: FoldedTurn,
  holds: 'utterance' | 'question',
  since: number,
  now: number,
): number {
  let sum = 0;
  for (const { wait, to = now } of waits) {
    if (wait.data.why !== 'pace' || wait.data.holds !== holds) continue;
    sum += Math.max(0, Math.min(to, now) - Math.max(wait.at, since));
  }
  return sum;
}

/** Delay since a moment because the bot was busy. */
function busyMs({ waits }: FoldedTurn, since: number): number {
  let sum = 0;
  for (const { wait, to } of waits)
    if (wait.data.why === 'busy' && to !== undefined)
      sum += Math.max(0, to - Math.max(wait.at, since));
  return sum;
}

/** Start of the bot's reply, minus the time for which the utterance was delayed; undefined without a reply. */
export function firstMessageAt(turn: FoldedTurn): number | undefined {
  const at = turn.messages[0]?.at;
  return at === undefined ? undefined : at - heldMs(turn, 'utterance', spokenAt(turn), at);
}

const spokenAt = ({ sentAt, window }: FoldedTurn): number => sentAt ?? window.spokenAt;

/**
 * Returns the bot's reply in the turn; undefined if there is none.
 * @throws the reason why the reply was not received completely
 */
export function replyOf(turn: FoldedTurn): Reply | undefined {
  const { messages } = turn;
  if (turn.size > limits.turnLengthMax) throw turnTooLong();
  throwUnheard(turn);
  const [first] = messages;
  if (!first) return undefined;
  if (messages.some(({ data }) => data.messages.length > limits.messagesPerTurnMax))
    throw tooManyMessages(limits.messagesPerTurnMax);
  if (first.data.unread && messages.every(({ data }) => data.unread)) throw first.data.unread();
  const said = messages.flatMap(({ data }) => data.messages);
  const texts = said.map(({ text }) => text);
  const sentAt = spokenAt(turn);
  const waitedMs = busyMs(turn, sentAt);
  const answeredAt = firstMessageAt(turn) ?? sentAt;
  const reply: Reply = {
    text: texts.join('\n'),
    messages: texts,
    buttons: said.flatMap((message: BotMessage) => message.buttons),
    attachments: said.flatMap((message: BotMessage) => message.attachments),
    latencyMs: Math.max(0, Math.round(answeredAt - sentAt)),
    ...(waitedMs > 0 && { waitedMs: Math.round(waitedMs) }),
    ...(first.data.heldMs && { heldMs: Math.round(first.data.heldMs) }),
    payload: messages.length === 1 ? first.data.payload : messages.map(({ data }) => data.payload),
    ...((messages.length > 1 || first.data.isSeveral) && { isSeveral: true }),
  };
  const early = messages.flatMap(({ data }) => data.early ?? []);
  if (early.length > 0) reply.early = early;
  if (messages.some(({ data }) => data.isGrowing)) reply.isGrowing = true;
  const silence = evidenceOf(turn);
  if (silence) Object.assign(reply, silence);
  const tools = toolsOf(turn);
  if (tools) reply.tools = tools;
  return messages.some(isRecognized) ? { ...reply, ...certaintyOf(messages) } : reply;
}

/**
 * Returns the events of a turn without a reply; undefined if there are none.
 * @throws ConversationError if the turn is not silent, but the suite's paths missed its text
 */
export function silenceOf(turn: FoldedTurn): Silence | undefined {
  const { unread, earlier } = turn;
  const hasPaths = unread && (unread.paths.list ?? unread.paths.text) !== undefined;
  if (hasPaths && !earlier.isProven && holdLikelyText(unread.payloads))
    throw replyNotFound(unread.paths, unread.payloads);
  const evidence = evidenceOf(turn);
  const tools = toolsOf(turn);
  return tools ? { events: [], ...evidence, tools } : evidence;
}

function toolsOf({ tools }: FoldedTurn): ToolReport | undefined {
  return tools && readTools(tools.format, tools.parts, tools.isCut);
}

function evidenceOf({ events, areEventsCut, remark }: FoldedTurn): Silence | undefined {
  if (events.length === 0 && !areEventsCut && !remark) return undefined;
  return { events, ...(areEventsCut && { areEventsCut: true }), ...(remark && { remark }) };
}

/** Codes of errors after which the bot has said, or may have said, more than was received. */
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

/**
 * Throws the error of a turn, unless the bot answered first and none of its answer can be missing: a bot that says goodbye and
 * hangs up has answered, and the next message will fail.
 */
function throwUnheard(turn: FoldedTurn): void {
  const error = errorOf(turn);
  if (error === undefined) return;
  if (turn.messages.length === 0) throw error;
  const { class: className, code } = failureOf(error);
  if (className === 'internal' || unheardCodes.has(code)) throw error;
}

/** Returns the error of a turn. The silence of a busy bot counts as its error, because it proves nothing. */
function errorOf(turn: FoldedTurn): unknown {
  // Observations after a full turn concern the next one.
  if (isFull(turn)) return undefined;
  if (turn.end) return turn.end.error;
  const busy = turn.waits.find(({ wait, to }) => wait.data.why === 'busy' && to === undefined);
  return busy?.wait.data.failure && new ConversationError(busy.wait.data.failure);
}

/** The error for a turn that is too large. Like a turn with too many messages, it fails instead of being truncated. */
const turnTooLong = () =>
  new ConversationError({
    class: 'network',
    code: 'answer-too-large',
    message:
      'The bot sends more in one turn than Parley accepts (4 MiB, messages and responses together).',
  });

/** @returns true if the text comes from speech recognition */
const isRecognized = ({ data: { confidence, isUnsure, remark } }: MessageObservation): boolean =>
  confidence !== undefined || isUnsure === true || remark !== undefined;

/** Combines the certainty of several messages: a text is only as certain as its least certain part. */
function certaintyOf(
  messages: MessageObservation[],
): Pick<
  Reply,
  'confidence' | 'isUnsure' | 'unsureReason' | 'requiredConfidence' | 'sureText' | 'remark'
> {
  const parts = messages.map(({ data }) => data);
  const confidences = parts.flatMap(({ confidence }) => confidence ?? []);
  const remark = parts.findLast((part) => part.remark)?.remark;
  const unsureReason = parts.find((part) => part.unsureReason)?.unsureReason;
  const required = parts.flatMap(({ requiredConfidence }) => requiredConfidence ?? []);
  return {
    ...(confidences.length > 0 && { confidence: Math.min(...confidences) }),
    ...(required.length > 0 && { requiredConfidence: Math.max(...required) }),
    ...(unsureReason && { unsureReason }),
    ...(parts.some(({ isUnsure }) => isUnsure) && { isUnsure: true, ...sureTextOf(parts) }),
    ...(remark && { remark }),
  };
}

function sureTextOf(parts: ChannelMessages[]): Pick<Reply, 'sureText'> {
  const texts = parts.flatMap(({ isUnsure, sureText, messages }) =>
    isUnsure ? [sureText] : messages.map(({ text }) => text),
  );
  return texts.includes(undefined) ? {} : { sureText: texts.join('\n') };
}
