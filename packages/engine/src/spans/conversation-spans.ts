/** The spans of one conversation: opens a trace for each turn, waits for its spans and combines them with the reply. */
import {
  mergeSpans,
  type SpanEvidence,
  type SpanList,
  type SpanSources,
  type ToolReport,
  tokenUseOf,
  type Values,
} from '@parley/suite';
import type { SentTraces } from '../channels/channel.ts';
import { createWait } from '../channels/wait.ts';
import type { StopSignal } from '../run-stop.ts';
import { callsIn } from './calls-in.ts';
import { evidenceOfTurn, type TurnEvidence, withNamed } from './evidence-of-turn.ts';
import { joinSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';
import { type NamedLook, openNamedEvidence } from './named-evidence.ts';
import { showSpans } from './show-spans.ts';
import type { SpanBook, TurnTrace } from './span-book.ts';
import { tokensIn } from './tokens-in.ts';

/** Facts about a turn at the time when it was judged. */
interface Known {
  turn: TurnTrace;
  /** Names of the tools that were called. */
  names: string[];
  /** Requests to models that report their tokens. */
  requests: number;
}

export interface ConversationSpans {
  /** Starts a new turn: everything that is sent from now on belongs to it. */
  beginTurn(): void;
  traces: SentTraces;
  /** Adds the evidence of the spans to the reply's own report about the turn. */
  addTo(report: ToolReport | undefined, turn: TurnKind): Promise<ToolReport>;
  late(of: { isAboutTokens: boolean }): Promise<LateSpans>;
  /** Returns the spans of the turn for display; undefined if there are none. */
  show(): SpanList | undefined;
  close(): void;
}

export interface LateSpans {
  /**
   * Names of tools whose calls were reported only after their turn was judged. If tokens are checked, requests to models are
   * included.
   */
  names: string[];
  /** What spans have shown since the last turn was judged that makes its evidence uncertain, as a sentence. */
  doubt?: string | undefined;
}

interface TurnKind {
  /** True if the user sent no message in the turn. */
  isIdle: boolean;
  /**
   * True if a check needs the spans, so they are waited for. Otherwise, the spans received so far do not prove that a call is
   * absent.
   */
  isAsked: boolean;
  /** True if something was sent to the bot. */
  isSpoken: boolean;
  /** Values that the turn saves. */
  saved: Values;
}

const settleMsDefault = 2_000;
const timeoutMsDefault = 15_000;

export function openConversationSpans(
  book: SpanBook,
  evidence: SpanSources,
  stop: StopSignal,
  values: () => Values = () => ({}),
): ConversationSpans {
  const { sources, settleMs = settleMsDefault, timeoutMs = timeoutMsDefault } = evidence;
  const byValue = openNamedEvidence(book, evidence, values);
  const { conversation } = byValue;
  byValue.learn();
  const judged: Known[] = [];
  const all: TurnTrace[] = [];
  const showing = new Set<string>();
  let current: TurnTrace | undefined;
  let connection: TurnTrace | undefined;
  /** The last turn in which a message carried a trace, with its calls known so far. */
  let last: Known | undefined;
  /** Names of calls in the trace of the connection when a turn was last judged. */
  let unplaced: string[] = [];
  let turns = 0;
  /** What was reported last about spans that are joined by values; undefined before a turn was judged by them. */
  let lastNamed: NamedLook | undefined;
  const shown = new Set<KeptSpan>();

  const look = (turn: TurnTrace, seen = byValue.look()) => {
    const found = evidenceOfTurn(turn, sources, showing, seen?.named, byValue.continues);
    return connection ? withUnplaced(found, connection) : found;
  };

  /** Adds the calls and gaps of spans that are joined by values. */
  function withValues(
    turn: TurnTrace,
    of: (seen: NamedLook | undefined) => TurnEvidence,
  ): { found: TurnEvidence; seen: NamedLook | undefined } {
    const seen = byValue.look();
    const found = of(seen);
    if (!seen) return { found, seen };
    const { calls, gaps, awaited, named } = seen;
    const isModelNamed = named.spans.some(({ role }) => role === 'model');
    const use = found.tokens && tokensIn(withNamed(joinSpans(turn), named), sources);
    const tokens =
      use && turns === 1
        ? tokenUseOf(use.requests, [...found.gaps, ...gaps, ...use.gaps])
        : found.tokens;
    const joined: TurnEvidence = {
      ...found,
      calls: [...found.calls, ...calls].toSorted((a, b) => a.startedAt - b.startedAt),
      awaited: [...found.awaited, ...awaited],
      joinGaps: gaps,
      ...(tokens && { tokens }),
    };
    return {
      found: isModelNamed && turns > 1 ? withTokenGap(joined, modelNamed) : joined,
      seen,
    };
  }

  /** The evidence of a turn whose messages carry no trace, since only the connection has one, for all turns. */
  function lookAtConnection(trace: TurnTrace): TurnEvidence {
    const calls = turns === 1 ? callsIn(joinSpans(trace)) : [];
    // Calls that arrived prove that they were made, but nothing proves that there were no others.
    const awaited = calls.length === 0 ? [connectionAlone] : [];
    return { sources, calls, gaps: [connectionAlone], awaited };
  }

  /** Waits until nothing is missing and nothing new has arrived for a while. */
  async function settled(turn: TurnTrace, look: () => TurnEvidence): Promise<TurnEvidence> {
    const from = performance.now();
    const changedAt = () => Math.max(turn.changedAt, conversation.changedAt, from);
    for (;;) {
      let evidence = look();
      const now = performance.now();
      const until = changedAt() + settleMs;
      const isOverdue = now >= from + timeoutMs;
      if ((evidence.awaited.length === 0 && now >= until) || isOverdue) {
        // Includes spans that were received but not read yet.
        await book.refresh();
        stop.throwIfStopped();
        evidence = look();
      }
      const isComplete = evidence.awaited.length === 0;
      if (isComplete && now >= changedAt() + settleMs) return evidence;
      if (isOverdue) {
        return isComplete ? withGap(evidence, unsettled(timeoutMs)) : evidence;
      }
      await somethingNew(turn, Math.min(from + timeoutMs, isComplete ? until : Infinity));
      stop.throwIfStopped();
    }
  }

  /** Spans of an agent's work during a pause belong to the trace of the previous turn. */
  async function evidenceOfPause(): Promise<Omit<SpanEvidence, 'sources' | 'calls'>> {
    if (!last) return { gaps: connection ? [connectionAlone] : [] };
    const { turn, names, requests } = last;
    const found = await settled(turn, () => look(turn));
    const { calls, gaps, tokens } = found;
    const [late] = more(namesOf(calls), names);
    const isMore = requestsIn(found) > requests;
    const ofTokens = [...(isMore ? [askedBetween] : []), ...(tokens?.gaps ?? [])];
    return {
      gaps: late === undefined ? gaps : [calledBetween(late), ...gaps],
      tokens: tokenUseOf([], ofTokens),
    };
  }

  async function somethingNew(turn: TurnTrace, until: number): Promise<void> {
    const wait = createWait();
    const forget = stop.whenStopped(wait.end);
    turn.onChange = wait.end;
    conversation.onChange = wait.end;
    await wait.until(until);
    turn.onChange = undefined;
    conversation.onChange = undefined;
    forget();
  }

  /** Chooses what shows the calls of a turn. `isIdle` turns have no trace of their own. */
  function lookAt(turn: TurnTrace, seen: NamedLook | undefined): TurnEvidence {
    if (turn.requests.size > 0) return look(turn, seen);
    const isJoined = seen !== undefined && (connection?.spans.size ?? 0) === 0;
    if (isJoined) return evidenceOfTurn(turn, sources, showing, seen.named, byValue.continues);
    if (connection) return lookAtConnection(connection);
    return { sources, calls: [], gaps: [untraced], awaited: [] };
  }

  async function addTo(
    report: ToolReport | undefined,
    turn: TurnTrace,
    { isIdle, isAsked }: TurnKind,
  ): Promise<ToolReport> {
    const hasTrace = turn.requests.size > 0;
    let seen: NamedLook | undefined;
    const both = (of: (seen: NamedLook | undefined) => TurnEvidence) => () => {
      const looked = withValues(turn, of);
      seen = looked.seen;
      return looked.found;
    };
    const finish = (found: SpanEvidence): ToolReport => {
      byValue.report(seen);
      if (isAsked && seen) lastNamed = seen;
      return mergeSpans(report, found);
    };
    if (!hasTrace && isIdle) {
      const known = isAsked ? await evidenceOfPause() : { gaps: [] };
      const pause = both(() => ({ sources, calls: [], awaited: [], ...known }));
      return finish(isAsked && byValue.look() ? await settled(turn, pause) : pause());
    }
    const lookNow = both((named) => lookAt(turn, named));
    if (!isAsked) {
      const found = lookNow();
      if (hasTrace) last = knownOf(turn, look(turn, seen));
      return finish({ ...found, gaps: [notAwaited, ...found.gaps] });
    }
    const isSettled = hasTrace || connection || byValue.look();
    const waited = hasTrace ? turn : (connection ?? turn);
    const found = isSettled ? await settled(waited, lookNow) : lookNow();
    if (hasTrace) {
      last = knownOf(turn, look(turn, seen));
      judged.push(last);
    }
    if (connection) unplaced = namesOfTools(connection);
    return finish(found);
  }

  return {
    beginTurn() {
      // More traces than messages show that the number of traces proves nothing, so look before the next message.
      byValue.look();
      turns += 1;
      current = book.openTurn(conversation);
      all.push(current);
    },
    traces: {
      message: () => current?.traceparent(),
      connection() {
        if (!connection) {
          connection = book.openTurn(conversation);
          all.push(connection);
        }
        return connection.traceparent();
      },
    },
    async addTo(report, kind) {
      if (!current) return mergeSpans(report, { sources, calls: [], gaps: [untraced] });
      byValue.addTurn(current, kind.isSpoken);
      byValue.learn(kind.saved);
      return addTo(report, current, kind);
    },
    async late({ isAboutTokens }) {
      if (judged.length === 0 && !lastNamed) return { names: [] };
      await book.refresh();
      const seen = byValue.look();
      const inTurns = judged.flatMap(({ turn, names, requests }) => {
        const found = look(turn, seen);
        const isMore = isAboutTokens && requestsIn(found) > requests;
        return [...more(namesOf(found.calls), names), ...(isMore ? [modelAsked] : [])];
      });
      const onConnection = connection ? namesOfTools(connection) : [];
      const before = new Set(lastNamed?.gaps);
      const isLater = ({ named }: NamedLook) =>
        isAboutTokens && models(named.spans) > models(lastNamed?.named.spans ?? []);
      return {
        names: [
          ...inTurns,
          ...more(onConnection, unplaced),
          ...namesOf(seen?.calls ?? []),
          ...(seen && isLater(seen) ? [modelAsked] : []),
        ],
        doubt: seen?.gaps.find((gap) => !seen.awaited.includes(gap) && !before.has(gap)),
      };
    },
    show() {
      const turn = current && current.requests.size > 0 ? current : (connection ?? current);
      if (!turn) return undefined;
      const joined = joinSpans(turn);
      const { named } = byValue.look() ?? {};
      const fresh = named?.spans.filter((span) => !shown.has(span)) ?? [];
      for (const span of fresh) shown.add(span);
      const unjoined = new Map(turn.foreignCounts());
      for (const { service } of named?.spans ?? [])
        unjoined.set(service, (unjoined.get(service) ?? 1) - 1);
      for (const [service, count] of unjoined) if (count <= 0) unjoined.delete(service);
      const disputed = [...joined.disputed, ...(named?.shared ?? [])];
      const all = withNamed(joined, named && { ...named, spans: fresh });
      const isEmpty = all.spans.length === 0 && unjoined.size === 0 && disputed.length === 0;
      return isEmpty ? undefined : showSpans(all, unjoined, disputed);
    },
    close() {
      for (const turn of all) turn.close();
    },
  };
}

const models = (spans: readonly KeptSpan[]): number =>
  spans.filter(({ role }) => role === 'model').length;

const modelNamed =
  'Models of this conversation were asked in traces that nothing assigns to a turn.';

const notAwaited =
  'The spans of this turn were not waited for, because neither a check of the test nor the gate of the suite needed them.';

const namesOf = (calls: readonly { name: string }[]) => calls.map(({ name }) => name);

const requestsIn = ({ tokens }: TurnEvidence): number => tokens?.requests ?? 0;

const modelAsked = 'a request to a model';

const namesOfTools = (connection: TurnTrace): string[] => namesOf(callsIn(joinSpans(connection)));

const knownOf = (turn: TurnTrace, evidence: TurnEvidence): Known => ({
  turn,
  names: namesOf(evidence.calls),
  requests: requestsIn(evidence),
});

/** @returns the names that were not there before; repeated names count separately */
function more(names: string[], before: string[]): string[] {
  const known = [...before];
  return names.filter((name) => {
    const at = known.indexOf(name);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

const connectionAlone =
  'Messages of this conversation carry no trace, only its connection does. Put {{traceparent}} into "request" of the channel, and continue it in the agent.';

/** Marks the evidence as uncertain: calls and models in the trace of the connection may belong to any turn. */
function withUnplaced(evidence: TurnEvidence, connection: TurnTrace): TurnEvidence {
  const joined = joinSpans(connection);
  const [call] = callsIn(joined);
  if (call)
    return withGap(
      evidence,
      `${call.name} was called in the trace of the connection, and nothing shows in which turn.`,
    );
  const isModelAsked = joined.spans.some(({ role }) => role === 'model');
  return isModelAsked ? withTokenGap(evidence, modelUnplaced) : evidence;
}

const modelUnplaced =
  'A model was asked in the trace of the connection, and nothing shows in which turn.';

/** Adds a reason why there may be more calls and tokens than are known. */
const withGap = (evidence: TurnEvidence, gap: string): TurnEvidence =>
  withTokenGap({ ...evidence, gaps: [gap, ...evidence.gaps] }, gap);

function withTokenGap(evidence: TurnEvidence, gap: string): TurnEvidence {
  const { tokens } = evidence;
  return tokens
    ? { ...evidence, tokens: { ...tokens, gaps: [gap, ...(tokens.gaps ?? [])] } }
    : evidence;
}

const calledBetween = (name: string) =>
  `${name} was called in the trace of the turn before, and nothing shows if in this pause. Check it with "conversation tool".`;

const askedBetween =
  'A model was asked in the trace of the turn before, and nothing shows if in this pause. Check it with "conversation tokens".';

const untraced = 'Nothing that was sent in this turn carried a trace.';

const unsettled = (timeoutMs: number) =>
  `Spans were still arriving when their time ran out (${timeoutMs / 1000} s). Raise "timeout" under evidence.`;
