/** Reads AG-UI: the events `TOOL_CALL_START`, `_ARGS`, `_END`, `_RESULT` and `_CHUNK`, and snapshots of messages. */
import type { CallList, OpenCall } from './call-list.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import type { ToolPart } from './tool-call.ts';

export function readAgUi(parts: readonly ToolPart[], list: CallList): boolean {
  let isRead = false;
  let isOpen = false;
  let chunked: OpenCall | undefined;
  let agent: JsonObject['runId'] | undefined;
  for (const { data } of parts) {
    if (!isObject(data) || typeof data.type !== 'string' || !isEvent.test(data.type)) continue;
    isRead = true;
    isOpen = data.type !== 'RUN_FINISHED';
    const { toolCallId: id, toolCallName: name } = data;
    switch (data.type) {
      case 'STEP_STARTED':
        agent = data.stepName;
        list.nextRound();
        break;
      case 'STEP_FINISHED':
        agent = undefined;
        break;
      case 'TOOL_CALL_START':
        list.begin({ name, id, agent });
        break;
      case 'TOOL_CALL_ARGS': {
        const open = list.find(id);
        if (open) list.addText(open, data.delta);
        else list.gap('Part of an unreported call arrived.');
        break;
      }
      case 'TOOL_CALL_END': {
        const open = list.find(id);
        if (open) list.setArgs(open, open.text);
        break;
      }
      case 'TOOL_CALL_CHUNK': {
        const known = list.find(id);
        if (id !== undefined && !known) chunked = list.begin({ name, id, agent });
        else chunked = known ?? chunked;
        if (chunked) list.addText(chunked, data.delta);
        else list.gap('Part of an unreported call arrived.');
        break;
      }
      case 'TOOL_CALL_RESULT':
        list.result(id, data.content ?? null);
        break;
      case 'MESSAGES_SNAPSHOT':
        readSnapshot(objectsIn(data.messages), list);
        break;
      case 'RUN_ERROR':
        list.gap('The run of the agent ended in an error.');
        break;
    }
  }
  if (isOpen) list.gap('The stream ended before the run of the agent did.');
  return isRead;
}

const isEvent = /^(RUN|STEP|TEXT_MESSAGE|TOOL_CALL|STATE|MESSAGES|REASONING|THINKING|ACTIVITY)_/;

/** Reads a snapshot, which contains the whole conversation. Messages after the user's last one belong to this turn. */
function readSnapshot(messages: JsonObject[], list: CallList): void {
  const from = messages.findLastIndex(({ role }) => role === 'user') + 1;
  for (const { role, toolCalls, toolCallId, content, error } of messages.slice(from)) {
    if (role === 'tool' && list.find(toolCallId)?.call.stage === 'requested') {
      list.result(toolCallId, content ?? null, error);
    }
    for (const { id, function: called } of objectsIn(toolCalls)) {
      if (list.find(id) || !isObject(called)) continue;
      list.setArgs(list.begin({ name: called.name, id }), called.arguments);
    }
  }
}
