import { ConversationError } from '@parley/egress';
import type { Failure } from '@parley/suite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChannelMessages, MessageObservation, Observation } from '../channels/channel.ts';
import { limits } from '../limits.ts';
import { type FoldedTurn, foldTurn, replyOf, silenceOf, turnUntil } from './fold-turn.ts';

const window = { from: 100, until: 1100, spokenAt: 100, quietMs: 250 };

const bubble = (text: string) => ({ text, buttons: [], attachments: [] });

function message(
  at: number,
  text: string,
  more: Partial<ChannelMessages> = {},
): MessageObservation {
  const data = { messages: [bubble(text)], payload: { text }, ...more };
  return { kind: 'message', at, leg: 'received', data, size: text.length };
}

const sent = (at: number, id?: string): Observation => ({
  kind: 'sent',
  at,
  leg: 'sent',
  data: { utterance: 'text', id },
});

const event = (at: number, name: string): Observation => ({
  kind: 'event',
  at,
  leg: 'received',
  data: { event: { name, data: { at } } },
});

const ended = (at: number, error?: Error): Observation => ({
  kind: 'end',
  at,
  leg: 'received',
  data: { error },
});

const hungUp = new ConversationError({
  class: 'network',
  code: 'connection-closed',
  message: 'The bot closed the conversation.',
});

function waiting(
  why: 'pace' | 'busy',
  holds: 'utterance' | 'question',
  from: number,
  to?: number,
  failure?: Failure,
): Observation[] {
  const wait = { kind: 'wait', at: from, leg: 'sent', data: { why, holds, failure } } as const;
  return to === undefined
    ? [wait]
    : [wait, { kind: 'waited', at: to, leg: 'sent', data: { wait } }];
}

const textsOf = ({ messages }: FoldedTurn) =>
  messages.flatMap(({ data }) => data.messages.map(({ text }) => text));

// Would be a false pass: a reply to the previous turn counts for this one, or silence counts as a reply.
describe('no reply counts that is none', () => {
  it('where it answers an earlier utterance, whenever it comes', () => {
    const before = foldTurn([sent(0, '1')], window).earlier;
    for (const observations of [
      [sent(100, '2'), message(120, 'Refunded.', { answers: ['1'] })],
      // The reply arrived before the second utterance, but was not read yet.
      [message(90, 'Refunded.', { answers: ['1'] }), sent(100, '2')],
    ]) {
      const turn = foldTurn(observations, window, before);
      expect(replyOf(turn)).toBeUndefined();
      expect(turn.late).toHaveLength(1);
      expect(turnUntil(turn, 120)).toBe(window.until);
    }
  });

  it('where only events came, however many', () => {
    const turn = foldTurn([sent(100), event(110, 'typing'), event(120, 'tool')], window);
    expect(replyOf(turn)).toBeUndefined();
    expect(silenceOf(turn)?.events.map(({ name }) => name)).toEqual(['typing', 'tool']);
    expect(turnUntil(turn, 130)).toBe(window.until);
  });

  it('where the bot hung up, was too busy, or could not be listened to', () => {
    expect(() => replyOf(foldTurn([sent(100), ended(110, hungUp)], window))).toThrow(hungUp);
    const failure: Failure = { class: 'network', code: 'unavailable', message: 'Busy.' };
    const busy = foldTurn(
      [sent(100), ...waiting('busy', 'utterance', 110, undefined, failure)],
      window,
    );
    expect(() => replyOf(busy)).toThrow('Busy.');
    const answered = foldTurn(
      [sent(100), ...waiting('busy', 'utterance', 110, 120, failure)],
      window,
    );
    expect(replyOf(answered)).toBeUndefined();
  });

  it('where no text was found at the paths of the suite, unless one was before', () => {
    const data = {
      event: { data: { words: 'We have refunded all of your orders.' } },
      unread: { text: 'text' },
    };
    const unread: Observation = { kind: 'event', at: 110, leg: 'received', data };
    const turn = foldTurn([sent(100), unread], window);
    expect(() => silenceOf(turn)).toThrow(/text/);
    const proven = foldTurn([message(50, 'Hi')], window).earlier;
    expect(silenceOf(foldTurn([sent(100), unread], window, proven))?.events).toHaveLength(1);
  });

  it('of an answer of which a part could not be heard', () => {
    const flood = new ConversationError({ class: 'network', code: 'flood', message: 'Too fast.' });
    expect(() => replyOf(foldTurn([message(110, 'All good.'), ended(120, flood)], window))).toThrow(
      flood,
    );
  });
});

