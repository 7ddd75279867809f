import { type Json, toolPartsPerTurnMax } from '@parley/suite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createObserver } from '../channels/observer.ts';
import { limits } from '../limits.ts';
import { replyOf, silenceOf, type TurnWindow } from './fold-turn.ts';
import { createTimeline } from './timeline.ts';

const window: TurnWindow = { from: 0, until: 1000, spokenAt: 0, quietMs: 250 };

const said = (text: string) => ({
  messages: [{ text, buttons: [], attachments: [] }],
  payload: text,
});

describe('a timeline', () => {
  it.each([
    ['many messages', 'hi', 1_000],
    ['few that are large', 'x'.repeat(1024 * 1024), 7],
  ])('keeps what it has room for, then the error: %s', (_, text, count) => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    for (let put = 0; put < count; put += 1) observer.said(said(text));
    const oneByOne = { ...window, quietMs: 0 };
    timeline.fold(oneByOne);
    timeline.endTurn();
    observer.said(said(text));
    expect(timeline.isOver()).toBe(false);
    observer.said(said(text));
    expect(timeline.isOver()).toBe(true);
    observer.said(said('too late'));
    for (let read = 0; read <= count; read += 1) {
      expect(replyOf(timeline.fold(oneByOne))?.text).toBe(text);
      timeline.endTurn();
    }
    for (let again = 0; again < 2; again += 1) {
      expect(() => replyOf(timeline.fold(oneByOne))).toThrow('faster than they can be read');
      timeline.endTurn();
    }
  });

  it('keeps as many events as a turn may have, in number and in length, and says that there were more', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    const data = 'x'.repeat(300_000);
    for (let count = 0; count < 5; count += 1) observer.event({ data });
    expect(silenceOf(timeline.fold(window))).toEqual({
      events: Array(3).fill({ data }),
      areEventsCut: true,
    });
    timeline.endTurn();
    expect(silenceOf(timeline.fold(window))).toBeUndefined();
    for (let count = 0; count <= limits.eventsPerTurnMax; count += 1) observer.event({ data: 1 });
    const { events, areEventsCut } = timeline.fold(window);
    expect([events.length, areEventsCut]).toEqual([limits.eventsPerTurnMax, true]);
  });

  it('keeps as many parts as a turn may have for calls of tools, and says that there were more', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    const gapsAfter = (count: number, data: Json) => {
      for (let put = 0; put < count; put += 1) observer.tools('openai', { data });
      const silence = silenceOf(timeline.fold(window));
      timeline.endTurn();
      return silence?.tools?.gaps;
    };
    const cut = ['More arrived in this turn than is kept.'];
    expect(gapsAfter(toolPartsPerTurnMax, 1)).toBeUndefined();
    expect(gapsAfter(toolPartsPerTurnMax + 1, 1)).toEqual(cut);
    expect(gapsAfter(3, 'x'.repeat(1024 * 1024))).toBeUndefined();
    expect(gapsAfter(5, 'x'.repeat(1024 * 1024))).toEqual(cut);
  });

  it('reads calls of tools with the message that they came with', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    const oneByOne = { ...window, quietMs: 0 };
    for (const name of ['first', 'second']) {
      const message = { tool_calls: [{ function: { name, arguments: '{}' } }] };
      observer.tools('openai', { data: { choices: [{ message, finish_reason: 'stop' }] } });
      observer.said(said(name));
    }
    for (const name of ['first', 'second']) {
      const reply = replyOf(timeline.fold(oneByOne));
      expect(reply?.tools?.calls.map((call) => call.name)).toEqual([name]);
      timeline.endTurn();
    }
  });

  it('counts no calls of a late reply, and says that something is missing', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    observer.sent('text', '2');
    const message = { tool_calls: [{ function: { name: 'late', arguments: '{}' } }] };
    const data = { choices: [{ message, finish_reason: 'stop' }] };
    observer.tools('openai', { data }, ['1']);
    expect(silenceOf(timeline.fold(window))?.tools).toMatchObject({
      calls: [],
      gaps: ['More arrived in this turn than is kept.'],
    });
  });

  it('holds no sign of life without anything in it for an event', () => {
    const timeline = createTimeline();
    createObserver(timeline).event({ data: '' });
    createObserver(timeline).event({ data: null });
    expect(silenceOf(timeline.fold(window))).toBeUndefined();
  });

  it('keeps for the next turn what comes between the last look and the end of a turn', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    observer.said(said('first'));
    expect(replyOf(timeline.fold(window))?.text).toBe('first');
    observer.said(said('second'));
    observer.event({ name: 'tool', data: {} });
    timeline.endTurn();
    expect(replyOf(timeline.fold(window))).toMatchObject({
      text: 'second',
      events: [{ name: 'tool', data: {} }],
    });
  });

  it('keeps one remark and a hundred waits of a turn, and what was said beside them', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    const wait = () => {
      const data = { why: 'busy', holds: 'utterance' } as const;
      const begun = { kind: 'wait', at: 1, leg: 'sent', data } as const;
      timeline.observe(begun);
      timeline.observe({ kind: 'waited', at: 3, leg: 'sent', data: { wait: begun } });
    };
    const remark = (message: string) =>
      timeline.observe({
        kind: 'remark',
        at: 5,
        leg: 'received',
        data: { class: 'silent', code: 'music', message },
      });
    for (let waits = 0; waits < 150; waits += 1) wait();
    remark('first');
    const turn = timeline.fold(window);
    expect(turn.waits).toHaveLength(100);
    expect(turn.waits.every(({ to }) => to === 3)).toBe(true);
    wait();
    remark('second');
    observer.said(said('hi'));
    timeline.endTurn();
    expect(timeline.fold(window)).toMatchObject({ remark: { message: 'second' }, count: 1 });
    expect(timeline.fold(window).waits).toHaveLength(1);
  });

  it('does not fill up with replies that come too late', () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    observer.sent('text', '1');
    observer.sent('text', '2');
    for (let late = 0; late < 20_000; late += 1) {
      observer.said({ ...said('late'), answers: ['1'] });
      if (late % 50 === 0) timeline.fold(window);
    }
    expect(timeline.isOver()).toBe(false);
    observer.said({ ...said('in time'), answers: ['2'] });
    expect(replyOf(timeline.fold(window))?.text).toBe('in time');
  });

  it('gives the same turns whenever it is looked at', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'event'), { maxLength: 120 });
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 30 }), (observed, every) => {
        const rare = createTimeline();
        const often = createTimeline();
        for (const [place, word] of observed.entries()) {
          for (const timeline of [rare, often]) {
            const observer = createObserver(timeline);
            if (word === 'event') observer.event({ name: word, data: place });
            else observer.said(said(`${word}${place}`), place);
          }
          if (place % every === 0) often.fold(window);
        }
        const told = [rare, often].map((timeline) => {
          const turn = timeline.fold(window);
          return [replyOf(turn) ?? silenceOf(turn), turn.rest.length];
        });
        expect(told[0]).toEqual(told[1]);
      }),
    );
  });

  it('wakes whoever waits when something is said, and not for an event', async () => {
    const timeline = createTimeline();
    const observer = createObserver(timeline);
    const waiting = timeline.wait(timeline.clock.now() + 60_000);
    observer.event({ name: 'typing', data: {} });
    setTimeout(() => observer.said(said('hi')), 5);
    expect(await waiting).toBe(true);
    expect(await timeline.wait(timeline.clock.now() + 5)).toBe(false);
  });
});
