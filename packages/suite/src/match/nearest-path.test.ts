import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import type { Reply } from './matcher.ts';
import { nearestKey, nearestPath } from './nearest-path.ts';

const reply = (payload: Json): Reply => ({
  text: 'hi',
  messages: ['hi'],
  buttons: [{ title: 'Yes', value: 'y' }],
  attachments: [],
  latencyMs: 1,
  payload,
});

const answer = {
  items: [{ name: 'lamp', price: 3 }],
  Total: 4,
  'sub title': { text: 'x' },
  none: [],
};

describe('the nearest path', () => {
  it.each([
    ['itmes[0].name', 'items[0].name'],
    ['items[0].nmae', 'items[0].name'],
    ['items[0].Name', 'items[0].name'],
    ['items[*].prise', 'items[*].price'],
    ['$.itms[0].name', '$.items[0].name'],
    ['total', 'Total'],
    ["$['subtitle'].text", "$['sub title'].text"],
    ['buttons[0].titel', 'buttons[0].title'],
    ['payload.itmes', 'payload.items'],
    ['promt', 'prompt'],
    ['button[0].title', 'buttons[0].title'],
  ])('of %s is %s', (property, nearest) => {
    expect(nearestPath(property, reply(answer))?.path).toBe(nearest);
  });

  it.each([
    ['items[1].name', 'an index behind the end'],
    ['none[*].nmae', 'an empty list'],
    ['$..nmae', 'a search'],
    ['orders[0].name', 'a key that is not like any other'],
    ['items[0].name.first', 'a value that has no keys'],
    ['cardTitle', 'a shorthand'],
    ['prompt', 'a part of the reply'],
    ['message', 'a common key of answers'],
    ['link', 'a part of the reply that is empty'],
  ])('of %s is none: %s', (property) => {
    expect(nearestPath(property, reply(answer))).toBeUndefined();
  });
});

describe('a nearest path', () => {
  it.each([
    ['total', true],
    ['Items[0].name', true],
    ['button', true],
    ['itmes[0].name', undefined],
  ])('%s is certain: %s', (property, isCertain) => {
    expect(nearestPath(property, reply(answer))?.isCertain).toBe(isCertain);
  });

  it('leads on from what came without text', () => {
    const events = [{ name: 'tool', data: { call: 'refund' } }];
    expect(nearestPath('events[*].data.cal', { ...reply(answer), events })?.path).toBe(
      'events[*].data.call',
    );
  });
});

describe('the nearest key', () => {
  it.each([
    ['id', ['to', 'of'], undefined],
    ['id', ['ID'], 'ID'],
    ['ref', ['set'], undefined],
    ['type', ['code', 'kind'], undefined],
    ['conccurency', ['concurrency', 'currency'], 'concurrency'],
    ['replyTimeot', ['replyTimeout', 'replyTimeouts'], 'replyTimeout'],
    ['temperature', ['temp'], undefined],
  ])('to %s among %j is %s', (key, known, nearest) => {
    expect(nearestKey(key, known)).toBe(nearest);
  });
});