// Would be a false failure: only the first part of a reply is judged, and the others answer the next step.
describe('a reply in parts is one reply', () => {
  it('while the quiet between them is shorter than asked', () => {
    const observations = [sent(100), message(200, 'One moment.')];
    expect(turnUntil(foldTurn(observations, window), 200)).toBe(450);
    observations.push(event(300, 'tool'), message(440, 'Your balance is $5.'));
    const turn = foldTurn(observations, window);
    expect(turnUntil(turn, 440)).toBe(690);
    expect(replyOf(turn)).toMatchObject({
      text: 'One moment.\nYour balance is $5.',
      latencyMs: 100,
    });
  });

  it('also where the first came before anybody listened', () => {
    // The message arrived while the request with the utterance was still in progress.
    const turn = foldTurn([sent(100), message(150, 'One moment.')], { ...window, from: 600 });
    expect(turnUntil(turn, 600)).toBe(850);
  });

  it('that ends with the deadline of the turn, put off by what Parley holds back', () => {
    const late = message(1000, 'One moment.');
    expect(turnUntil(foldTurn([sent(100), late], window), 1000)).toBe(window.until);
    const held = foldTurn([sent(100), ...waiting('pace', 'question', 300, 700)], window);
    expect(turnUntil(held, 1000)).toBe(window.until + 400);
    const isHeld = foldTurn([sent(100), ...waiting('pace', 'question', 300)], window);
    expect(turnUntil(isHeld, 1000)).toBe(window.until + 700);
  });

  it('and a goodbye before the bot hangs up is all of it; the next turn is told', () => {
    const turn = foldTurn([sent(100), message(150, 'Bye.'), ended(160, hungUp)], window);
    expect(turnUntil(turn, 160)).toBeUndefined();
    expect(replyOf(turn)?.text).toBe('Bye.');
    expect(() => replyOf(foldTurn(turn.rest, window, turn.earlier))).toThrow(hungUp);
  });
});

it('a remark explains the turn in which it was made, and no later one', () => {
  const data: Failure = { class: 'silent', code: 'music', message: 'Music plays.' };
  const remark: Observation = { kind: 'remark', at: 120, leg: 'received', data };
  expect(silenceOf(foldTurn([remark], window))).toEqual({ events: [], remark: data });
  expect(silenceOf(foldTurn([remark], { ...window, from: 500 }))).toBeUndefined();
});

describe('latency', () => {
  it('counts from when the utterance had left, without what it was held back', () => {
    const observations = [sent(100), ...waiting('pace', 'utterance', 150, 350), message(500, 'Hi')];
    expect(replyOf(foldTurn(observations, window))?.latencyMs).toBe(200);
    expect(replyOf(foldTurn([message(180, 'Hi')], window))?.latencyMs).toBe(80);
    expect(replyOf(foldTurn([message(50, 'Hi')], window))?.latencyMs).toBe(0);
  });

  it('says how much of it the bot was busy', () => {
    const waits = waiting('busy', 'utterance', 90, 340);
    expect(replyOf(foldTurn([sent(100), ...waits, message(500, 'Hi')], window))).toMatchObject({
      latencyMs: 400,
      waitedMs: 240,
    });
  });
});

describe('a reply that names what it answers', () => {
  it('may come before the bot has said under which id it took the utterance', () => {
    const others = { ...window, repliesNameOthers: true };
    const accepted: Observation = { kind: 'accepted', at: 130, leg: 'sent', data: { id: 'a2' } };
    const turn = foldTurn([sent(100), message(120, 'Hi', { answers: ['a2'] }), accepted], others);
    expect(textsOf(turn)).toEqual(['Hi']);
    const next = foldTurn(
      [
        sent(200),
        message(210, 'Late', { answers: ['a2'] }),
        message(220, 'Welcome', { answers: ['x'] }),
      ],
      others,
      turn.earlier,
    );
    expect(textsOf(next)).toEqual(['Welcome']);
  });
});

