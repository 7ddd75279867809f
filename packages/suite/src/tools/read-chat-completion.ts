/**
 * Reads OpenAI chat completions: `choices[].message.tool_calls[]`, complete or as deltas, and the older `function_call`. Agents
 * that run their own tools return the messages of the conversation instead.
 */
import type { Json } from '../format/model/suite.ts';
import type { CallList } from './call-list.ts';
import { isEmptyValue, isObject, type JsonObject, objectsIn } from './json-object.ts';
import { listed, mergeChunks } from './merge-chunks.ts';
import type { ToolPart } from './tool-call.ts';

const endMark = '[DONE]';

export function readChatCompletion(parts: readonly ToolPart[], list: CallList): boolean {
  let chunks: JsonObject[] = [];
  let isRead = false;
  const flush = (hasEnd: boolean) => {
    if (chunks.length === 0) return;
    readAnswer(
      mergeChunks(chunks, () => {}),
      list,
      hasEnd,
    );
    chunks = [];
  };
  for (const { data } of parts) {
    if (data === endMark) flush(true);
    if (isError(data)) list.gap('The answer ended in an error.');
    // Some chunks contain only the usage.
    if (!isObject(data) || objectsIn(data.choices).length === 0) {
      const messages = messagesOfTurn(data, list);
      if (messages.length > 0) flush(false);
      for (const message of messages) isRead = readInConversation(message, list) || isRead;
      continue;
    }
    isRead = true;
    if (objectsIn(data.choices).some(({ delta }) => isObject(delta))) {
      if (beginsAnother(data, chunks.at(-1))) flush(false);
      chunks.push(data);
    } else {
      flush(false);
      readBeside(data, list);
      readAnswer(data, list, true);
    }
  }
  flush(false);
  return isRead;
}

/** @returns true for an error of the request. An error in a message is that of a tool. */
const isError = (data: Json): boolean =>
  isObject(data) && !roles.includes(String(data.role)) && !isEmptyValue(data.error);

/**
 * @returns true if a chunk begins another response, because an agent can forward the responses of several rounds in one stream
 */
const beginsAnother = ({ id }: JsonObject, last: JsonObject | undefined) =>
  last !== undefined &&
  id !== last.id &&
  objectsIn(last.choices).some(({ finish_reason: reason }) => typeof reason === 'string');

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/**
 * @returns the messages after the user's last one. Agents can return the whole conversation; its earlier messages count as
 * those of earlier turns.
 */
function messagesOfTurn(data: Json, list: CallList): Json[] {
  if (isMessage(data)) return [data];
  const messages = isObject(data) ? data.messages : data;
  if (!Array.isArray(messages) || !messages.some(isMessage)) return [];
  const from = messages.findLastIndex((one) => isObject(one) && one.role === 'user') + 1;
  list.tell((earlier) => {
    for (const message of messages.slice(0, from)) readInConversation(message, earlier);
  });
  return messages.slice(from);
}

/** Keys of which a model's message has at least one. */
const saidKeys = ['content', 'tool_calls', 'function_call'];

/**
 * Types of message parts that never contain tool calls, including the reasoning and citation parts that Mistral, Databricks and
 * others return.
 */
const saidParts: (Json | undefined)[] = [
  'text',
  'output_text',
  'refusal',
  'thinking',
  'redacted_thinking',
  'reasoning',
  'reference',
  'image_url',
  'audio',
  'file',
];

const isMessage = (one: Json): one is JsonObject =>
  isObject(one) && typeof one.role === 'string' && roles.includes(one.role);

/** @returns true if the message is from the model */
function readInConversation(message: Json, list: CallList): boolean {
  if (!isMessage(message)) {
    list.gap('A message in the answer cannot be read.');
    return false;
  }
  if (message.role === 'tool') {
    list.result(message.tool_call_id, message.content ?? null, message.error);
  }
  if (message.role !== 'assistant') return false;
  list.nextRound();
  readMessage(message, list);
  return saidKeys.some((key) => key in message);
}

