/**
 * Reads the stored events of a run. If they are many or large, a process of the pool does it (see read-stored-run.ts), because
 * the time depends on the bot and the suite.
 */
import { renderJunit } from '@parley/engine/junit';
import { foldEvents, type RunEvent, type RunResult, readEvent, spellEvent } from '@parley/suite';
import { briefEvent, briefRequest, forGate, vacuousOf } from './brief-event.ts';
import { failuresIn, type RunFailure, withBroken } from './failures-in.ts';
import { judgedRepliesIn, type ReplyOfRun, withJudged } from './judged-replies.ts';
import { presentSharedRun, type RunToShare, sharedTextMax } from './present-shared-run.ts';
import { presentTest } from './present-tests.ts';

/** Purposes of reading a run, with the input of each besides the events. */
export interface Readings {
  /** Tests from index `from` to before `to`, as the public API presents them. */
  tests: { from: number; to: number };
  junit: { suiteName: string };
  /** View of the run for its share links. */
  share: { run: RunToShare };
  /** Fold of the run's brief events. */
  brief: Record<never, never>;
  /** Failures of the run. */
  failures: Record<never, never>;
  /** Fold of the events as a gate needs them. */
  gate: Record<never, never>;
  /** Replies that a judge read. */
  judged: Record<never, never>;
}

export interface ReadAs {
  /** `items` is a JSON list; `end` is the index of the next test, or null after the last one. */
  tests: { items: string; end: number | null };
  junit: string;
  /** A `SharedRunView` in JSON. */
  share: string;
  brief: RunResult;
  failures: RunFailure[];
  gate: RunResult;
  judged: ReplyOfRun[];
}

export type Purpose = keyof Readings;

type Reader<P extends Purpose> = {
  /** Reduces an event to what the purpose needs. Reducing it again changes nothing. */
  thin(event: RunEvent, reading: Readings[P]): RunEvent;
  present(result: RunResult, reading: Readings[P]): ReadAs[P];
};

/** Maximum number of characters of a page of tests. A page has at least one test if there is one. */
const itemsLengthMax = 1_000_000;

const readers: { [P in Purpose]: Reader<P> } = {
  tests: {
    thin(event, { from, to }) {
      if (event.type === 'step.revised') return { ...event, verdicts: [] };
      if (event.type === 'request.finished') return briefRequest(event);
      if (event.type !== 'step.finished') return event;
      const isShown = event.test >= from && event.test < to;
      const { reply, ...rest } = withoutAnswer({ ...event, verdicts: [] });
      return isShown && reply ? { ...rest, reply: { ...reply, messages: [] } } : rest;
    },
    present(result, { from, to }) {
      const items: string[] = [];
      let length = 0;
      for (const [index, test] of result.tests.slice(from, to).entries()) {
        const item = JSON.stringify(presentTest(test, from + index));
        length += item.length;
        if (items.length > 0 && length > itemsLengthMax) break;
        items.push(item);
      }
      const end = from + items.length;
      return { items: `[${items.join(',')}]`, end: end < result.tests.length ? end : null };
    },
  },
  junit: {
    thin(event) {
      if (event.type === 'request.finished') return briefRequest(event);
      if (event.type !== 'step.finished' && event.type !== 'step.revised') return event;
      const thinner = { ...event, verdicts: vacuousOf(event.verdicts) };
      return thinner.type === 'step.finished' ? withoutAnswer(thinner) : thinner;
    },
    present: (result, { suiteName }) => renderJunit([{ name: suiteName, result }]),
  },
  share: {
    thin: shownOf,
    present: (result, { run }) => JSON.stringify(presentSharedRun(run, result)),
  },
  brief: { thin: briefEvent, present: (result) => result },
  failures: { thin: withBroken, present: failuresIn },
  gate: { thin: forGate, present: (result) => result },
  judged: { thin: withJudged, present: judgedRepliesIn },
};

export interface EventsToRead<P extends Purpose = Purpose> {
  /** Stored events in order, one per line. */
  lines: string;
  purpose: P;
  reading: Readings[P];
}

/** Reduces part of a run's events to what their reader needs. Returns them one per line. */
export function thinEvents<P extends Purpose>({
  lines,
  purpose,
  reading,
}: EventsToRead<P>): string {
  const thinned = eventsIn(lines).map((event) => readers[purpose].thin(event, reading));
  return thinned.map((event) => JSON.stringify(spellEvent(event))).join('\n');
}

/**
 * Reads all events of a run. Earlier executions of a step that a branch repeated are kept only for a gate, because a tool can
 * have failed in them. They can be many times as large as everything else.
 */
export function readEvents<P extends Purpose>({
  lines,
  purpose,
  reading,
}: EventsToRead<P>): ReadAs[P] {
  const { thin, present } = readers[purpose];
  const events = eventsIn(lines).map((event) => thin(event, reading));
  return present(foldEvents(events, undefined, { keepsPlays: purpose === 'gate' }), reading);
}

const eventsIn = (lines: string): RunEvent[] =>
  lines === '' ? [] : lines.split('\n').map((line) => readEvent(JSON.parse(line)));

type StepFinished = Extract<RunEvent, { type: 'step.finished' }>;

/** Removes the raw reply and its events without text. */
function withoutAnswer(event: StepFinished): StepFinished {
  if (!event.reply) return event;
  const { events, ...reply } = event.reply;
  return { ...event, reply: { ...reply, payload: null } };
}

/** Twice the shown length of a text, so that the presented text is still recognized as shortened. */
const keptMax = 2 * sharedTextMax;

function shownOf(event: RunEvent): RunEvent {
  if (event.type === 'step.revised') return { ...event, verdicts: [] };
  if (event.type === 'request.finished') return briefRequest(event);
  if (event.type !== 'step.finished') return event;
  const { reply, silence, checked, evidence, lostEvidence, ...rest } = event;
  if (!reply) return { ...rest, verdicts: [] };
  const { text, messages, buttons, latencyMs } = reply;
  const kept = {
    text: text.slice(0, keptMax),
    messages: messages.map((message) => message.slice(0, keptMax)),
    buttons,
    latencyMs,
    attachments: [],
    payload: null,
  };
  return { ...rest, verdicts: [], reply: kept };
}