/** Arbitrary observations of one turn, in order of time. */
const observationsOf = fc
  .array(
    fc.oneof(
      fc.string({ maxLength: 8 }).map((text) => ({ text })),
      fc.constantFrom('typing', 'tool').map((name) => ({ name })),
      fc.constantFrom('1', '2', '7').map((answers) => ({ text: 'named', answers })),
      fc.integer({ min: 1, max: 50 }).map((heldMs) => ({ heldMs })),
    ),
    { maxLength: 150 },
  )
  .map((made) =>
    made.flatMap((one, place): Observation[] => {
      const at = 110 + place;
      if ('name' in one) return [event(at, one.name)];
      if ('heldMs' in one) return waiting('pace', 'question', at, at + one.heldMs);
      return [message(at, one.text, 'answers' in one ? { answers: [one.answers] } : {})];
    }),
  );

const quietMs = fc.constantFrom(0, 250);
const before = foldTurn([sent(0, '1')], window).earlier;
const start = sent(100, '2');

const told = (turn: FoldedTurn) => ({
  reply: replyOf(turn) ?? silenceOf(turn) ?? null,
  late: turn.late,
  until: turnUntil(turn, 400),
});

describe('whatever is observed', () => {
  it('nothing is lost, doubled or swapped: a message is in the turn, late, or in the next', () => {
    fc.assert(
      fc.property(observationsOf, quietMs, (observations, quiet) => {
        const turn = foldTurn([start, ...observations], { ...window, quietMs: quiet }, before);
        const all = observations.filter((one) => one.kind === 'message');
        const rest = turn.rest.filter((one) => one.kind === 'message');
        const found = new Set([...turn.messages, ...turn.late, ...rest]);
        expect(found.size).toBe(turn.messages.length + turn.late.length + rest.length);
        expect(all.filter((one) => found.has(one))).toEqual(all);
        expect(all.filter((one) => turn.messages.includes(one))).toEqual(turn.messages);
        expect(turn.late.every(({ data }) => !data.answers?.includes('2'))).toBe(true);
        expect(turn.messages.every(({ data }) => data.answers?.includes('2') ?? true)).toBe(true);
      }),
    );
  });

  it('the order between messages and what says nothing changes nothing', () => {
    fc.assert(
      fc.property(observationsOf, quietMs, (observations, quiet) => {
        const rules = { ...window, quietMs: quiet };
        const said = observations.filter(({ kind }) => kind === 'message');
        const others = observations.filter(({ kind }) => kind !== 'message');
        const asItCame = told(foldTurn([start, ...observations], rules, before));
        expect(told(foldTurn([...others, start, ...said], rules, before))).toEqual(asItCame);
        expect(told(foldTurn([...said, ...others, start], rules, before))).toEqual(asItCame);
      }),
    );
  });

  it('messages that come together say the same as one by one', () => {
    const texts = fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (said, cut) => {
        const parts = [said.slice(0, cut), said.slice(cut)].filter((part) => part.length > 0);
        const merged = parts.map((part) => message(110, '', { messages: part.map(bubble) }));
        const { text, messages } = replyOf(foldTurn([start, ...merged], window)) ?? {};
        const split = said.map((one) => message(110, one));
        expect(replyOf(foldTurn([start, ...split], window))).toMatchObject({ text, messages });
      }),
    );
  });

  it('what is beyond a full turn makes up the next, in order', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250 }), (count) => {
        const said = Array.from({ length: count }, (_, at) => message(110, String(at)));
        const heard: string[] = [];
        let observations: Observation[] = said;
        for (let turns = 0; observations.length > 0; turns += 1) {
          const turn = foldTurn(observations, window);
          expect(turn.messages.length).toBeLessThanOrEqual(limits.messagesPerTurnMax);
          expect(turns).toBeLessThan(3);
          heard.push(...textsOf(turn));
          observations = turn.rest;
        }
        expect(heard).toEqual(said.map(({ data }) => data.messages[0]?.text));
      }),
    );
  });
});
