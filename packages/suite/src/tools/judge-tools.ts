/**
 * Judges an assertion about tools, tokens or cost by the reports of the turns in its scope. Calls are counted as a range. Calls
 * that cannot be read or may be missing widen the range, and only a range within the expected one passes.
 */
import type { Assertion } from '../format/model/suite.ts';
import { boundedVerdict } from '../match/bounded-verdict.ts';
import type { Verdict } from '../match/matcher.ts';
import { nearestKey } from '../match/nearest-path.ts';
import { describeToolCheck } from './describe-tools.ts';
import { foreignFormat } from './foreign-format.ts';
import { toolFormats } from './formats.ts';
import { judgeCost } from './judge-cost.ts';
import { judgeTokens } from './judge-tokens.ts';
import { allOf, differencesOf, type Match, matchValue, shown } from './match-value.ts';
import { createCallNames } from './told-calls.ts';
import type { ToolCall, ToolReport } from './tool-call.ts';
import {
  type CallCheck,
  isUsageCheck,
  type OnlyCheck,
  type OrderCheck,
  type ToolCheck,
  type UsageCheck,
} from './tool-check.ts';

/** What is known about a turn. */
export interface ToolTurn {
  report?: ToolReport | undefined;
  /** True if nothing was sent and nothing came, so that there was no reason to call a tool. */
  isIdle?: boolean;
  /** True if the suite has sources of spans, but this run receives no spans. */
  lacksSpans?: boolean;
}

/** A call with its place in the scope. */
interface Placed {
  call: ToolCall;
  turn: number;
  /** True if the call ran, or if a request is enough. Otherwise, it is unknown if the call ran. */
  isCertain: boolean;
  /** Calls with the same identity may be the same call. It is the ID of the call, if the protocol has IDs. */
  identity: string | ToolCall;
}

interface Evidence {
  calls: Placed[];
  /** Calls that were requested but did not run, because all sources have reported and no span shows them. */
  unrun: ToolCall[];
  /** Why there may be more calls. */
  gaps: string[];
  /** True if spans are part of the evidence. Single spans can be missing, and the clocks of services differ. */
  hasSpans: boolean;
}

/** Checks of which tools were called. */
type CallRelated = Exclude<ToolCheck, UsageCheck>;

type Finding = { standing: 'passed' | 'failed' | 'undecided'; hint?: string };

/**
 * @param turns all turns of the conversation so far; the last one is judged
 * @returns the verdict. Never throws.
 */
export function judgeTools(
  assertion: Assertion,
  check: ToolCheck,
  turns: readonly ToolTurn[],
): Verdict {
  const rule = describeToolCheck(check);
  const scope = check.isConversation ? turns : turns.slice(-1);
  if (scope.some(({ lacksSpans }) => lacksSpans)) {
    return boundedVerdict({
      passed: false,
      standing: 'error',
      assertion,
      rule,
      actual: null,
      hint: noSpans,
    });
  }
  const reporting = scope.filter(({ report }) => report && !report.isForeign);
  if (reporting.length === 0) {
    const format = scope.find(({ report }) => report)?.report?.format;
    const isQuiet = scope.every(({ isIdle, report }) => isIdle && !report);
    const unreported = isUsageCheck(check) ? noTokenSource : noSource;
    const hint = format ? foreignFormat(format) : unreported;
    const standing = isQuiet ? 'undecided' : 'error';
    return boundedVerdict({ passed: false, standing, assertion, rule, actual: null, hint });
  }
  if (isUsageCheck(check)) return usageVerdict(assertion, check, scope);
  const evidence = evidenceOf(scope, check);
  for (const gap of untoldIn(turns, scope)) evidence.gaps.push(gap);
  const { standing, hint } = find(check, evidence);
  const verdict: Verdict = {
    passed: standing === 'passed',
    assertion,
    rule,
    actual: describeCalls(evidence.calls.map(({ call }) => call)),
  };
  if (standing === 'undecided') verdict.standing = 'undecided';
  if (hint !== undefined && standing !== 'passed') verdict.hint = hint;
  return boundedVerdict(verdict);
}

const noSource =
  'Nothing reports which tools were called. Use a channel of kind openai, name the format of the replies in the channel, for example toolCalls: ai-sdk, or list the services whose spans show it under evidence.';

const noTokenSource =
  'Nothing reports how many tokens were used. Use a channel of kind openai, name the format of the replies in the channel, for example toolCalls: anthropic, or list the services whose spans show it under evidence.';

const noSpans =
  'The suite lists sources of spans under evidence, and this run receives no spans. Run it with "parley run --otlp-port 4318" or on a server, and have the agent export its traces there.';

