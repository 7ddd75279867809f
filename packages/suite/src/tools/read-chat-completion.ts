/**
 * OpenAI chat completions: `choices[].message.tool_calls[]`, whole or as deltas, and the older
 * `function_call`.
 */
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
    if (isObject(data) && data.role === 'tool') {
      flush(false);
      list.result(data.tool_call_id, data.content ?? null, data.error);
    }
    // Some chunks hold nothing but the usage.
    if (!isObject(data) || objectsIn(data.choices).length === 0) continue;
    isRead = true;
    if (objectsIn(data.choices).some(({ delta }) => isObject(delta))) chunks.push(data);
    else {
      flush(false);
      readAnswer(data, list, true);
    }
  }
  flush(false);
  return isRead;
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
