/**
 * Decides if a negated check that passes because a value is absent says something about the bot, or if the suite looks in the
 * wrong place. All replies of the run settle the doubt: a path that was found in any of them is correct.
 */
import type { Assertion, Json } from '../format/model/suite.ts';
import type { AbsenceDoubt, Reply, Verdict } from './matcher.ts';
import { nearestPath } from './nearest-path.ts';
import { parsePath } from './path.ts';
import { isShorthand, partOfReply } from './property.ts';
import { replyIn, type Turn } from './turn.ts';

/** Keys under which agents report their tool calls. */
const toolKeys = new Set([
  'tool_calls',
  'tool_call',
  'toolCalls',
  'toolCall',
  'tool_use',
  'toolInvocations',
  'function_call',
  'functionCall',
  'tools',
]);

/** Maximum number of values to search for a report of tool calls. */
const visitsMax = 10_000;

/** @returns true if the assertion expects absence explicitly: `not exists`, or `: null` */
export const asksForAbsence = ({ operator, negated, expected }: Assertion): boolean =>
  operator === 'exists' ? negated : !negated && expected.includes(null);

/** @returns why an absence that lets an assertion pass is doubtful; undefined if it is not */
export function doubtOf({ property }: Assertion, reply: Reply): AbsenceDoubt | undefined {
  if (isToolPath(property)) {
    return reportsToolCalls(reply) ? undefined : { kind: 'no-tool-source' };
  }
  const nearest = nearestPath(property, reply);
  return nearest && { kind: 'near-path', ...nearest };
}

/** @returns true if the property can be mistaken: it is a path, and neither just a part of the reply nor a shorthand */
export function mayBeMistaken(property: string): boolean {
  if (isShorthand(property)) return false;
  const path = parsePath(property);
  if (path.problem !== undefined) return false;
  const isPart = !path.isRooted && partOfReply(path.segments[0]) !== undefined;
  return path.segments.length > (isPart ? 1 : 0);
}

/** @returns true if the property names tool calls by one of the common keys */
export function isToolPath(property: string): boolean {
  const path = parsePath(property);
  if (path.problem !== undefined) return false;
  return path.segments.some((segment) => segment.kind === 'key' && toolKeys.has(segment.key));
}

/**
 * @returns true if the turn would report a tool call: it contains a report, or a field such as `finish_reason` or `stop_reason`
 * that comes with one
 */
export function reportsToolCalls(turn: Turn): boolean {
  const all: Json[] = (turn.events ?? []).map(({ data }) => data);
  const reply = replyIn(turn);
  if (reply) all.push(reply.payload);
  for (const item of all) {
    if (all.length > visitsMax) return false;
    if (typeof item !== 'object' || item === null) continue;
    if (!Array.isArray(item) && Object.keys(item).some(isToolReport)) return true;
    for (const below of Object.values(item)) all.push(below);
  }
  return false;
}

const isToolReport = (key: string) =>
  toolKeys.has(key) || key === 'finish_reason' || key === 'finishReason' || key === 'stop_reason';

/** What all replies of a run show about a path. */
export interface SeenInRun {
  isFound: boolean;
  hasToolSource: boolean;
}

/**
 * Settles a doubt at the end of the run.
 * @returns the final verdict; unchanged if the run has dispelled the doubt
 */
export function settleDoubt(verdict: Verdict, seen: SeenInRun, isStrict: boolean): Verdict {
  const { doubt, assertion } = verdict;
  if (doubt === undefined || seen.isFound) return verdict;
  if (doubt.kind === 'no-tool-source' && seen.hasToolSource) return verdict;
  const reason = reasonOf(doubt, assertion);
  // If absence is expected explicitly, a path that is merely similar is often a coincidence.
  const isCertain = doubt.kind === 'no-tool-source' || doubt.isCertain === true;
  const isMistake = isStrict && (isCertain || !asksForAbsence(assertion));
  return isMistake ? { ...verdict, passed: false, hint: reason } : { ...verdict, vacuous: reason };
}

function reasonOf(doubt: AbsenceDoubt, { property }: Assertion): string {
  if (doubt.kind === 'no-tool-source') {
    return `Nothing in this run reports tool calls, so "${property}" could not have been found.`;
  }
  return `Nothing was found at "${property}" in this run. Did you mean "${doubt.path}"?`;
}