function usageVerdict(
  assertion: Assertion,
  check: UsageCheck,
  scope: readonly ToolTurn[],
): Verdict {
  const { standing, actual, hint } =
    check.kind === 'cost' ? judgeCost(check, scope) : judgeTokens(check, scope);
  return boundedVerdict({
    passed: standing === 'passed',
    ...((standing === 'undecided' || standing === 'error') && { standing }),
    assertion,
    rule: describeToolCheck(check),
    actual,
    ...(hint !== undefined && { hint }),
  });
}

function evidenceOf(scope: readonly ToolTurn[], check: CallRelated): Evidence {
  const calls: Placed[] = [];
  const unrun: ToolCall[] = [];
  const gaps = new Set<string>();
  const isRequested = check.kind === 'call' && check.isRequested === true;
  const isTurn = !check.isConversation;
  for (const [turn, { report, isIdle }] of scope.entries()) {
    if (!report || report.isForeign) {
      if (!isIdle) gaps.add(`Turn ${turn + 1} of the conversation reported no tools.`);
      continue;
    }
    for (const gap of report.gaps ?? []) gaps.add(gap);
    const reportsExecution = showsExecution(report);
    const areAllShown =
      report.sources !== undefined && report.gaps === undefined && report.joinGaps === undefined;
    for (const call of report.calls) {
      if (call.stage === 'refused' && !isRequested) continue;
      if (call.stage === 'requested' && areAllShown && !isRequested) {
        unrun.push(call);
        continue;
      }
      const isPlaced = call.unsure === undefined || (call.unsure === 'turn' && !isTurn);
      const isCertain = isPlaced && (isRequested || !reportsExecution || call.stage === 'executed');
      const id = call.same ?? (reportsExecution ? call.id : undefined);
      // A span belongs to a single turn, so other turns do not report it again.
      const isOfTurn = call.source !== undefined && call.unsure === undefined;
      const identity = id && isOfTurn ? `${turn} ${id}` : id || call;
      calls.push({ call, turn, isCertain, identity });
    }
  }
  for (const gap of joinGapsIn(scope)) gaps.add(gap);
  const hasSpans = scope.some(({ report }) => report?.sources !== undefined);
  return { calls, unrun, gaps: [...gaps], hasSpans };
}

/** @returns why spans may be missing that are joined by values of the conversation. The last turn knows about all turns. */
export const joinGapsIn = (scope: readonly ToolTurn[]): string[] =>
  scope.findLast(({ report }) => report?.sources)?.report?.joinGaps ?? [];

const showsExecution = ({ format, sources }: ToolReport): boolean =>
  sources !== undefined || (format !== undefined && toolFormats[format].reportsExecution);

/**
 * @returns why turns in the scope may contain further calls: their replies report, before the user's last message, calls
 * that no earlier turn reported
 */
export function untoldIn(turns: readonly ToolTurn[], scope: readonly ToolTurn[]): string[] {
  const nameOf = createCallNames();
  const known = new Set<string>();
  const gaps: string[] = [];
  for (const turn of turns) {
    const { calls = [], told = [] } = turn.report ?? {};
    for (const call of calls) known.add(nameOf(call));
    if (scope.includes(turn) && told.some((name) => !known.has(name))) gaps.push(untold);
  }
  return gaps;
}

const untold =
  'The reply lists a call before the last message of the user that no earlier turn reported.';

function find(check: CallRelated, evidence: Evidence): Finding {
  switch (check.kind) {
    case 'call':
      return findCalls(check, evidence);
    case 'order':
      return findOrder(check, evidence);
    case 'only':
      return findOthers(check, evidence);
  }
}

function findCalls(check: CallCheck, { calls, gaps, unrun }: Evidence): Finding {
  const { times = { min: 1 }, tool } = check;
  const { min, max = Number.POSITIVE_INFINITY } = times;
  const named = calls
    .filter(({ call }) => call.name === tool)
    .map((placed) => ({ ...placed, match: matchCall(check, placed.call) }));
  const matching = named.filter(({ match }) => match !== 'no');
  const sure = matching.filter(({ match, isCertain }) => match === 'yes' && isCertain);
  // A call that is reported twice cannot be distinguished from two calls with the same ID.
  const least = new Set(sure.map(({ identity }) => identity)).size;
  const most = gaps.length > 0 ? Number.POSITIVE_INFINITY : matching.length;
  const others = named.filter(({ match, isCertain }) => match === 'no' && isCertain);
  const forbidsOthers = times.max !== undefined && times.max > 0 && !check.allowsOthers;
  if (least > max || most < min) {
    const asked = unrun.find(({ name }) => name === tool);
    const hint =
      asked && named.length === 0
        ? `${describeCall(asked)} was requested, but no span shows that it ran.`
        : nearestHint(check, calls, matching.length);
    return { standing: 'failed', hint };
  }
  if (forbidsOthers && others[0]) {
    const hint = `${tool} was also called in other ways: ${describeCall(others[0].call)}. If that is right, add "others: allowed".`;
    return { standing: 'failed', hint };
  }
  const unplaced = named.find(({ call, match }) => match === 'no' && call.unsure !== undefined);
  if (forbidsOthers && unplaced) return { standing: 'undecided', hint: unsureCall(unplaced.call) };
  if (least >= min && most <= max) return { standing: 'passed' };
  return { standing: 'undecided', hint: doubtOf(matching, gaps) };
}

