/** Anthropic messages: `content[]` blocks of type `tool_use`, whole or as events. */
import type { Json } from '../format/model/suite.ts';
import type { CallList, OpenCall } from './call-list.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import type { ToolPart } from './tool-call.ts';

export function readAnthropic(parts: readonly ToolPart[], list: CallList): boolean {
  let isRead = false;
  let isOpen = false;
  let blocks = new Map<Json | undefined, OpenCall>();
  for (const { data } of parts) {
    if (!isObject(data)) continue;
    switch (data.type) {
      case 'message':
        isRead = true;
        list.nextRound();
        for (const block of objectsIn(data.content)) readBlock(block, list);
        readEnd(data.stop_reason, list);
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
        if (isObject(data.delta)) readEnd(data.delta.stop_reason, list);
        break;
      case 'message_stop':
        isOpen = false;
        break;
    }
  }
  if (isOpen) list.gap(brokenOff);
  return isRead;
}

const brokenOff = 'The stream ended before the answer did.';

const cutReasons = ['max_tokens', 'model_context_window_exceeded'];

function readEnd(reason: Json | undefined, list: CallList): void {
  if (typeof reason !== 'string') return;
  if (cutReasons.includes(reason)) list.gap(`The answer was cut off (stop_reason ${reason}).`);
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
    list.result(of, content, isFailed ? textIn(content) : undefined);
  }
  return undefined;
}

function textIn(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  const texts = objectsIn(content).map(({ text }) => (typeof text === 'string' ? text : ''));
  return texts.join('') || JSON.stringify(content ?? 'failed');
}
