/**
 * Reads the response of an agent on the AI SDK that does not stream: `steps` of the result of `generateText`, or its model
 * messages. Since version 7, `result.response` contains only the messages of the last step, and nothing in them indicates this.
 * Without a preceding user message, the messages can prove that a tool was called, but never that none was.
 */
import type { Json } from '../format/model/suite.ts';
import type { CallList } from './call-list.ts';
import { isEmptyValue, isObject, type JsonObject, objectsIn } from './json-object.ts';

/** Types of parts without calls. */
const saidParts = [
  'text',
  'reasoning',
  'reasoning-file',
  'file',
  'image',
  'source',
  'tool-approval-request',
  'tool-approval-response',
];

const roles = ['system', 'user', 'assistant', 'tool'];

/** @returns false if the data is neither steps nor messages */
export function readGenerated(data: Json, list: CallList): boolean {
  const steps = isObject(data) ? data.steps : undefined;
  if (Array.isArray(steps) && steps.length > 0 && steps.every(isStep)) {
    for (const step of steps) readStep(step, list);
    return true;
  }
  const messages = isObject(data) ? (data.responseMessages ?? data.messages) : data;
  if (!Array.isArray(messages) || messages.length === 0 || !messages.every(isModelMessage))
    return false;
  const from = messages.findLastIndex(({ role }) => role === 'user') + 1;
  list.tell((earlier) => {
    for (const message of messages.slice(0, from)) readMessage(message, earlier);
  });
  if (from === 0)
    list.gap("The messages begin after the user's message, so part of the turn may be missing.");
  for (const message of messages.slice(from)) readMessage(message, list);
  return true;
}

const isModelMessage = (one: Json): one is JsonObject =>
  isObject(one) &&
  typeof one.role === 'string' &&
  roles.includes(one.role) &&
  (typeof one.content === 'string' || Array.isArray(one.content));

const isStep = (one: Json): one is JsonObject => isObject(one) && Array.isArray(one.content);

function readStep(step: JsonObject, list: CallList): void {
  const { content, finishReason: reason, toolCalls, toolResults } = step;
  list.nextRound();
  readParts(content, list);
  const calls = missingIn(content, 'tool-call', toolCalls);
  const results = missingIn(content, 'tool-result', toolResults);
  for (const part of [...calls, ...results]) readPart(part, list);
  if (!Array.isArray(toolCalls) && !isEmptyValue(toolCalls)) list.gap(unread);
  const isCalled = calls.length > 0 || objectsIn(content).some(isCall);
  if (reason === 'tool-calls' && !isCalled) list.gap(endsInCall);
  if (typeof reason === 'string' && cutReasons.includes(reason))
    list.gap(`The answer was cut off (finishReason ${reason}).`);
}

const isCall = ({ type }: JsonObject) => type === 'tool-call';

export const endsInCall = 'The answer lists no call and ends in one (finishReason tool-calls).';

export const cutReasons = ['length', 'content-filter', 'error'];

/** @returns the parts that the content of their step lacks, although it normally repeats them */
function missingIn(content: Json | undefined, type: string, parts: Json | undefined): JsonObject[] {
  const listed = objectsIn(content).filter((part) => part.type === type);
  const ids = new Set(listed.map(({ toolCallId }) => toolCallId));
  return objectsIn(parts)
    .filter(({ toolCallId: id }) => (id === undefined ? listed.length === 0 : !ids.has(id)))
    .map((part) => ({ ...part, type }));
}

function readParts(content: Json | undefined, list: CallList): void {
  if (Array.isArray(content) && objectsIn(content).length < content.length) list.gap(unread);
  for (const part of objectsIn(content)) readPart(part, list);
}

const unread = 'A part of a message in the answer cannot be read.';

function readMessage({ role, content }: JsonObject, list: CallList): void {
  if (role === 'assistant') list.nextRound();
  if (role === 'assistant' || role === 'tool') readParts(content, list);
}

function readPart(part: JsonObject, list: CallList): void {
  const { type, toolCallId: id } = part;
  switch (type) {
    case 'tool-call':
      // Version 4 has `args` and `result`; later versions have `input` and `output`.
      list.setArgs(list.begin({ name: part.toolName, id }), part.input ?? part.args ?? null);
      return;
    case 'tool-result':
      readResult(id, part, list);
      return;
    case 'tool-error':
      list.result(id, undefined, part.error || 'failed');
      return;
    default:
      if (typeof type !== 'string' || !saidParts.includes(type)) list.gap(unread);
  }
}

/** Reads a result. The output in a message has a type; a step contains the value itself. */
function readResult(id: Json | undefined, part: JsonObject, list: CallList): void {
  const { output, result, isError } = part;
  if (output === undefined) {
    if (isError === true) list.result(id, undefined, result || 'failed');
    else list.result(id, result ?? null);
    return;
  }
  const kind = isObject(output) ? output.type : undefined;
  if (!isObject(output) || typeof kind !== 'string' || 'input' in part) {
    list.result(id, output);
    return;
  }
  if (kind === 'execution-denied') list.refuse(id);
  else if (kind.startsWith('error-')) list.result(id, undefined, output.value || 'failed');
  else list.result(id, output.value ?? null);
}
