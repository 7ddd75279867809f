/**
 * Determines what the spans of a turn prove: which tools ran, how many tokens were used, and which gaps prevent proof of
 * absence.
 */
import { type SpanEvidence, type SpannedCall, tokenUseOf } from '@parley/suite';
import { callsIn } from './calls-in.ts';
import { type JoinedSpans, joinSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';
import type { NamedSpans } from './named-spans.ts';
import type { TurnTrace } from './span-book.ts';
import { tokensIn } from './tokens-in.ts';

export interface TurnEvidence extends SpanEvidence {
  /** Gaps that later spans can still close. */
  awaited: string[];
}

/**
 * @param showing services that have proven in the conversation that they report tools; new ones are added
 * @param named spans that are joined by values of the conversation
 * @param continues returns true if a source continues the traces that it is sent
 */
export function evidenceOfTurn(
  turn: TurnTrace,
  sources: string[],
  showing: Set<string>,
  named?: Pick<NamedSpans, 'spans' | 'parentOf'>,
  continues: (source: string) => boolean = () => true,
): TurnEvidence {
  const joined = joinSpans(turn);
  const calls = callsIn(joined);
  const { spans, orphans, shared, disputed } = joined;
  const all = withNamed(joined, named);
  for (const { showsTools, service } of all.spans) if (showsTools) showing.add(service);
  // Whether the others have reported is shown by the number of their traces.
  const continuing = named ? sources.filter(continues) : sources;
  const awaited = [
    ...continuing.flatMap((source) => silenceOf(source, joined, turn)),
    ...(named && continuing.length === 0 && spans.length === 0
      ? []
      : unansweredRequests(joined, turn)),
    ...about(orphans, (name) => `The parent span of "${name}" did not arrive.${orphanHint}`),
    ...about(spans.filter(isOpen), (name) => `The span "${name}" has not ended.`),
  ];
  const unsure = [
    ...turn.losses,
    ...about(shared, (name) => `The span "${name}" is linked with several turns.`),
    ...about(
      disputed,
      (name) => `The span "${name}" is in the trace of this turn and names another conversation.`,
    ),
    ...about(spans.filter(isCut), (name) => `The span "${name}" lost attributes at a limit.`),
    ...about(
      spans.filter(({ isUnsampled }) => isUnsampled),
      (name) => `The trace of the span "${name}" is not sampled. Sample every trace in tests.`,
    ),
  ];
  const lasting = [
    ...unsure,
    ...about(
      spans.filter(({ call }) => call?.name === ''),
      (name) => `The span "${name}" of a tool does not name it.`,
    ),
    ...sources.flatMap((source) => silenceAboutTools(source, all.spans, showing, turn)),
    ...new Set(all.spans.flatMap(({ flaw }) => flaw ?? [])),
    ...unseenTools(all, named ? callsIn(all) : calls),
  ];
  const { requests, gaps } = tokensIn(joined, sources);
  const tokens = tokenUseOf(requests, [...awaited, ...unsure, ...gaps]);
  return { sources, calls, gaps: [...awaited, ...lasting], awaited, tokens };
}

/** Adds the spans that are joined by values. Traces of turns and others don't share parents. */
export function withNamed<Joined extends Pick<JoinedSpans, 'spans' | 'parentOf'>>(
  joined: Joined,
  named: Pick<NamedSpans, 'spans' | 'parentOf'> | undefined,
): Pick<JoinedSpans, 'spans' | 'parentOf'> {
  if (!named) return joined;
  return {
    spans: [...joined.spans, ...named.spans],
    parentOf: (span) => joined.parentOf(span) ?? named.parentOf(span),
  };
}

export const isOpen = ({ endMs }: KeptSpan) => endMs === undefined;
export const isCut = (span: KeptSpan) => span.isCut;

const orphanHint =
  ' It was dropped or not sampled, or something on the way replaced the header traceparent.';

export function about(spans: KeptSpan[], words: (name: string) => string): string[] {
  const [first] = spans;
  return first ? [words(first.name.slice(0, 100))] : [];
}

/** @returns the reason why a source may not have reported the whole turn */
function silenceOf(
  source: string,
  { spans, parentOf, requestOf }: JoinedSpans,
  turn: TurnTrace,
): string[] {
  const ofSource = spans.filter(({ service }) => service === source);
  const isEntry = (span: KeptSpan) =>
    requestOf(span) !== undefined ||
    (span.parentId === undefined && span.traceId === turn.id) ||
    (parentOf(span)?.service ?? source) !== source;
  if (ofSource.some((span) => isEntry(span) && !isOpen(span))) return [];
  if (ofSource.length > 0) return [`The first span of ${source} in this turn did not arrive.`];
  const counts = turn.foreignCounts();
  const elsewhere = counts.get(source) ?? 0;
  if (elsewhere > 0) {
    return [
      `${source} sent no span of this turn, and ${elsewhere} of other traces: it does not continue the trace of the header traceparent.`,
    ];
  }
  const others = new Set([...spans.map(({ service }) => service), ...counts.keys()]);
  const came = [...others].map((service) => service || 'a service without a name');
  return [
    came.length > 0
      ? `${source} sent no span of this turn. Spans came from ${came.slice(0, 5).join(', ').slice(0, 200)}: check its service.name.`
      : `${source} sent no span of this turn, nor did any other service. Check that it exports traces to this receiver.`,
  ];
}

function unansweredRequests({ spans, requestOf }: JoinedSpans, { requests }: TurnTrace): string[] {
  const answered = new Set(spans.filter((span) => !isOpen(span)).map(requestOf));
  const missing = [...requests].filter((request) => !answered.has(request)).length;
  if (missing === 0) return [];
  return requests.size === 1
    ? ['No span continues the request of this turn.']
    : [`No span continues ${missing} of the ${requests.size} requests of this turn.`];
}

/**
 * Checks if a source is known to report tools. Spans of requests and models do not prove that, because agents that report no
 * tools send them, too.
 */
function silenceAboutTools(
  source: string,
  spans: KeptSpan[],
  showing: ReadonlySet<string>,
  { busyElsewhere }: TurnTrace,
): string[] {
  const ofSource = spans.filter(({ service }) => service === source);
  const isBusyHere = ofSource.some(({ role }) => role === 'tool' || role === 'agent');
  if (showing.has(source) && !isBusyHere && busyElsewhere.has(source)) {
    return [
      `${source} sent spans of an agent or a tool in other traces during this turn, and none in its own: its agent does not continue the trace of the header traceparent.`,
    ];
  }
  if (showing.has(source) || ofSource.length === 0) return [];
  const what = ofSource.some(({ role }) => role === 'model')
    ? 'models, and none of an agent or a tool'
    : 'requests, and none of an agent or a tool';
  return [
    `${source} sent spans of ${what}, so nothing shows that it reports tools. Instrument the agent's framework, or have an earlier step of the test call a tool.`,
  ];
}

/** Checks that spans show all calls that models requested. Each requested call is made, and none is made earlier. */
function unseenTools(
  { spans, parentOf }: Pick<JoinedSpans, 'spans' | 'parentOf'>,
  calls: readonly SpannedCall[],
): string[] {
  const withinModel = spansBelowModels(spans, parentOf);
  const asking = spans.filter((span) => span.asked && !withinModel.has(span));
  const counts = new Map<string, number>();
  for (const { asked } of asking) {
    if (asked) counts.set(asked.layer, (counts.get(asked.layer) ?? 0) + asked.calls);
  }
  const most = Math.max(0, ...counts.values());
  if (calls.length > 0 && most > calls.length) {
    return [`Models asked for ${most} calls of tools, and spans show ${calls.length}.`];
  }
  const isOneClock = new Set([...asking, ...calls].map(sourceOf)).size < 2;
  const lastCallAt = Math.max(...calls.map(({ startedAt }) => startedAt));
  const isMissing =
    most > calls.length || (isOneClock && asking.some(({ startMs }) => startMs > lastCallAt));
  return isMissing ? ['A model asked for a tool, and no span shows that one ran.'] : [];
}

/** Finds model spans below other model spans, which show the same request from the client's and the server's side. */
function spansBelowModels(spans: KeptSpan[], parentOf: JoinedSpans['parentOf']): Set<KeptSpan> {
  const below = new Map<KeptSpan, boolean>();
  for (const span of spans) {
    const path = new Set<KeptSpan>();
    let found: boolean | undefined;
    for (let at = span; found === undefined; ) {
      const parent = parentOf(at);
      path.add(at);
      if (!parent || path.has(parent)) found = false;
      else if (parent.role !== undefined) found = parent.role === 'model';
      else {
        found = below.get(parent);
        at = parent;
      }
    }
    for (const one of path) below.set(one, found);
  }
  return new Set([...below].flatMap(([span, isBelow]) => (isBelow ? span : [])));
}

const sourceOf = (one: KeptSpan | SpannedCall): string =>
  'service' in one ? one.service : one.source;
