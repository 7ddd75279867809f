/**
 * OpenAI chat completions: `choices[].message.tool_calls[]`, whole or as deltas, and the older
 * `function_call`. Agents that run their tools answer with the messages of the conversation instead.
 */
import type { Json } from '../format/model/suite.ts';
import type { CallList } from './call-list.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import { mergeChunks } from './merge-chunks.ts';
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
    // Some chunks hold nothing but the usage.
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
      readAnswer(data, list, true);
    }
  }
  flush(false);
  return isRead;
}

/** An agent passes the answers of several rounds on in one stream. */
const beginsAnother = ({ id }: JsonObject, last: JsonObject | undefined) =>
  last !== undefined &&
  id !== last.id &&
  objectsIn(last.choices).some(({ finish_reason: reason }) => typeof reason === 'string');

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/** The messages since the user spoke last. Some agents answer with the whole conversation: the rest is told. */
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

/** One of these is in each message of a model. */
const saidKeys = ['content', 'tool_calls', 'function_call'];

/** What the content of a model's message may consist of. Calls are never among it. */
const saidParts: (Json | undefined)[] = ['text', 'refusal'];

const isMessage = (one: Json): one is JsonObject =>
  isObject(one) && typeof one.role === 'string' && roles.includes(one.role);

/** @returns true if the model said it */
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
  const isForeign = objectsIn(message.content).some(({ type }) => !saidParts.includes(type));
  if (isForeign) list.gap('A part of a message in the answer cannot be read.');
  return saidKeys.some((key) => key in message);
}

function readAnswer({ choices }: JsonObject, list: CallList, hasEnd: boolean): void {
  const all = objectsIn(choices);
  if (all.length > 1)
    list.gap('The answer has several choices, and nothing says which one was taken.');
  list.nextRound();
  for (const { message, finish_reason: reason } of all) {
    if (isObject(message)) readMessage(message, list);
    if (reason === 'length' || reason === 'content_filter') {
      list.gap(`The answer was cut off (finish_reason ${reason}).`);
    } else if (!hasEnd && typeof reason !== 'string') {
      list.gap('The stream ended before the answer did.');
    }
  }
}

function readMessage(message: JsonObject, list: CallList): void {
  const { tool_calls: calls, function_call: older } = message;
  if (Array.isArray(calls) && objectsIn(calls).length < calls.length) {
    list.gap('A call in the answer cannot be read.');
  }
  for (const call of objectsIn(calls)) {
    const called = [call.function, call.custom].find(isObject) ?? call;
    const open = list.begin({ name: called.name, id: call.id });
    list.setArgs(open, called.arguments ?? called.input);
  }
  if (isObject(older)) list.setArgs(list.begin({ name: older.name }), older.arguments);
}
