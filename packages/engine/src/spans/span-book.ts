/**
 * Keeps the spans that a run receives, by the traces that it sent. Spans of other traces are kept for a while, since a later
 * link can show that they belong to a turn.
 */
import { randomBytes } from 'node:crypto';
import type { Span } from '@parley/telemetry';
import { type KeptSpan, keptSpan } from './kept-span.ts';

/** Default limit for the characters of spans that are kept of turns. `foreignSizeMax` is the limit for other traces. */
const keptSizeMaxDefault = 256 * 1024 * 1024;
const foreignSizeMax = 32 * 1024 * 1024;
/** Maximum number of spans kept per turn. */
const spansPerTurnMax = 20_000;

export interface SpanBook {
  /** Prefix of the ids of all traces that the book opens: 16 hexadecimal digits. */
  tracePrefix: string;
  /**
   * Adds received spans.
   *
   * @returns false if there is no room for them now
   */
  take(spans: readonly Span[]): boolean;
  /** Adds spans that another process has received and read. Returns false if there is no room for them now. */
  takeKept(spans: readonly KeptSpan[]): boolean;
  /** Reports that spans arrived but were not kept, so that open turns may miss them. */
  refuse(reason: string): void;
  /** Reports that spans of other traces arrived but were not kept. */
  forgetOthers(): void;
  /** Adds everything received so far. Await this before judging that a call is absent. */
  refresh(): Promise<void>;
  openTurn(): TurnTrace;
}

export interface SpanBookOptions {
  /** Maximum characters that are kept of the spans of turns. */
  keptSizeMax?: number;
  /** Adds what another process has received. Absent if spans are added as they arrive. */
  refresh?(): Promise<void>;
}

/** The trace of a turn with its spans. */
export interface TurnTrace {
  id: string;
  /** Parent IDs that were sent to the agent, one per request. */
  requests: ReadonlySet<string>;
  /** @returns the next value of the header `traceparent`, for one request */
  traceparent(): string;
  spans: ReadonlyMap<string, KeptSpan>;
  /** Spans of other traces that contain a link to this one. */
  linked(): ReadonlyMap<string, KeptSpan>[];
  /** Reasons why spans of the turn may be missing. */
  losses: ReadonlySet<string>;
  /** Time of the last arrival, in milliseconds of `performance.now()`. */
  changedAt: number;
  /** Called whenever something new arrives. */
  onChange: (() => void) | undefined;
  /** @returns the number of spans that belong to no turn, by service */
  foreignCounts(): ReadonlyMap<string, number>;
  /** Services that reported agents or tools in other traces since the turn began. */
  busyElsewhere: ReadonlySet<string>;
  close(): void;
}

type OpenTurn = { -readonly [K in keyof TurnTrace]: TurnTrace[K] } & {
  requests: Set<string>;
  spans: Map<string, KeptSpan>;
  losses: Set<string>;
  busyElsewhere: Set<string>;
};

