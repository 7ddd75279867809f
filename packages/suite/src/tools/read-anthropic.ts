/**
 * Anthropic messages: `content[]` blocks of type `tool_use`, whole or as events. Agents that run their tools
 * answer with the messages of the conversation instead.
 */
import type { Json } from '../format/model/suite.ts';
import type { CallList, OpenCall } from './call-list.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import type { ToolPart } from './tool-call.ts';

export function readAnthropic(parts: readonly ToolPart[], list: CallList): boolean {
  let isRead = false;
  let isOpen = false;
  let isPaused = false;
  let blocks = new Map<Json | undefined, OpenCall>();
  const end = (reason: Json | undefined) => {
    if (typeof reason !== 'string') return;
    isPaused = reason === 'pause_turn';
    if (cutReasons.includes(reason)) list.gap(`The answer was cut off (stop_reason ${reason}).`);
  };
  for (const { data } of parts) {
    if (!isObject(data) || typeof data.type !== 'string' || Array.isArray(data.messages)) {
      for (const message of messagesOfTurn(data, list)) {
        isRead = readInConversation(message, list) || isRead;
      }
      continue;
    }
    switch (data.type) {
      case 'message':
        isRead = true;
        list.nextRound();
        for (const block of objectsIn(data.content)) readBlock(block, list);
        end(data.stop_reason);
        break;
      case 'message_start':
        if (isOpen) list.gap(brokenOff);
        isRead = true;
        isOpen = true;
        blocks = new Map();
        list.nextRound();
        break;
      case 'content_block_start': {
        const open = isObject(data.content_block)
          ? readBlock(data.content_block, list, true)
          : undefined;
        if (open) blocks.set(data.index, open);
        break;
      }
      case 'content_block_delta': {
        const { delta, index } = data;
        if (!isObject(delta) || delta.type !== 'input_json_delta') break;
        const open = blocks.get(index);
        if (open) list.addText(open, delta.partial_json);
        else list.gap('A part of a call came that was not reported.');
        break;
      }
      case 'message_delta':
        if (isObject(data.delta)) end(data.delta.stop_reason);
        break;
      case 'message_stop':
        isOpen = false;
        break;
    }
  }
  if (isOpen) list.gap(brokenOff);
  if (isPaused) list.gap('The answer was paused and did not go on (stop_reason pause_turn).');
  return isRead;
}

const brokenOff = 'The stream ended before the answer did.';

const cutReasons = ['max_tokens', 'model_context_window_exceeded'];

const roles: (Json | undefined)[] = ['user', 'assistant', 'system'];

const isMessage = (one: Json): one is JsonObject => isObject(one) && roles.includes(one.role);

const isResult = ({ type }: JsonObject) => type === 'tool_result';

/** The messages since the user spoke last. Results come as messages of the user, too. */
function messagesOfTurn(data: Json, list: CallList): Json[] {
  if (isMessage(data)) return [data];
  const messages = isObject(data) ? data.messages : data;
  if (!Array.isArray(messages) || !messages.some(isMessage)) return [];
  const isSaid = (one: Json) =>
    isMessage(one) && one.role === 'user' && !objectsIn(one.content).some(isResult);
  const from = messages.findLastIndex(isSaid) + 1;
  list.tell((earlier) => {
    for (const message of messages.slice(0, from)) readInConversation(message, earlier);
  });
  return messages.slice(from);
}

/** @returns true if the model said it */
function readInConversation(message: Json, list: CallList): boolean {
  if (!isMessage(message) || 'tool_calls' in message) {
    list.gap('A message in the answer cannot be read.');
    return false;
  }
  if (message.role === 'assistant') list.nextRound();
  for (const block of objectsIn(message.content)) readBlock(block, list);
  return message.role === 'assistant' && 'content' in message;
}

/** Blocks of type `tool_use`, `server_tool_use` and `mcp_tool_use`, and the results of the latter two. */
function readBlock(block: JsonObject, list: CallList, isStreamed = false): OpenCall | undefined {
  const { type, id, name, input, server_name: agent } = block;
  if (typeof type !== 'string') return undefined;
  if (type.endsWith('tool_use')) {
    const open = list.begin({ name, id, agent });
    // A streamed block begins with an empty input, which stands where nothing follows.
    const isEmpty = isObject(input) && Object.keys(input).length === 0;
    if (isStreamed && isEmpty) open.call.args = {};
    else list.setArgs(open, input);
    return open;
  }
  if (type.endsWith('tool_result')) {
    const { content, is_error: isError, tool_use_id: of } = block;
    const isFailed = isError === true || (isObject(content) && 'error_code' in content);
    list.result(of, textAlone(content) ?? content, isFailed ? textIn(content) : undefined);
  }
  return undefined;
}

/** The text of a content that is nothing else. */
function textAlone(content: Json | undefined): string | undefined {
  const blocks = objectsIn(content);
  const isText = blocks.length > 0 && blocks.every(({ type }) => type === 'text');
  return isText ? textIn(content) : undefined;
}

function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  const texts = objectsIn(content).map(({ text }) => (typeof text === 'string' ? text : ''));
  return texts.join('') || JSON.stringify(content ?? 'failed');
}
