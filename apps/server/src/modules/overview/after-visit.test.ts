import { describe, expect, it } from 'vitest';
import { afterLook, afterMark, type Visits } from './after-visit.ts';

/** Returns the time of a minute of one morning. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 8, minute));
const minute = (date: Date | null | undefined) =>
  date && (date.getTime() - at(0).getTime()) / 60_000;

interface Look {
  now: number;
  /** Minute of the shown state; by default the current one. */
  shown?: number;
  stays?: true;
}

interface Mark {
  now: number;
  from: number | null;
  to: number | null;
}

const cases: Record<string, { events: (Look | Mark)[]; seenUntil: number | null }> = {
  'a first visit: nothing is new': { events: [{ now: 0 }], seenUntil: null },
  'a reload within 30 minutes': { events: [{ now: 0 }, { now: 29 }], seenUntil: null },
  'a visit after 30 minutes': { events: [{ now: 0 }, { now: 30 }], seenUntil: 0 },
  'a visit after a long read': {
    events: [{ now: 0 }, { now: 20, stays: true }, { now: 40, stays: true }, { now: 100 }],
    seenUntil: 40,
  },
  'a reload after a long read': {
    events: [{ now: 0 }, { now: 20, stays: true }, { now: 40, stays: true }, { now: 45 }],
    seenUntil: null,
  },
  'a mouse that moves after an hour on the open page': {
    events: [{ now: 0 }, { now: 60, stays: true }],
    seenUntil: null,
  },
  'a second tab while the first is read': {
    events: [{ now: 0 }, { now: 25, stays: true }, { now: 40 }],
    seenUntil: null,
  },
  'a tab that comes into sight after two hours, while another was read': {
    events: [{ now: 0 }, { now: 119, stays: true }, { now: 120, shown: 0 }],
    seenUntil: null,
  },
  'a screen that stood still: what it did not show is new': {
    events: [{ now: 0 }, { now: 20, shown: 5, stays: true }, { now: 90 }],
    seenUntil: 5,
  },
  'an old tab does not take back what a newer one showed': {
    events: [{ now: 10 }, { now: 20, shown: 2, stays: true }, { now: 90 }],
    seenUntil: 10,
  },
  'a page that says it shows the future': {
    events: [{ now: 0, shown: 500 }, { now: 60 }],
    seenUntil: 0,
  },
  'two visits after one another': {
    events: [{ now: 0 }, { now: 40 }, { now: 90 }],
    seenUntil: 40,
  },
  'what was marked stays so in the same visit': {
    events: [{ now: 0 }, { now: 40 }, { now: 45, from: 0, to: 44 }, { now: 50, stays: true }],
    seenUntil: 44,
  },
  'the visit after a mark': {
    events: [{ now: 0 }, { now: 5, from: null, to: 5 }, { now: 60 }],
    seenUntil: 5,
  },
  'a mark before any visit': { events: [{ now: 5, from: null, to: 4 }], seenUntil: 4 },
  'a mark in the future': { events: [{ now: 5, from: null, to: 50 }], seenUntil: 5 },
  'the mark of a tab that is behind': {
    events: [{ now: 0 }, { now: 9, from: null, to: 8 }, { now: 10, from: null, to: 3 }],
    seenUntil: 8,
  },
  'a mark that is undone': {
    events: [{ now: 0 }, { now: 9, from: null, to: 8 }, { now: 10, from: 8, to: null }],
    seenUntil: null,
  },
  'an undo after another tab marked more': {
    events: [
      { now: 0 },
      { now: 9, from: null, to: 8 },
      { now: 12, from: 8, to: 11 },
      { now: 13, from: 8, to: null },
    ],
    seenUntil: 11,
  },
};

describe('what is new to a member', () => {
  it.each(Object.entries(cases))('%s', (_, { events, seenUntil }) => {
    const visits = events.reduce<Visits | undefined>(
      (known, event) =>
        'to' in event
          ? afterMark(known, {
              now: at(event.now),
              from: event.from === null ? null : at(event.from),
              to: event.to === null ? null : at(event.to),
            })
          : afterLook(known, {
              now: at(event.now),
              arrives: !event.stays,
              shownAt: at(event.shown ?? event.now),
            }),
      undefined,
    );
    expect(minute(visits?.seenUntil)).toBe(seenUntil);
  });
});
