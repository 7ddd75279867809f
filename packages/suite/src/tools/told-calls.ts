/**
 * Recognizes calls of earlier turns that a reply repeats. Agents may return the whole conversation, and some insert messages in
 * the name of the user in the middle of a turn, so only calls that an earlier turn reported belong to it.
 */
import type { ToolCall } from './tool-call.ts';

/** Maximum length of a key, enough to distinguish calls; those with the same beginning are distinguished by their count. */
const keyCharacters = 200;

/**
 * Creates a function that names calls in the order in which they were made: by id, or by name, arguments and the number of
 * earlier equal calls.
 */
export function createCallNames(): (call: ToolCall) => string {
  const counts = new Map<string, number>();
  return ({ id, name, args, rawArgs }) => {
    if (id !== undefined) return `id ${id}`;
    const key = `${name} ${rawArgs ?? JSON.stringify(args ?? null)}`.slice(0, keyCharacters);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return `${count} ${key}`;
  };
}
