/** The spans of one conversation: opens a trace for each turn, waits for its spans and combines them with the reply. */
import {
  mergeSpans,
  type SpanEvidence,
  type SpanList,
  type SpanSources,
  type ToolReport,
  tokenUseOf,
} from '@parley/suite';
import type { SentTraces } from '../channels/channel.ts';
import { createWait } from '../channels/wait.ts';
import type { StopSignal } from '../run-stop.ts';
import { callsIn } from './calls-in.ts';
import { evidenceOfTurn, type TurnEvidence } from './evidence-of-turn.ts';
import { joinSpans } from './joined-spans.ts';
import { showSpans } from './show-spans.ts';
import type { SpanBook, TurnTrace } from './span-book.ts';

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
  /**
   * @returns the names of tools whose calls were reported only after their turn was judged. If tokens are checked, requests to
   * models are included.
   */
  late(of: { isAboutTokens: boolean }): Promise<string[]>;
  /** Returns the spans of the turn for display; undefined if there are none. */
  show(): SpanList | undefined;
  close(): void;
}

interface TurnKind {
  /** True if the user sent no message in the turn. */
  isIdle: boolean;
  /**
   * True if a check needs the spans, so they are waited for. Otherwise, the spans received so far do not prove that a call is
   * absent.
   */
  isAsked: boolean;
}

const settleMsDefault = 2_000;
const timeoutMsDefault = 15_000;

export function openConversationSpans(
  book: SpanBook,
  { sources, settleMs = settleMsDefault, timeoutMs = timeoutMsDefault }: SpanSources,
  stop: StopSignal,
): ConversationSpans {
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

  const look = (turn: TurnTrace) => {
    const evidence = evidenceOfTurn(turn, sources, showing);
    return connection ? withUnplaced(evidence, connection) : evidence;
  };

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
    for (;;) {
      let evidence = look();
      const now = performance.now();
      const until = Math.max(turn.changedAt, from) + settleMs;
      const isOverdue = now >= from + timeoutMs;
      if ((evidence.awaited.length === 0 && now >= until) || isOverdue) {
        // Includes spans that were received but not read yet.
        await book.refresh();
        stop.throwIfStopped();
        evidence = look();
      }
      const isComplete = evidence.awaited.length === 0;
      if (isComplete && now >= Math.max(turn.changedAt, from) + settleMs) return evidence;
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
    const evidence = await settled(turn, () => look(turn));
    const { calls, gaps, tokens } = evidence;
    const [late] = more(namesOf(calls), names);
    const isMore = requestsIn(evidence) > requests;
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
    await wait.until(until);
    turn.onChange = undefined;
    forget();
  }

  return {
    beginTurn() {
      turns += 1;
      current = book.openTurn();
      all.push(current);
    },
    traces: {
      message: () => current?.traceparent(),
      connection() {
        if (!connection) {
          connection = book.openTurn();
          all.push(connection);
        }
        return connection.traceparent();
      },
    },
    async addTo(report, { isIdle, isAsked }) {
      const turn = current;
      const hasTrace = turn !== undefined && turn.requests.size > 0;
      if (!hasTrace && isIdle) {
        const known = isAsked ? await evidenceOfPause() : { gaps: [] };
        return mergeSpans(report, { sources, calls: [], ...known });
      }
      if (!hasTrace && !connection) {
        return mergeSpans(report, { sources, calls: [], gaps: [untraced] });
      }
      const trace = hasTrace ? turn : (connection as TurnTrace);
      const lookAt = () => (hasTrace ? look(trace) : lookAtConnection(trace));
      if (!isAsked) {
        const evidence = lookAt();
        const { calls, gaps } = evidence;
        if (hasTrace) last = knownOf(turn, evidence);
        return mergeSpans(report, { sources, calls, gaps: [notAwaited, ...gaps] });
      }
      const evidence = await settled(trace, lookAt);
      if (hasTrace) {
        last = knownOf(turn, evidence);
        judged.push(last);
      }
      if (connection) unplaced = namesOfTools(connection);
      return mergeSpans(report, evidence);
    },
    async late({ isAboutTokens }) {
      if (judged.length === 0) return [];
      await book.refresh();
      const inTurns = judged.flatMap(({ turn, names, requests }) => {
        const evidence = look(turn);
        const isMore = isAboutTokens && requestsIn(evidence) > requests;
        return [...more(namesOf(evidence.calls), names), ...(isMore ? [modelAsked] : [])];
      });
      const onConnection = connection ? namesOfTools(connection) : [];
      return [...inTurns, ...more(onConnection, unplaced)];
    },
    show() {
      const turn = current && current.requests.size > 0 ? current : connection;
      if (!turn) return undefined;
      const joined = joinSpans(turn);
      const unjoined = turn.foreignCounts();
      const isEmpty = joined.spans.length === 0 && unjoined.size === 0;
      return isEmpty ? undefined : showSpans(joined, unjoined);
    },
    close() {
      for (const turn of all) turn.close();
    },
  };
}

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
