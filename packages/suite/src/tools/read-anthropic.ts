/**
 * Reads Anthropic messages: `content[]` blocks of type `tool_use`, complete or as events. Agents that run their own tools
 * return the messages of the conversation instead.
 */
import type { Json } from '../format/model/suite.ts';
import type { CallList, OpenCall } from './call-list.ts';
import { isEmptyValue, isObject, type JsonObject, objectsIn } from './json-object.ts';
import type { ToolPart } from './tool-call.ts';

export function readAnthropic(parts: readonly ToolPart[], list: CallList): boolean {
  let isRead = false;
  let isOpen = false;
  let isPaused = false;
  let blocks = new Map<Json | undefined, OpenCall>();
  let isCalled = false;
  const begin = () => {
    isPaused = false;
    isCalled = false;
    list.nextRound();
  };
  const end = (reason: Json | undefined) => {
    if (typeof reason !== 'string') return;
    isPaused = reason === 'pause_turn';
    if (cutReasons.includes(reason)) list.gap(`The answer was cut off (stop_reason ${reason}).`);
    if (reason === 'tool_use' && !isCalled)
      list.gap('The answer lists no call and ends in one (stop_reason tool_use).');
  };
  const readWhole = ({ content, stop_reason: reason }: JsonObject) => {
    begin();
    isCalled = readContent(content, list);
    end(reason);
  };
  for (const { data } of parts) {
    if (!isObject(data) || typeof data.type !== 'string' || Array.isArray(data.messages)) {
      for (const message of messagesOfTurn(data, list)) {
        isRead = readInConversation(message, list, readWhole) || isRead;
      }
      continue;
    }
    switch (data.type) {
      case 'message':
        isRead = true;
        readWhole(data);
        break;
      case 'message_start':
        if (isOpen) list.gap(brokenOff);
        isRead = true;
        isOpen = true;
        blocks = new Map();
        begin();
        break;
      case 'content_block_start': {
        const open = readBlock(data.content_block ?? null, list, true);
        if (!open) break;
        isCalled = true;
        blocks.set(data.index, open);
        break;
      }
      case 'content_block_delta': {
        const { delta, index } = data;
        if (!isObject(delta) || delta.type !== 'input_json_delta') break;
        const open = blocks.get(index);
        if (open) list.addText(open, delta.partial_json);
        else list.gap('Part of an unreported call arrived.');
        break;
      }
      case 'message_delta':
        if (isObject(data.delta)) end(data.delta.stop_reason);
        break;
      case 'message_stop':
        isOpen = false;
        break;
      case 'error':
        list.gap('The answer ended in an error.');
        break;
    }
  }
  if (isOpen) list.gap(brokenOff);
  if (isPaused) list.gap('The answer was paused and did not continue (stop_reason pause_turn).');
  return isRead;
}

const brokenOff = 'The stream ended before the answer did.';

const cutReasons = ['max_tokens', 'model_context_window_exceeded'];

const roles: (Json | undefined)[] = ['user', 'assistant', 'system'];

const isMessage = (one: Json): one is JsonObject => isObject(one) && roles.includes(one.role);

const isResult = ({ type }: JsonObject) => type === 'tool_result';

/**
 * @returns the messages after the user's last one. Tool results also come as messages of the user, and do not count as such.
 */
function messagesOfTurn(data: Json, list: CallList): Json[] {
  const own = isMessage(data) ? [data] : [];
  const messages = isObject(data) ? data.messages : data;
  if (!Array.isArray(messages) || !messages.some(isMessage)) return own;
  const isSaid = (one: Json) =>
    isMessage(one) && one.role === 'user' && !objectsIn(one.content).some(isResult);
  const from = messages.findLastIndex(isSaid) + 1;
  list.tell((earlier) => {
    const read = ({ content }: JsonObject) => void readContent(content, earlier);
    for (const message of messages.slice(0, from)) readInConversation(message, earlier, read);
  });
  return [...messages.slice(from), ...own];
}

/** @returns true if the message is from the model */
function readInConversation(
  message: Json,
  list: CallList,
  readWhole: (message: JsonObject) => void,
): boolean {
  if (!isMessage(message) || 'tool_calls' in message) {
    list.gap('A message in the answer cannot be read.');
    return false;
  }
  if (message.role === 'assistant') readWhole(message);
  // A user's other content, such as images, contains no calls.
  else for (const block of objectsIn(message.content).filter(isResult)) readBlock(block, list);
  return message.role === 'assistant' && 'content' in message;
}

/** @returns true if the content includes a call */
function readContent(content: Json | undefined, list: CallList): boolean {
  if (typeof content === 'string' || isEmptyValue(content)) return false;
  const blocks = Array.isArray(content) ? content : [content as Json];
  return blocks.filter((block) => readBlock(block, list)).length > 0;
}

const unread = 'A block of the answer cannot be read.';

/** Types of blocks without calls. Types that end in `_tool_result` are handled separately. */
const saidBlocks = [
  'text',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
  'search_result',
  'container_upload',
  'compaction',
];

/** Reads blocks of type `tool_use`, `server_tool_use` and `mcp_tool_use`, and blocks with results. */
function readBlock(block: Json, list: CallList, isStreamed = false): OpenCall | undefined {
  if (!isObject(block) || typeof block.type !== 'string') {
    list.gap(unread);
    return undefined;
  }
  const { type, id, name, input, server_name: agent } = block;
  if (type.endsWith('tool_use')) {
    const open = list.begin({ name, id, agent });
    // A streamed block begins with empty input, which applies if no further input follows.
    const isEmpty = isObject(input) && Object.keys(input).length === 0;
    if (isStreamed && isEmpty) open.call.args = {};
    else list.setArgs(open, input);
    return open;
  }
  if (type.endsWith('tool_result')) {
    const { content, is_error: isError, tool_use_id: of } = block;
    const isMarked = !isEmptyValue(isError) && isError !== 'false';
    const isFailed = isMarked || (isObject(content) && 'error_code' in content);
    list.result(of, textAlone(content) ?? content, isFailed ? textIn(content) : undefined);
  } else if (!saidBlocks.includes(type)) list.gap(unread);
  return undefined;
}

/** @returns the text of content that consists only of text; undefined for other content */
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
