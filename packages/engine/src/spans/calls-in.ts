/**
 * The calls that spans show. One call may have several spans: one of the agent, of a client of MCP and of its
 * server, or of two conventions at once. It is counted once.
 */
import type { SpannedCall } from '@parley/suite';
import type { JoinedSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';

type ToolSpan = KeptSpan & { call: NonNullable<KeptSpan['call']> };

interface CountedCall {
  span: ToolSpan;
  call: SpannedCall;
  /** Conventions and services that have reported it. */
  reporters: Set<string>;
}

const isTool = (span: KeptSpan): span is ToolSpan => span.call !== undefined;

/** @returns the calls in the order in which they began */
export function callsIn({
  spans,
  parentOf,
}: Pick<JoinedSpans, 'spans' | 'parentOf'>): SpannedCall[] {
  const counted: CountedCall[] = [];
  const callOf = new Map<KeptSpan, CountedCall>();
  const tools = spans.filter(isTool).map((span) => ({ span, depth: depthOf(span, parentOf) }));
  for (const { span } of tools.toSorted((a, b) => a.depth - b.depth)) {
    const reporter = `${span.call.layer} ${span.service}`;
    const known = enclosing(span, parentOf, callOf) ?? sameId(span, counted);
    if (known && !known.reporters.has(reporter)) {
      known.reporters.add(reporter);
      addTo(known.call, span);
      callOf.set(span, known);
      continue;
    }
    const call = spannedCall(span);
    // The same reporter tells of it twice, or of two calls.
    if (known) {
      known.call.same ??= known.call.id ?? known.span.spanId;
      call.same = known.call.same;
    }
    const one = { span, call, reporters: new Set([reporter]) };
    counted.push(one);
    callOf.set(span, one);
  }
  return counted.map(({ call }) => call).toSorted((a, b) => a.startedAt - b.startedAt);
}

function depthOf(span: KeptSpan, parentOf: JoinedSpans['parentOf']): number {
  const seen = new Set<KeptSpan>();
  for (let at = parentOf(span); at && !seen.has(at); at = parentOf(at)) seen.add(at);
  return seen.size;
}

/** The call of the same tool that the span lies within. Below an agent or a model there are calls of its own. */
function enclosing(
  span: ToolSpan,
  parentOf: JoinedSpans['parentOf'],
  callOf: ReadonlyMap<KeptSpan, CountedCall>,
): CountedCall | undefined {
  const seen = new Set<KeptSpan>();
  for (let at = parentOf(span); at && !seen.has(at); at = parentOf(at)) {
    seen.add(at);
    if (at.role === 'agent' || at.role === 'model') return undefined;
    const above = callOf.get(at);
    if (above) return isAlike(span, above.call) ? above : undefined;
  }
  return undefined;
}

const isAlike = ({ call: { name, id } }: ToolSpan, other: SpannedCall): boolean =>
  name === other.name && (id === undefined || other.id === undefined || id === other.id);

const sameId = ({ call: { name, id } }: ToolSpan, counted: CountedCall[]) =>
  id === undefined ? undefined : counted.find(({ call }) => call.id === id && call.name === name);

function spannedCall({ call, service, startMs, endMs = startMs }: ToolSpan): SpannedCall {
  const { layer: _, ...told } = call;
  return { ...told, source: service, startedAt: startMs, durationMs: endMs - startMs };
}

/** What the first span does not record may stand in another one. Whether it worked, the outer one says. */
function addTo(call: SpannedCall, { call: { id, args, result, agent } }: ToolSpan): void {
  if (id !== undefined) call.id ??= id;
  if (agent !== undefined) call.agent ??= agent;
  if (args !== undefined) call.args ??= args;
  if (result !== undefined && call.error === undefined) call.result ??= result;
}
