import { canonicalJson } from '../format/model/canonical-json.ts';
import type { ToolCall } from './tool-call.ts';

/**
 * Merges calls that were reported several times: first in pieces and then whole, or with each copy of the conversation. Two
 * calls in one message are always separate, whatever their IDs.
 *
 * @returns the calls in the order of their first report, and why one of them may be several
 */
export function mergeReports(reported: readonly ToolCall[]): { calls: ToolCall[]; gaps: string[] } {
  const calls: ToolCall[] = [];
  const gaps = new Set<string>();
  const known = new Map<string, ToolCall>();
  for (const call of reported) {
    const { id, name, args, rawArgs, round } = call;
    const key = canonicalJson([id, name, args, rawArgs]);
    const first = id === undefined ? undefined : known.get(key);
    if (id === undefined || !first || first.round === round) {
      calls.push(call);
      if (!first) known.set(key, call);
      continue;
    }
    const isAnotherResult =
      first.result !== undefined &&
      call.result !== undefined &&
      canonicalJson(first.result) !== canonicalJson(call.result);
    if (isAnotherResult || !isUnique(id))
      gaps.add(`A call of ${name} was reported again as "${id}", and may be a second one.`);
    if (first.stage === 'requested') first.stage = call.stage;
    for (const part of ['result', 'isResultCut', 'error'] as const) {
      if (first[part] === undefined && call[part] !== undefined)
        Object.assign(first, { [part]: call[part] });
    }
  }
  return { calls, gaps: [...gaps] };
}

/** Minimum length of a randomly generated ID, in characters. OpenAI's have 24 and Anthropic's 22. */
const randomLengthMin = 16;
const differentMin = 10;

/** @returns true if an ID is randomly generated. Some servers number calls, and start again with each response. */
const isUnique = (id: string): boolean =>
  id.length >= randomLengthMin && /\d/.test(id) && new Set(id).size >= differentMin;