function readAnswer({ choices }: JsonObject, list: CallList, hasEnd: boolean): void {
  const all = objectsIn(choices);
  if (all.length > 1)
    list.gap('The answer has several choices, and nothing says which one was taken.');
  list.nextRound();
  for (const { message, finish_reason: reason } of all) {
    if (isObject(message)) readMessage(message, list);
    else list.gap('The answer has a choice without a message.');
    if (typeof reason === 'string' && callReason.test(reason)) {
      const isCalled = isObject(message) && callsIn(message).length > 0;
      if (!isCalled)
        list.gap(`The answer lists no call and ends in one (finish_reason ${reason}).`);
    } else if (typeof reason === 'string' && cutReasons.includes(reason.toLowerCase())) {
      list.gap(`The answer was cut off (finish_reason ${reason}).`);
    } else if (!hasEnd && typeof reason !== 'string') {
      list.gap('The stream ended before the answer did.');
    }
  }
}

/** Finish reasons for a call. Servers write them with underscores, hyphens or capitals. */
const callReason = /^(tool|function)[-_]?(calls?|use)$/i;

/**
 * Finish reasons for a response that was cut off, of OpenAI and of servers with its format: OpenRouter, vLLM, SGLang, DeepSeek,
 * Zhipu and others.
 */
const cutReasons = [
  'length',
  'content_filter',
  'max_tokens',
  'model_context_window_exceeded',
  'error',
  'network_error',
  'abort',
  'aborted',
  'cancelled',
  'timeout',
  'insufficient_system_resource',
];

/** Reads messages beside the choices, with the calls that an agent made before its last response. */
function readBeside(data: JsonObject, list: CallList): void {
  if (!Array.isArray(data.messages)) return;
  const messages = messagesOfTurn({ messages: data.messages }, list);
  const own = objectsIn(data.choices).flatMap(({ message }) =>
    isObject(message) ? callsIn(message) : [],
  );
  if (own.length === 0) {
    for (const message of messages) readInConversation(message, list);
    return;
  }
  // Calls without an ID would be counted twice.
  const isOwn = ({ id }: JsonObject) => id !== undefined && own.some((call) => call.id === id);
  const isKnown = (message: Json) => isMessage(message) && callsIn(message).every(isOwn);
  if (!messages.every(isKnown)) {
    list.gap('The answer has messages beside its choices, with other calls.');
  }
}

const callsIn = ({ tool_calls: calls, function_call: older }: JsonObject): JsonObject[] => [
  ...objectsIn(listed(calls)),
  ...objectsIn(listed(older)),
];

/** @returns calls in the fields of other libraries. LangChain repeats those that it could parse in `tool_calls`. */
const foreignCalls = ({
  additional_kwargs: more,
  toolCalls,
  toolInvocations,
  functionCall,
}: JsonObject): (Json | undefined)[] => [
  ...(isObject(more) ? [more.tool_calls, more.function_call] : []),
  toolCalls,
  toolInvocations,
  functionCall,
];

function readMessage(message: JsonObject, list: CallList): void {
  const { tool_calls: calls, function_call: older, content, invalid_tool_calls: broken } = message;
  const isCallLost =
    objectsIn(listed(calls)).length < listed(calls).length ||
    (!isEmptyValue(older) && !isObject(older)) ||
    !isEmptyValue(broken) ||
    foreignCalls(message).some((foreign) => listed(foreign).length > callsIn(message).length);
  if (isCallLost) list.gap('A call in the answer cannot be read.');
  const isRead = Array.isArray(content)
    ? content.every(isSaid)
    : typeof content === 'string' || isEmptyValue(content);
  if (!isRead) list.gap('A part of a message in the answer cannot be read.');
  for (const call of objectsIn(listed(calls))) {
    const called = [call.function, call.custom].find(isObject) ?? call;
    const open = list.begin({ name: called.name, id: call.id });
    list.setArgs(open, called.arguments ?? called.input ?? called.args);
  }
  if (isObject(older)) list.setArgs(list.begin({ name: older.name }), older.arguments);
}

/** @returns true if the part contains no call. Text needs no type. */
const isSaid = (part: Json): boolean => {
  if (!isObject(part)) return typeof part === 'string';
  return part.type === undefined ? typeof part.text === 'string' : saidParts.includes(part.type);
};
