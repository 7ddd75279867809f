/**
 * Keeps the spans that a run receives, by the traces that it sent. Spans of other traces are kept for a while, since a later
 * link can show that they belong to a turn.
 */
import { randomBytes } from 'node:crypto';
import type { Span } from '@parley/telemetry';
import { createConversationValues, keyOfValue, type ValueOwner } from './conversation-values.ts';
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
  openTurn(conversation?: BookedConversation): TurnTrace;
  /** Begins a conversation, whose spans can be found by its values. */
  openConversation(): BookedConversation;
  /** Keeps the values of these attributes of all spans to come. */
  joinBy(attributes: Iterable<string>): void;
  /** @returns true if spans of the service have continued a trace that was sent */
  continues(service: string): boolean;
  /** Reports that a conversation of another run has a value, by its key. */
  contest(key: string): void;
}

/** Traces that were not started by a turn and in which a value of the conversation occurs. */
interface NamedTraces {
  traces: ReadonlyMap<string, KeptSpan>[];
  /** Keys of the values that no other conversation has. */
  keys: Set<string>;
  /** Why spans may belong to another conversation, or be missing, as sentences. */
  doubts: string[];
  /** True if a span has a value of the conversation in the trace of another one's turn. */
  elsewhere: boolean;
}

/** A conversation of which spans are found by its values. */
export interface BookedConversation {
  /** Adds a value that spans of the conversation have in an attribute. */
  claim(attribute: string, value: string): void;
  /** @returns the traces in which its values occur */
  traces(): NamedTraces;
  /** Traces of its turns. */
  turns: ReadonlySet<string>;
  /** @returns true if another conversation has a value of the span */
  namesOther(span: KeptSpan): boolean;
  /** Time of the last arrival, in milliseconds of `performance.now()`. */
  changedAt: number;
  /** Called whenever something new arrives. */
  onChange: (() => void) | undefined;
}

export interface SpanBookOptions {
  /** Called with the key of each value that is not of the conventions, since another run could use it, too. */
  onClaim?(key: string): void;
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
  /** @returns true if another conversation has a value of the span */
  namesOther(span: KeptSpan): boolean;
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
  onClaim,
}: SpanBookOptions = {}): SpanBook {
  const tracePrefix = randomBytes(8).toString('hex');
  const turns = new Map<string, OpenTurn>();
  const foreign = new Map<string, Map<string, KeptSpan>>();
  /** Traces that contain a link to a turn, by the trace of the turn. */
  const links = new Map<string, Set<string>>();
  /** Other traces in which different spans share an id. */
  const clashing = new Set<string>();
  const values = createConversationValues();
  const joinedBy = new Set<string>();
  /** Services with spans in the trace of a turn, or linked with one. */
  const continuing = new Set<string>();
  const owners = new WeakMap<BookedConversation, ValueOwner>();
  const turnsOf = new WeakMap<BookedConversation, Set<string>>();
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
    continuing.add(span.service);
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
    if (ofTurns.length > 0) continuing.add(span.service);
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
      values.forgetTrace(traceId);
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
      values.add(span);
    }
    return true;
  }

  return {
    tracePrefix,
    take: (spans) => takeKept(spans.map((span) => keptSpan(span, joinedBy))),
    takeKept,
    refresh,
    forgetOthers() {
      hasForgotten = true;
    },
    refuse(reason) {
      for (const turn of turns.values()) lose(turn, `Spans were refused: ${reason}`);
    },
    joinBy(attributes) {
      for (const attribute of attributes) joinedBy.add(attribute);
    },
    continues: (service) => continuing.has(service),
    contest: values.contest,
    openConversation() {
      const turnIds = new Set<string>();
      const conversation: BookedConversation = {
        turns: turnIds,
        namesOther: (span) => values.namesOther(span, owner),
        changedAt: performance.now(),
        onChange: undefined,
        claim(attribute, value) {
          if (values.claim(owner, attribute, value) && joinedBy.has(attribute)) {
            onClaim?.(keyOfValue(attribute, value));
          }
        },
        traces() {
          const found: NamedTraces = { traces: [], doubts: [], elsewhere: false, keys: new Set() };
          const ids = new Set<string>();
          for (const key of owner.keys.keys()) {
            const doubt = values.doubtOf(owner, key);
            if (doubt !== undefined) found.doubts.push(doubt);
            else found.keys.add(key);
            if (doubt === undefined) for (const id of values.tracesWith(key)) ids.add(id);
          }
          if (ids.size > 0 && hasForgotten) found.doubts.push(forgotten);
          if ([...ids].some((id) => clashing.has(id))) found.doubts.push(oneId);
          for (const id of ids) {
            const spans = foreign.get(id);
            if (spans) found.traces.push(spans);
            else if (isOwn(id) && !turnIds.has(id)) found.elsewhere = true;
          }
          return found;
        },
      };
      const owner = values.begin(() => {
        conversation.changedAt = performance.now();
        conversation.onChange?.();
      });
      owners.set(conversation, owner);
      turnsOf.set(conversation, turnIds);
      return conversation;
    },
    openTurn(conversation) {
      const id = tracePrefix + randomBytes(8).toString('hex');
      const owner = conversation && owners.get(conversation);
      if (conversation) turnsOf.get(conversation)?.add(id);
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
        namesOther: (span) => values.namesOther(span, owner),
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
