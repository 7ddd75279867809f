/**
 * Merges the chunks of a streamed chat completion into the response that would have come without streaming. Servers deviate
 * from the protocol and from each other, and nothing that they send must be lost.
 */
import type { Json } from '../format/model/suite.ts';
import { isEmptyValue, isObject, type JsonObject, objectsIn } from './json-object.ts';
import { isJson } from './json-text.ts';

/** `onReplaced` receives each value outside the choices that a later chunk replaces. */
export function mergeChunks(
  chunks: JsonObject[],
  onReplaced: (before: JsonObject) => void,
): JsonObject {
  const merged: JsonObject = {};
  const choices: JsonObject[] = [];
  for (const { choices: pieces, ...rest } of chunks) {
    keepLatest(merged, rest, onReplaced);
    // Only one choice is requested, and some servers number chunks in its index.
    for (const [place, piece] of objectsIn(pieces).entries()) {
      choices[place] ??= {};
      mergeChoice(choices[place], piece);
    }
  }
  return { ...merged, choices: choices.map(withoutPlaces) };
}

function mergeChoice(choice: JsonObject, { delta, message, ...rest }: JsonObject): void {
  keepLatest(choice, rest);
  const piece = delta ?? message;
  const whole = isObject(choice.message) ? choice.message : {};
  choice.message = whole;
  if (isObject(piece)) append(whole, piece);
}

function keepLatest(
  into: JsonObject,
  from: JsonObject,
  onReplaced?: (before: JsonObject) => void,
): void {
  for (const [key, value] of entriesOf(from)) {
    const before = into[key];
    if (value === null && before !== undefined) continue;
    const isReplaced = typeof before === 'object' && before !== null && key !== 'usage';
    if (isReplaced && JSON.stringify(before) !== JSON.stringify(value)) {
      onReplaced?.({ [key]: before });
    }
    into[key] = value;
  }
}

/** @returns the calls as a list, because some servers send a single call without a list */
export const listed = (calls: Json | undefined): Json[] =>
  Array.isArray(calls) ? calls : isEmptyValue(calls) ? [] : [calls as Json];

/** Keys whose values are sent once, although some servers repeat them in each piece. */
const sayOnce = new Set(['id', 'role', 'type']);

/** Appends a piece to a message. */
function append(into: JsonObject, piece: JsonObject): void {
  for (const [key, value] of entriesOf(piece)) {
    const before = into[key];
    if (key === 'tool_calls') {
      const [known, pieces] = [listed(before), listed(value)];
      const calls = objectsIn(known);
      for (const call of objectsIn(pieces)) appendCall(calls, call);
      // Keep anything that is not a call, so that readers notice it.
      into[key] = [...calls, ...[...known, ...pieces].filter((one) => !isObject(one))];
    } else if (before === undefined || before === null || before === '') {
      // Copy the value, so that appending does not change the received chunk.
      into[key] = isObject(value) ? { ...value } : value;
    } else if (value !== null && !sayOnce.has(key) && !(key === 'name' && value === before)) {
      into[key] = joined(before, value);
    }
  }
}

function joined(before: Json, value: Json): Json {
  if (typeof before === 'string' && typeof value === 'string') return before + value;
  if (isObject(before) && isObject(value)) {
    append(before, value);
    return before;
  }
  if (Array.isArray(before) || Array.isArray(value)) return [before, value].flat();
  return value;
}

function appendCall(calls: JsonObject[], piece: JsonObject): void {
  const { index, id } = piece;
  const known =
    typeof index === 'number'
      ? calls.findLast((call) => call.index === index)
      : (calls.findLast((call) => call.id === id) ?? calls.at(-1));
  if (known && !isAnother(known, piece)) append(known, piece);
  else
    calls.push({ ...piece, ...(isObject(piece.function) && { function: { ...piece.function } }) });
}

/** @returns true if a piece begins another call. Some servers give parallel calls the same index or none. */
function isAnother(known: JsonObject, { id, function: piece }: JsonObject): boolean {
  if (!isObject(piece) || !piece.name) return false;
  const isNamedApart = Boolean(id && known.id && id !== known.id);
  const before = isObject(known.function) ? known.function.arguments : undefined;
  const isComplete = typeof before === 'string' && before.trim() !== '' && isJson(before);
  return isNamedApart || (isComplete && Boolean(piece.arguments));
}

/** Removes the indexes of calls, which a complete response does not have. */
function withoutPlaces(choice: JsonObject): JsonObject {
  const { message } = choice;
  if (!isObject(message) || !message.tool_calls) return choice;
  const calls = listed(message.tool_calls).map((one) => {
    if (!isObject(one)) return one;
    const { index, ...call } = one;
    return call;
  });
  return { ...choice, message: { ...message, tool_calls: calls } };
}

/** @returns the entries of an object, except for a key that would set the prototype */
const entriesOf = (object: JsonObject) =>
  Object.entries(object).filter(([key]) => key !== '__proto__');
