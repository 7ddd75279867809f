/**
 * Reads AI SDK messages: the parts of a UI message stream, a complete UI message with its `parts`, or a generated result
 * without streaming.
 */
import type { Json } from '../format/model/suite.ts';
import type { CallList } from './call-list.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import { cutReasons, endsInCall, readGenerated } from './read-model-messages.ts';
import type { ToolPart } from './tool-call.ts';

export function readUiMessages(parts: readonly ToolPart[], list: CallList): boolean {
  let isRead = false;
  let isOpen = false;
  let isCalled = false;
  for (const { data } of parts) {
    if (readGenerated(data, list)) {
      isRead = true;
      continue;
    }
    if (!isObject(data)) continue;
    if (Array.isArray(data.parts)) {
      isRead = true;
      for (const part of objectsIn(data.parts)) readPart(part, list);
      if (objectsIn(data.parts).length < data.parts.length) list.gap(unread);
      continue;
    }
    const { type } = data;
    if (typeof type !== 'string') continue;
    if (type === 'start' || type.startsWith('tool-') || type.startsWith('text-')) {
      isRead = true;
      isOpen = true;
    }
    if (type === 'start-step') isCalled = false;
    if (type.startsWith('tool-')) isCalled = true;
    if (type === 'finish') {
      isOpen = false;
      const { finishReason: reason } = data;
      if (reason === 'tool-calls' && !isCalled) list.gap(endsInCall);
      if (typeof reason === 'string' && cutReasons.includes(reason)) {
        list.gap(`The answer was cut off (finishReason ${reason}).`);
      }
    }
    readChunk(type, data, list);
  }
  if (isOpen) list.gap('The stream ended before the message did.');
  return isRead;
}

function readChunk(type: string, chunk: JsonObject, list: CallList): void {
  const { toolCallId: id, toolName: name, errorText } = chunk;
  switch (type) {
    case 'start-step':
      list.nextRound();
      return;
    case 'tool-input-start':
      list.begin({ name, id });
      return;
    case 'tool-input-delta': {
      const open = list.find(id);
      if (open) list.addText(open, chunk.inputTextDelta);
      else list.gap('Part of an unreported call arrived.');
      return;
    }
    case 'tool-input-available':
      list.setArgs(list.find(id) ?? list.begin({ name, id }), chunk.input ?? null);
      return;
    case 'tool-input-error': {
      const open = list.find(id) ?? list.begin({ name, id });
      list.setArgs(open, chunk.input ?? null);
      open.call.error = String(errorText ?? 'The input was refused.');
      open.call.stage = 'refused';
      return;
    }
    case 'tool-output-available':
      // The next output replaces a preliminary one.
      list.result(id, chunk.output ?? null);
      return;
    case 'tool-output-error':
      list.result(id, undefined, errorText ?? 'failed');
      return;
    case 'tool-output-denied':
      list.refuse(id);
      return;
    case 'abort':
      list.gap('The message was aborted.');
      return;
    case 'error':
      list.gap('The message ended in an error.');
      return;
  }
}

const unread = 'A part of the message cannot be read.';

/** Reads a part of type `tool-NAME`, or of type `dynamic-tool` with a separate name. */
function readPart(part: JsonObject, list: CallList): void {
  const { type, toolCallId: id, state } = part;
  if (type === 'step-start') list.nextRound();
  if (type === 'tool-invocation' && isObject(part.toolInvocation)) {
    readInvocation(part.toolInvocation, list);
    return;
  }
  if (typeof type !== 'string' || !(type.startsWith('tool-') || type === 'dynamic-tool')) return;
  const name: Json | undefined =
    type === 'dynamic-tool' ? part.toolName : type.slice('tool-'.length);
  const open = list.begin({ name, id });
  if (state === 'input-streaming') list.gap('The message was not finished.');
  list.setArgs(open, part.input ?? part.rawInput ?? null);
  if (state === 'output-available') list.result(id, part.output ?? null);
  if (state === 'output-error') list.result(id, undefined, part.errorText ?? 'failed');
  if (state === 'output-denied') list.refuse(id);
}

/** Reads a tool part of version 4. */
function readInvocation(
  { toolName: name, toolCallId: id, state, ...rest }: JsonObject,
  list: CallList,
): void {
  const open = list.begin({ name, id });
  if (state === 'partial-call') list.gap('The message was not finished.');
  list.setArgs(open, rest.args ?? null);
  if (state === 'result') list.result(id, rest.result ?? null);
}
