/**
 * Calls of earlier turns that a reply tells once more. Agents answer with the whole conversation, and some put
 * messages into the mouth of the user in the middle of a turn: only what an earlier turn reported is theirs.
 */
import type { ToolCall } from './tool-call.ts';

/** Enough to tell calls apart; those that begin alike are told apart by their count. */
const keyCharacters = 200;

/**
 * Names calls in the order in which they were made: by their ids, or by what they ask for and how often that
 * was asked before.
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
