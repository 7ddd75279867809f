/**
 * Recognizes calls of earlier turns that a reply repeats. Agents can return the whole conversation, and some insert messages in
 * the user's name in the middle of a turn, so a call belongs to an earlier turn only if that turn reported it.
 */
import type { ToolCall } from './tool-call.ts';

/** Maximum length of a key, enough to distinguish calls. Calls with equal keys are numbered. */
const keyCharacters = 200;

/**
 * Creates a function that names calls in the order of calling: by ID, or else by name, arguments and the number of equal calls
 * so far.
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
