/**
 * Finds the tool calls that spans show. One call can have several spans: from the agent, from an MCP client and its server, or
 * in two conventions at the same time. It is counted once.
 */
import { isDeepStrictEqual } from 'node:util';
import { parseExactly, type SpannedCall } from '@parley/suite';
import type { JoinedSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';

type ToolSpan = KeptSpan & { call: NonNullable<KeptSpan['call']> };

export interface CountedCall {
  span: ToolSpan;
  call: SpannedCall;
  /** All spans that show the call. */
  spans: KeptSpan[];
  /** Conventions and services that have reported the call. */
  reporters: Set<string>;
}

/** @returns the calls in the order of their starts */
export const callsIn = (joined: Pick<JoinedSpans, 'spans' | 'parentOf'>): SpannedCall[] =>
  countedCalls(joined).map(({ call }) => call);

/** @returns the calls with the spans that show them, in the order of their starts */
export function countedCalls({
  spans,
  parentOf,
}: Pick<JoinedSpans, 'spans' | 'parentOf'>): CountedCall[] {
  const counted: CountedCall[] = [];
  const byId = new Map<string, CountedCall>();
  /** The call that each span represents or belongs to. Spans below an agent or a model within a call have their own calls. */
  const callAround = new Map<KeptSpan, CountedCall>();
  for (const span of fromAbove(spans, parentOf)) {
    const parent = parentOf(span);
    const around = parent && callAround.get(parent);
    if (!isTool(span)) {
      if (around && span.role === undefined) callAround.set(span, around);
      continue;
    }
    const { layer, name, id } = span.call;
    const reporter = `${layer} ${span.service}`;
    const key = id === undefined ? undefined : `${id} ${name}`;
    const within = around && isAlike(span, around.call) ? around : undefined;
    const known = within ?? (key === undefined ? undefined : byId.get(key));
    // Some models number their calls from 0 in each request, so an id alone can identify several calls.
    const isOne = within !== undefined || !differInArgs(span.call.args, known?.call.args);
    if (known && isOne && !known.reporters.has(reporter)) {
      known.reporters.add(reporter);
      known.spans.push(span);
      addTo(known.call, span);
      callAround.set(span, known);
      continue;
    }
    const call = spannedCall(span);
    // Either the same call was reported twice, or these are two calls.
    if (known) {
      known.call.same ??= known.call.id ?? known.span.spanId;
      call.same = known.call.same;
    }
    const one = { span, call, spans: [span], reporters: new Set([reporter]) };
    counted.push(one);
    callAround.set(span, one);
    if (key !== undefined && !known) byId.set(key, one);
  }
  return counted.toSorted((a, b) => a.call.startedAt - b.call.startedAt);
}

const isTool = (span: KeptSpan): span is ToolSpan => span.call !== undefined;

/** @returns the spans with all parents before their children */
function fromAbove(spans: KeptSpan[], parentOf: JoinedSpans['parentOf']): Set<KeptSpan> {
  const sorted = new Set<KeptSpan>();
  const own = new Set(spans);
  for (const span of spans) {
    const path = new Set<KeptSpan>();
    for (
      let at: KeptSpan | undefined = span;
      at && own.has(at) && !sorted.has(at) && !path.has(at);
      at = parentOf(at)
    ) {
      path.add(at);
    }
    for (const one of [...path].reverse()) sorted.add(one);
  }
  return sorted;
}

const isAlike = ({ call: { name, id } }: ToolSpan, other: SpannedCall): boolean =>
  name === other.name && (id === undefined || other.id === undefined || id === other.id);

/** @returns true if both calls have arguments, and the arguments differ */
export function differInArgs(one: SpannedCall['args'], other: SpannedCall['args']): boolean {
  const [first, second] = [dataIn(one), dataIn(other)];
  return first !== undefined && second !== undefined && !isDeepStrictEqual(first, second);
}

/** @returns undefined if the arguments are not an object */
function dataIn(args: SpannedCall['args']): object | undefined {
  try {
    const data = typeof args === 'string' ? parseExactly(args) : args;
    return typeof data === 'object' && data !== null ? data : undefined;
  } catch {
    return undefined;
  }
}

function spannedCall({ call, service, startMs, endMs = startMs }: ToolSpan): SpannedCall {
  const { layer: _, ...told } = call;
  return { ...told, source: service, startedAt: startMs, durationMs: endMs - startMs };
}

/** Completes a call with details from another of its spans. The outer span determines if the call succeeded. */
function addTo(call: SpannedCall, { call: { id, args, result, agent } }: ToolSpan): void {
  if (id !== undefined) call.id ??= id;
  if (agent !== undefined) call.agent ??= agent;
  if (args !== undefined) call.args ??= args;
  if (result !== undefined && call.error === undefined) call.result ??= result;
}
