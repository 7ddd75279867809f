/**
 * Decides which spans belong to a turn: those of its trace, and those below a span that is linked with that trace. Times do not
 * matter.
 */
import type { KeptSpan } from './kept-span.ts';
import type { TurnTrace } from './span-book.ts';

export interface JoinedSpans {
  spans: KeptSpan[];
  /** Returns the span that encloses another one, if it arrived. */
  parentOf(span: KeptSpan): KeptSpan | undefined;
  /** Returns the parent id of the turn's request that a span directly continues. */
  requestOf(span: KeptSpan): string | undefined;
  /** Spans whose parent did not arrive. */
  orphans: KeptSpan[];
  /** Spans that are linked with several turns, so that nothing shows to which turn they belong. */
  shared: KeptSpan[];
  /** Spans that name another conversation of the run, or are below one that does. */
  disputed: KeptSpan[];
}

type Turn = Pick<TurnTrace, 'id' | 'requests' | 'spans' | 'linked'> &
  Partial<Pick<TurnTrace, 'namesOther'>>;

export function joinSpans(turn: Turn): JoinedSpans {
  const spans = [...turn.spans.values()];
  const traces = new Map<string, ReadonlyMap<string, KeptSpan>>([[turn.id, turn.spans]]);
  const orphans: KeptSpan[] = [];
  const shared: KeptSpan[] = [];
  for (const trace of turn.linked()) {
    for (const [span, { owner, isComplete }] of ownersIn(trace)) {
      traces.set(span.traceId, trace);
      const turns = new Set(owner?.links.map(({ traceId }) => traceId));
      // If a span's ancestors are missing, nothing shows that it belongs to another turn.
      if (!isComplete) orphans.push(span);
      else if (!turns.has(turn.id)) continue;
      else if (turns.size > 1) shared.push(span);
      else spans.push(span);
    }
  }
  const parentOf = ({ traceId, parentId }: KeptSpan) =>
    parentId === undefined ? undefined : traces.get(traceId)?.get(parentId);
  const requestOf = ({ parentId, links, traceId }: KeptSpan) =>
    traceId === turn.id
      ? parentId !== undefined && turn.requests.has(parentId)
        ? parentId
        : undefined
      : links.find((link) => link.traceId === turn.id && turn.requests.has(link.spanId))?.spanId;
  for (const span of turn.spans.values()) {
    const { parentId } = span;
    if (parentId !== undefined && !parentOf(span) && !turn.requests.has(parentId)) {
      orphans.push(span);
    }
  }
  const disputed = disputedIn(spans, parentOf, turn.namesOther);
  const mine = disputed.length === 0 ? spans : spans.filter((span) => !disputed.includes(span));
  return { spans: mine, parentOf, requestOf, orphans, shared, disputed };
}

function disputedIn(
  spans: KeptSpan[],
  parentOf: JoinedSpans['parentOf'],
  namesOther: TurnTrace['namesOther'] = () => false,
): KeptSpan[] {
  const naming = new Set(spans.filter((span) => span.ids && namesOther(span)));
  if (naming.size === 0) return [];
  return spans.filter((span) => {
    const path = new Set<KeptSpan>();
    for (let at: KeptSpan | undefined = span; at && !path.has(at); at = parentOf(at)) {
      if (naming.has(at)) return true;
      path.add(at);
    }
    return false;
  });
}

interface Owner {
  /** The span itself, or the nearest one above it, that is linked with another trace. */
  owner?: KeptSpan;
  /** True if all spans up to the owner arrived. */
  isComplete: boolean;
}

/** @returns the owner of each span of a trace */
function ownersIn(trace: ReadonlyMap<string, KeptSpan>): Map<KeptSpan, Owner> {
  const owners = new Map<KeptSpan, Owner>();
  for (const span of trace.values()) {
    const path = new Set<KeptSpan>();
    let found: Owner | undefined;
    for (let at = span; !found; ) {
      path.add(at);
      const parent = at.parentId === undefined ? undefined : trace.get(at.parentId);
      if (at.links.length > 0) found = { owner: at, isComplete: true };
      else if (at.parentId === undefined) found = { isComplete: true };
      else if (!parent || path.has(parent)) found = { isComplete: false };
      else {
        found = owners.get(parent);
        at = parent;
      }
    }
    for (const one of path) owners.set(one, found);
  }
  return owners;
}
