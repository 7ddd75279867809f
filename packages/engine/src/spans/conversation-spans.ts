/** The spans of one conversation: opens a trace for each turn, waits for what comes of it and joins it with the reply. */
import { mergeSpans, type SpanSources, type ToolReport } from '@parley/suite';
import { createWait } from '../channels/wait.ts';
import type { StopSignal } from '../run-stop.ts';
import { evidenceOfTurn, type TurnEvidence } from './evidence-of-turn.ts';
import type { SpanBook, TurnTrace } from './span-book.ts';

export interface ConversationSpans {
  /** What is sent from now on belongs to the next turn. */
  beginTurn(): void;
  /** The header of the next request of the turn; undefined before the first one. */
  traceparent(): string | undefined;
  /** Adds what spans show to what the reply reported in the turn. */
  addTo(report: ToolReport | undefined, turn: TurnKind): Promise<ToolReport>;
  /** @returns the names of tools that were called in a turn, and reported after it was judged */
  late(): string[];
  close(): void;
}

interface TurnKind {
  /** Nothing was said in it. */
  isIdle: boolean;
  /** A check needs the spans, so they are waited for. Otherwise those that came so far prove no absence. */
  isAsked: boolean;
}

const settleMsDefault = 2_000;
const timeoutMsDefault = 15_000;

export function openConversationSpans(
  book: SpanBook,
  { sources, settleMs = settleMsDefault, timeoutMs = timeoutMsDefault }: SpanSources,
  stop: StopSignal,
): ConversationSpans {
  const judged: { turn: TurnTrace; names: string[] }[] = [];
  const all: TurnTrace[] = [];
  const showing = new Set<string>();
  let current: TurnTrace | undefined;

  const look = (turn: TurnTrace) => evidenceOfTurn(turn, sources, showing);

  /** Waits until nothing is missing and nothing new has come for a while. */
  async function settled(turn: TurnTrace): Promise<TurnEvidence> {
    const from = performance.now();
    for (;;) {
      const evidence = look(turn);
      const now = performance.now();
      const until = Math.max(turn.changedAt, from) + settleMs;
      const isComplete = evidence.awaited.length === 0;
      if (isComplete && now >= until) return evidence;
      if (now >= from + timeoutMs) {
        return isComplete
          ? { ...evidence, gaps: [...evidence.gaps, unsettled(timeoutMs)] }
          : evidence;
      }
      await somethingNew(turn, Math.min(from + timeoutMs, isComplete ? until : Infinity));
      stop.throwIfStopped();
    }
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
      current = book.openTurn();
      all.push(current);
    },
    traceparent: () => current?.traceparent(),
    async addTo(report, { isIdle, isAsked }) {
      const turn = current;
      if (!turn || turn.requests.size === 0) {
        return mergeSpans(report, { sources, calls: [], gaps: isIdle ? [] : [untraced] });
      }
      if (!isAsked) {
        const { calls, gaps } = look(turn);
        return mergeSpans(report, { sources, calls, gaps: [notAwaited, ...gaps] });
      }
      const evidence = await settled(turn);
      judged.push({ turn, names: evidence.calls.map(({ name }) => name) });
      return mergeSpans(report, evidence);
    },
    late: () =>
      judged.flatMap(({ turn, names }) => {
        const before = [...names];
        return look(turn)
          .calls.map(({ name }) => name)
          .filter((name) => {
            const at = before.indexOf(name);
            if (at >= 0) before.splice(at, 1);
            return at < 0;
          });
      }),
    close() {
      for (const turn of all) turn.close();
    },
  };
}

const notAwaited =
  'The spans of this turn were not waited for, because no check of the test needed them.';

const untraced = 'Nothing that was sent in this turn carried a trace.';

const unsettled = (timeoutMs: number) =>
  `Spans were still coming when the time for them was over (${timeoutMs / 1000} s). Raise "timeout" under evidence.`;