/** @returns why the number of calls is uncertain */
function doubtOf(matching: (Placed & { match: Match })[], gaps: string[]): string {
  const unread = matching.find(({ match }) => match === 'maybe')?.call;
  if (unread) {
    if (unread.rawArgs !== undefined) {
      return `The arguments of ${unread.name} cannot be parsed: ${shown(unread.rawArgs)}.`;
    }
    if (unread.unrecorded) {
      const values = unread.unrecorded.map((value) => recorded[value]).join(' and ');
      return `The span of ${unread.name} records no ${values}. Have the SDK record the arguments and results of tools, see docs/agents.md.`;
    }
    if (unread.isResultCut) return `The result of ${unread.name} is too long to be kept whole.`;
    return `The reply does not say how ${unread.name} ended.`;
  }
  const unplaced = matching.find(({ call, isCertain }) => call.unsure && !isCertain)?.call;
  if (unplaced) return unsureCall(unplaced);
  if (gaps[0] !== undefined) return `More may have been called: ${gaps[0]}`;
  const open = matching.find(({ isCertain }) => !isCertain)?.call;
  return open
    ? `${open.name} was requested, but nothing shows whether it ran. Add "as: requested" if the request is what counts.`
    : 'Several calls have the same id: they may be one.';
}

const unsureCall = ({ name, unsure }: ToolCall): string =>
  unsure === 'turn'
    ? `${name} was called in this conversation, and nothing shows in which turn. Check it with "conversation tool", or have the agent continue the trace of the header traceparent.`
    : `Spans show ${name} twice, and nothing shows whether it was called twice.`;

const recorded = { args: 'arguments', result: 'result' };

function matchCall(check: CallCheck, call: ToolCall): Match {
  const { args, isExact = false, result, error } = check;
  const parts: Match[] = [];
  const isUnknown = (part: 'args' | 'result') => call.unrecorded?.includes(part) ?? false;
  if (args) {
    const isRead = call.rawArgs === undefined && !isUnknown('args');
    parts.push(isRead ? matchValue(args, call.args ?? {}, isExact) : 'maybe');
  }
  const isAnswered = call.stage === 'executed';
  if (result) {
    const match = isAnswered ? matchValue(result, call.result) : 'maybe';
    parts.push(call.isResultCut || isUnknown('result') ? 'maybe' : match);
  }
  if (error) parts.push(isAnswered ? matchError(error, call.error) : 'maybe');
  return allOf(parts);
}

/** Matches `error`. `error: true` and `error: false` only ask if there was an error. */
function matchError(error: NonNullable<CallCheck['error']>, actual: string | undefined): Match {
  const isSwitch =
    'operator' in error && error.operator === 'equals' && typeof error.expected[0] === 'boolean';
  if (!isSwitch) return matchValue(error, actual);
  return (actual !== undefined) === (error.expected[0] !== error.negated) ? 'yes' : 'no';
}

/** Describes the call that came closest, and how it differs. */
function nearestHint(check: CallCheck, calls: Placed[], count: number): string {
  const { tool, args, isExact = false, times = { min: 1 }, result, error } = check;
  if (count > (times.max ?? Number.POSITIVE_INFINITY)) {
    return `${tool} was called ${timesInWords(count)}.`;
  }
  const named = calls.filter(({ call }) => call.name === tool).map(({ call }) => call);
  if (named.length === 0) {
    const names = [...new Set(calls.map(({ call }) => call.name))];
    if (names.length === 0) return 'No tool was called.';
    const meant = nearestKey(tool, names);
    const others = `Called were ${names.slice(0, 10).join(', ')}.`;
    return meant ? `Did you mean ${meant}? ${others}` : others;
  }
  const scored = named.map((call) => ({
    call,
    differences: [
      ...(args ? differencesOf(args, call.args ?? {}, isExact, 'args') : []),
      ...(result ? differencesOf(result, call.result, false, 'result') : []),
      ...(error && matchError(error, call.error) === 'no' ? [`error is ${shown(call.error)}`] : []),
    ],
  }));
  const [first] = scored.toSorted((a, b) => a.differences.length - b.differences.length);
  if (!first || first.differences.length === 0) {
    return `${tool} was called ${timesInWords(count)}.`;
  }
  return `Nearest call: ${describeCall(first.call)}; ${first.differences.slice(0, 5).join('; ')}.`;
}

