/** Reads OpenAI responses: `output[]` items whose type ends in `_call`, complete or as events. */
import type { Json } from '../format/model/suite.ts';
import type { CallList } from './call-list.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import type { ToolPart } from './tool-call.ts';

export function readResponses(parts: readonly ToolPart[], list: CallList): boolean {
  let isRead = false;
  let isOpen = false;
  let items: JsonObject[] = [];
  for (const { data } of parts) {
    if (!isObject(data)) continue;
    if (Array.isArray(data.output) && !isEvent(data)) {
      isRead = true;
      readResponse(data, list);
      continue;
    }
    if (!isEvent(data)) continue;
    isRead = true;
    const { response } = data;
    if (!isObject(response) || !Array.isArray(response.output) || !ends.test(String(data.type))) {
      isOpen = true;
      if (data.type === 'response.output_item.done' && isObject(data.item)) items.push(data.item);
      continue;
    }
    isOpen = false;
    // The last event contains the whole response, but some servers leave its output empty.
    const isLeftOut = response.output.length === 0 && items.length > 0;
    readResponse(isLeftOut ? { ...response, output: items } : response, list);
    items = [];
  }
  if (isOpen) {
    list.gap('The stream ended before the answer did.');
    readItems(items, list);
  }
  return isRead;
}

const ends = /^response\.(completed|incomplete|failed)$/;

const isEvent = ({ type }: JsonObject) => typeof type === 'string' && type.startsWith('response.');

function readResponse({ output, status }: JsonObject, list: CallList): void {
  list.nextRound();
  if (Array.isArray(output) && objectsIn(output).length < output.length) {
    list.gap('An item of the answer cannot be read.');
  }
  readItems(objectsIn(output), list);
  if (typeof status === 'string' && status !== 'completed') {
    list.gap(`The answer was not completed (status ${status.slice(0, 40)}).`);
  }
}

function readItems(items: JsonObject[], list: CallList): void {
  for (const item of items) {
    const { type, call_id: callId, id } = item;
    if (typeof type !== 'string') continue;
    const key = callId ?? id;
    if (type.endsWith('_call_output')) list.result(key, item.output);
    else if (type.endsWith('_call')) readCall(item, type, key, list);
    else if (type === 'mcp_approval_request') {
      list.setArgs(list.begin({ name: item.name, id, agent: item.server_label }), item.arguments);
    }
  }
}

/** Reads a call. The provider's own tools have no name except their type, such as `web_search_call`. */
function readCall(item: JsonObject, type: string, key: Json | undefined, list: CallList): void {
  const isNamed = typeof item.name === 'string';
  const name = isNamed ? item.name : type.slice(0, -'_call'.length);
  const open = list.begin({ name, id: key, agent: item.server_label });
  list.setArgs(open, item.arguments ?? item.input ?? item.action ?? item.queries);
  if (isNamed && type !== 'mcp_call') return;
  // The provider runs these tools itself.
  const failed = item.error ?? (item.status === 'failed' ? 'failed' : undefined);
  if (failed || item.status === 'completed' || item.output !== undefined) {
    list.result(key, item.output ?? item.results ?? item.result ?? null, failed);
  }
}
