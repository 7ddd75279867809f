/** Merges calls that spans show with calls that the reply reports, so that each call is counted once. */
import { canonicalJson } from '../format/model/canonical-json.ts';
import type { Json } from '../format/model/suite.ts';
import { putArgs, putResult, toolCallsPerTurnMax, toolValueLengthMax } from './call-list.ts';
import { foreignFormat } from './foreign-format.ts';
import { joinTokenUse, type TokenUse, tokenUseOf } from './token-use.ts';
import type { ToolCall, ToolReport } from './tool-call.ts';

/** A call that ran, according to its span. */
export interface SpannedCall {
  name: string;
  id?: string;
  agent?: string;
  /** Absent if the span does not record the arguments. */
  args?: Json;
  result?: Json;
  error?: string;
  source: string;
  startedAt: number;
  durationMs: number;
  /** See `ToolCall`. */
  same?: string;
  unsure?: 'turn' | 'call';
}

/** What the spans of a turn show. */
export interface SpanEvidence {
  /** Services whose spans were required. */
  sources: string[];
  /** Calls in the order of their start. */
  calls: SpannedCall[];
  /** Why there may be more calls, as sentences. */
  gaps: string[];
  /** See `ToolReport`. */
  joinGaps?: string[];
  /** Absent if the spans show no model requests. The reasons in `gaps` then apply to tokens, too. */
  tokens?: TokenUse;
}

/** @param report what the reply itself reports, if anything */
export function mergeSpans(report: ToolReport | undefined, evidence: SpanEvidence): ToolReport {
  const gaps = new Set(evidence.gaps);
  for (const gap of report?.gaps ?? []) gaps.add(gap);
  if (report?.isForeign && report.format) gaps.add(foreignFormat(report.format));
  if (evidence.calls.length > toolCallsPerTurnMax) {
    gaps.add(`More than ${toolCallsPerTurnMax} calls arrived in one turn.`);
  }
  const spanned = inRounds(evidence.calls.slice(0, toolCallsPerTurnMax)).map(callOf);
  const reported = report?.isForeign ? [] : (report?.calls ?? []);
  const calls = joined(spanned, reported);
  const isTold = evidence.tokens !== undefined || report?.tokens !== undefined;
  const tokens =
    isTold && joinTokenUse(evidence.tokens ?? tokenUseOf([], evidence.gaps), report?.tokens);
  return {
    ...(report?.format && { format: report.format }),
    sources: evidence.sources,
    calls,
    ...(gaps.size > 0 && { gaps: [...gaps] }),
    ...(evidence.joinGaps?.length && { joinGaps: evidence.joinGaps }),
    ...(report?.told && { told: report.told }),
    ...(tokens && { tokens }),
  };
}

/** Groups calls into rounds. A new round begins if all earlier calls have ended, according to the same clock. */
function inRounds(calls: readonly SpannedCall[]): { spanned: SpannedCall; round: number }[] {
  const isOneClock = new Set(calls.map(({ source }) => source)).size < 2;
  let round = 0;
  let until = Number.NEGATIVE_INFINITY;
  return calls.map((spanned, at) => {
    const { startedAt, durationMs } = spanned;
    if (at > 0 && isOneClock && startedAt >= until) round += 1;
    until = Math.max(until, startedAt + durationMs);
    return { spanned, round };
  });
}

function callOf({ spanned, round }: { spanned: SpannedCall; round: number }): ToolCall {
  const { name, id, agent, args, result, error, source, startedAt, durationMs, same, unsure } =
    spanned;
  const call: ToolCall = {
    name: name.slice(0, 500),
    ...(id !== undefined && { id: id.slice(0, 500) }),
    ...(agent !== undefined && { agent: agent.slice(0, 500) }),
    ...(error !== undefined && { error: error.slice(0, toolValueLengthMax) }),
    stage: 'executed',
    round,
    source: source.slice(0, 500),
    startedAt,
    durationMs,
    ...(same !== undefined && { same: same.slice(0, 500) }),
    ...(unsure && { unsure }),
  };
  if (args !== undefined) {
    if (typeof args === 'string') putArgs(call, args, undefined);
    else putArgs(call, JSON.stringify(args), args);
  }
  if (result !== undefined) putResult(call, result);
  const unrecorded = [
    ...(args === undefined ? (['args'] as const) : []),
    // A failed call has no result.
    ...(result === undefined && error === undefined ? (['result'] as const) : []),
  ];
  if (unrecorded.length > 0) call.unrecorded = unrecorded;
  return call;
}

function joined(spanned: ToolCall[], reported: readonly ToolCall[]): ToolCall[] {
  const free = new Set(spanned);
  const others: ToolCall[] = [];
  for (const call of reported) {
    const match = sameCall(call, free);
    if (!match) {
      others.push({ ...call });
      continue;
    }
    free.delete(match);
    // The reply names the call by its ID, so it was made in this turn.
    if (match.unsure === 'turn' && match.id !== undefined && match.id === call.id)
      delete match.unsure;
    fillIn(match, call);
  }
  // Further calls in the reply have no place in the order of the spans.
  const isOrdered = others.every(({ stage }) => stage !== 'executed') || spanned.length === 0;
  const calls = [...spanned, ...others];
  return isOrdered ? calls : calls.map((call) => ({ ...call, round: 0 }));
}

/** Finds the same call by ID, or by name and arguments if either has no ID. */
function sameCall(reported: ToolCall, free: ReadonlySet<ToolCall>): ToolCall | undefined {
  const named = [...free].filter(({ name }) => name === reported.name);
  const byId = named.find(({ id }) => id !== undefined && id === reported.id);
  if (byId) return byId;
  const asked = canonicalJson(reported.args);
  return named.find(
    ({ id, args }) =>
      (id === undefined || reported.id === undefined) &&
      args !== undefined &&
      canonicalJson(args) === asked,
  );
}

/** Adds what the span does not record from the reply. */
function fillIn(call: ToolCall, reported: ToolCall): void {
  const isUnknown = (part: 'args' | 'result') => call.unrecorded?.includes(part);
  const known: ('args' | 'result')[] = [];
  if (isUnknown('args') && (reported.args !== undefined || reported.rawArgs !== undefined)) {
    if (reported.args !== undefined) call.args = reported.args;
    if (reported.rawArgs !== undefined) call.rawArgs = reported.rawArgs;
    known.push('args');
  }
  if (isUnknown('result') && reported.stage === 'executed') {
    if (reported.result !== undefined) call.result = reported.result;
    if (reported.isResultCut) call.isResultCut = true;
    known.push('result');
  }
  if (call.error === undefined && reported.error !== undefined) call.error = reported.error;
  call.id ??= reported.id;
  call.agent ??= reported.agent;
  const unrecorded = call.unrecorded?.filter((part) => !known.includes(part)) ?? [];
  if (unrecorded.length > 0) call.unrecorded = unrecorded;
  else delete call.unrecorded;
}