function findOrder(check: OrderCheck, evidence: Evidence): Finding {
  const finding = findInOrder(check, evidence);
  const unplaced = evidence.calls.find(
    ({ call }) => call.unsure && check.tools.includes(call.name),
  )?.call;
  if (unplaced) return { standing: 'undecided', hint: unsureCall(unplaced) };
  if (finding.standing !== 'failed' || !evidence.hasSpans) return finding;
  if (evidence.gaps[0] !== undefined) return undecidedBy(evidence.gaps[0]);
  // The order of calls in the same round is unknown, so try the expected one.
  const calls = evidence.calls.toSorted(
    (a, b) =>
      a.turn - b.turn ||
      a.call.round - b.call.round ||
      check.tools.indexOf(a.call.name) - check.tools.indexOf(b.call.name),
  );
  const other = findInOrder(check, { ...evidence, calls });
  return other.standing === 'failed' ? finding : other;
}

function findInOrder({ tools }: OrderCheck, { calls, gaps }: Evidence): Finding {
  const names = calls.map(({ call }) => call.name);
  const found: Placed[] = [];
  const seen = new Set<string>();
  let from = 0;
  for (const tool of tools) {
    const at = names.indexOf(tool, from);
    const placed = calls[at];
    if (!placed) {
      if (gaps[0] !== undefined) return undecidedBy(gaps[0]);
      const before = found.at(-1)?.call.name;
      const hint = before ? `${tool} was not called after ${before}.` : `${tool} was not called.`;
      return { standing: 'failed', hint };
    }
    if (!seen.has(tool) && names.indexOf(tool) < at) {
      const hint = `${tool} was also called before ${found.at(-1)?.call.name}.`;
      return { standing: 'failed', hint };
    }
    seen.add(tool);
    found.push(placed);
    from = at + 1;
  }
  if (gaps[0] !== undefined) return undecidedBy(gaps[0]);
  const open = found.find(({ isCertain }) => !isCertain)?.call;
  if (open?.unsure) return { standing: 'undecided', hint: unsureCall(open) };
  if (open) return { standing: 'undecided', hint: `Nothing shows whether ${open.name} ran.` };
  for (const [at, next] of found.entries()) {
    const last = found[at - 1];
    if (last?.turn !== next.turn || last.call.round !== next.call.round) continue;
    const hint = `${last.call.name} and ${next.call.name} were requested at once: nothing shows which ran first.`;
    return { standing: 'undecided', hint };
  }
  return { standing: 'passed' };
}

function findOthers({ tools }: OnlyCheck, { calls, gaps }: Evidence): Finding {
  const others = calls.filter(({ call }) => !tools.includes(call.name));
  const sure = others.find(({ isCertain }) => isCertain);
  if (sure) {
    const near = nearestKey(sure.call.name, tools);
    const meant = near === undefined ? '' : ` Did you mean ${sure.call.name} instead of ${near}?`;
    return { standing: 'failed', hint: `Also called: ${describeCall(sure.call)}.${meant}` };
  }
  if (gaps[0] !== undefined) return undecidedBy(gaps[0]);
  const open = others[0];
  if (!open) return { standing: 'passed' };
  if (open.call.unsure) return { standing: 'undecided', hint: unsureCall(open.call) };
  const hint = `${open.call.name} was requested, but nothing shows whether it ran.`;
  return { standing: 'undecided', hint };
}

const undecidedBy = (gap: string): Finding => ({
  standing: 'undecided',
  hint: `More may have been called: ${gap}`,
});

const timesInWords = (count: number) =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;

/** @returns the call as code: `refund_order({"order":7})` */
function describeCall({ name, args, rawArgs }: ToolCall): string {
  const given = rawArgs ?? (args === undefined ? '' : shown(args));
  return `${name.slice(0, 100)}(${given.length > 200 ? `${given.slice(0, 200)}…` : given})`;
}

/** Maximum number of calls to describe, so that the text fits into a verdict. */
const describedMax = 5;

function describeCalls(calls: ToolCall[]): string {
  if (calls.length === 0) return 'no calls';
  const more = calls.length > describedMax ? ` and ${calls.length - describedMax} more` : '';
  return calls.slice(0, describedMax).map(describeCall).join(', ') + more;
}
