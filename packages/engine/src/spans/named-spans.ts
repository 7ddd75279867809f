/**
 * Decides which spans belong to a conversation because they have one of its values, or are below a span that does. Times do not
 * matter. A span with two candidates is not joined.
 */
import { keyOfValue } from './conversation-values.ts';
import type { KeptSpan } from './kept-span.ts';
import type { BookedConversation } from './span-book.ts';

export interface NamedSpans {
  spans: KeptSpan[];
  /** The joined spans by trace. */
  traces: KeptSpan[][];
  parentOf(span: KeptSpan): KeptSpan | undefined;
  /** Spans whose parent did not arrive. */
  orphans: KeptSpan[];
  /** Spans with two candidates. */
  shared: KeptSpan[];
  /** Spans of agents and tools in the same traces that name no conversation. */
  beside: KeptSpan[];
  doubts: string[];
  elsewhere: boolean;
}

/** What the spans from one up to the root of its trace name. */
interface Named {
  own: boolean;
  other: boolean;
  /** Traces of turns that they are linked with. */
  linked: ReadonlySet<string>;
  isComplete: boolean;
}

const none: ReadonlySet<string> = new Set();

export function joinNamed(conversation: BookedConversation): NamedSpans {
  const { traces, keys, doubts, elsewhere } = conversation.traces();
  const attributes = new Set([...keys].map((key) => key.slice(0, key.indexOf('\0'))));
  const joined: NamedSpans = {
    spans: [],
    traces: [],
    parentOf: ({ traceId, parentId }) =>
      parentId === undefined ? undefined : byTrace.get(traceId)?.get(parentId),
    orphans: [],
    shared: [],
    beside: [],
    doubts,
    elsewhere,
  };
  const byTrace = new Map<string, ReadonlyMap<string, KeptSpan>>();
  const look = (span: KeptSpan): Pick<Named, 'own' | 'other'> => {
    const values = Object.entries(span.ids ?? {});
    const isOwn = ([name, value]: [string, string]) => keys.has(keyOfValue(name, value));
    return {
      own: values.some(isOwn),
      other:
        conversation.namesOther(span) ||
        values.some((one) => attributes.has(one[0]) && !isOwn(one)),
    };
  };
  for (const trace of traces) {
    const here: KeptSpan[] = [];
    for (const [span, { own, other, linked, isComplete }] of namesIn(trace, look)) {
      byTrace.set(span.traceId, trace);
      const isOfOtherTurn = [...linked].some((id) => !conversation.turns.has(id));
      if (!isComplete) joined.orphans.push(span);
      if (own && (other || isOfOtherTurn)) joined.shared.push(span);
      // A link with a turn of this conversation shows more than a value.
      else if (own && linked.size === 0) here.push(span);
      else if (!own && !other && (span.role === 'tool' || span.role === 'agent'))
        joined.beside.push(span);
    }
    joined.spans.push(...here);
    if (here.length > 0) joined.traces.push(here);
  }
  return joined;
}

/** @returns what each span of a trace and those above it name */
function namesIn(
  trace: ReadonlyMap<string, KeptSpan>,
  look: (span: KeptSpan) => Pick<Named, 'own' | 'other'>,
): Map<KeptSpan, Named> {
  const found = new Map<KeptSpan, Named>();
  for (const span of trace.values()) {
    const path = new Set<KeptSpan>();
    let at: KeptSpan | undefined = span;
    let isComplete = true;
    while (at && !found.has(at)) {
      if (path.has(at)) {
        isComplete = false;
        at = undefined;
        break;
      }
      path.add(at);
      const { parentId }: KeptSpan = at;
      const parent: KeptSpan | undefined = parentId === undefined ? undefined : trace.get(parentId);
      if (parentId !== undefined && !parent) isComplete = false;
      at = parent;
    }
    let above: Named = (at && found.get(at)) ?? {
      own: false,
      other: false,
      linked: none,
      isComplete,
    };
    for (const one of [...path].reverse()) {
      const { own, other } = look(one);
      const links = one.links.map(({ traceId }) => traceId);
      above = {
        own: own || above.own,
        other: other || above.other,
        linked: links.length > 0 ? new Set([...above.linked, ...links]) : above.linked,
        isComplete: above.isComplete,
      };
      found.set(one, above);
    }
  }
  return found;
}