export function createSpanBook({
  keptSizeMax = keptSizeMaxDefault,
  refresh = async () => {},
}: SpanBookOptions = {}): SpanBook {
  const tracePrefix = randomBytes(8).toString('hex');
  const turns = new Map<string, OpenTurn>();
  const foreign = new Map<string, Map<string, KeptSpan>>();
  /** Traces that contain a link to a turn, by the trace of the turn. */
  const links = new Map<string, Set<string>>();
  /** Other traces in which different spans share an id. */
  const clashing = new Set<string>();
  let keptSize = 0;
  let foreignSize = 0;
  let hasForgotten = false;

  /** @returns true for traces of this book. Late spans of closed turns do not belong to another trace, either. */
  const isOwn = (traceId: string) => traceId.startsWith(tracePrefix);

  function change(turn: OpenTurn): void {
    turn.changedAt = performance.now();
    turn.onChange?.();
  }

  function lose(turn: OpenTurn, reason: string): void {
    turn.losses.add(reason);
    change(turn);
  }

  function addTo(turn: OpenTurn, span: KeptSpan): void {
    if (turn.spans.size >= spansPerTurnMax && !turn.spans.has(span.spanId)) {
      lose(turn, `More than ${spansPerTurnMax} spans arrived in one turn.`);
      return;
    }
    if (isOther(span, turn.spans.get(span.spanId))) lose(turn, oneId);
    keptSize += put(turn.spans, span);
    change(turn);
  }

  function addForeign({ links: all, ...rest }: KeptSpan): void {
    const { traceId } = rest;
    // Only links with turns show to which turn a span belongs.
    const ofTurns = all.filter((link) => isOwn(link.traceId));
    const span = { ...rest, links: ofTurns };
    const trace = foreign.get(traceId) ?? new Map<string, KeptSpan>();
    foreign.set(traceId, trace);
    if (isOther(span, trace.get(span.spanId))) clashing.add(traceId);
    foreignSize += put(trace, span);
    for (const link of ofTurns) {
      if (!turns.has(link.traceId)) continue;
      const traces = links.get(link.traceId) ?? new Set();
      links.set(link.traceId, traces.add(traceId));
    }
    for (const [turnId, traces] of links) {
      const turn = traces.has(traceId) ? turns.get(turnId) : undefined;
      if (turn) change(turn);
    }
    if (span.role === 'tool' || span.role === 'agent') {
      for (const turn of turns.values()) turn.busyElsewhere.add(span.service);
    }
    forgetOldest();
  }

  function forgetOldest(): void {
    for (const [traceId, trace] of foreign) {
      if (foreignSize <= foreignSizeMax) return;
      for (const { size } of trace.values()) foreignSize -= size;
      foreign.delete(traceId);
      clashing.delete(traceId);
      hasForgotten = true;
    }
  }

  function takeKept(spans: Iterable<KeptSpan>): boolean {
    if (keptSize >= keptSizeMax) return false;
    for (const span of spans) {
      const turn = turns.get(span.traceId);
      if (turn) addTo(turn, span);
      else if (!isOwn(span.traceId)) addForeign(span);
    }
    return true;
  }

  return {
    tracePrefix,
    take: (spans) => takeKept(spans.map(keptSpan)),
    takeKept,
    refresh,
    forgetOthers() {
      hasForgotten = true;
    },
    refuse(reason) {
      for (const turn of turns.values()) lose(turn, `Spans were refused: ${reason}`);
    },
    openTurn() {
      const id = tracePrefix + randomBytes(8).toString('hex');
      const turn: OpenTurn = {
        id,
        requests: new Set(),
        traceparent() {
          const request = randomBytes(8).toString('hex');
          turn.requests.add(request);
          return `00-${id}-${request}-01`;
        },
        spans: new Map(),
        linked() {
          const traces = [...(links.get(id) ?? [])];
          // Older parts of a trace that turned out to belong here may have been dropped.
          if (traces.length > 0 && hasForgotten) turn.losses.add(forgotten);
          if (traces.some((traceId) => clashing.has(traceId))) turn.losses.add(oneId);
          return traces.flatMap((traceId) => foreign.get(traceId) ?? []);
        },
        losses: new Set(),
        busyElsewhere: new Set(),
        changedAt: performance.now(),
        onChange: undefined,
        foreignCounts() {
          const counts = new Map<string, number>();
          for (const trace of foreign.values()) {
            for (const { service } of trace.values()) {
              counts.set(service, (counts.get(service) ?? 0) + 1);
            }
          }
          return counts;
        },
        close() {
          if (!turns.delete(id)) return;
          links.delete(id);
          for (const { size } of turn.spans.values()) keptSize -= size;
          turn.spans.clear();
        },
      };
      turns.set(id, turn);
      return turn;
    },
  };
}

const forgotten = 'More spans of other traces arrived than are kept.';

const oneId = 'Several spans have one ID, so not all of them are kept.';

/**
 * @returns true if two spans with the same id differ. Forked processes can draw the same ids, and some tracers use one id for
 * both ends of a request.
 */
const isOther = (span: KeptSpan, before: KeptSpan | undefined): boolean =>
  before !== undefined &&
  (before.service !== span.service ||
    before.startMs !== span.startMs ||
    before.parentId !== span.parentId);

/**
 * Stores a span. A span that arrives again is ignored, unless it completes one that had not ended.
 * @returns the number of additional characters kept
 */
function put(spans: Map<string, KeptSpan>, span: KeptSpan): number {
  const before = spans.get(span.spanId);
  if (before && (before.endMs !== undefined || span.endMs === undefined)) return 0;
  spans.set(span.spanId, span);
  return span.size - (before?.size ?? 0);
}
