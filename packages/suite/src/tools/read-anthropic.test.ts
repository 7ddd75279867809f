import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import { readTools } from './read-tools.ts';

const read = (...data: Json[]) =>
  readTools(
    'anthropic',
    data.map((one) => ({ data: one })),
  );

const asks = (id: string, name: string, order: number): Json => ({
  role: 'assistant',
  content: [
    { type: 'text', text: 'One moment.' },
    { type: 'tool_use', id, name, input: { order } },
  ],
});
const gets = (id: string, content: Json, more: { [key: string]: Json } = {}): Json => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content, ...more }],
});
const says = (content: Json): Json => ({ role: 'assistant', content });
const user = (content: Json): Json => ({ role: 'user', content });

const turn = [
  asks('a', 'get_order', 7),
  gets('a', [{ type: 'text', text: '{"state":"paid"}' }]),
  asks('b', 'refund_order', 7),
  gets('b', 'The service is down.', { is_error: true }),
  says([{ type: 'text', text: 'That failed.' }]),
];

describe('messages of a conversation with Anthropic', () => {
  it('show calls with results and errors, each message in a round of its own', () => {
    for (const data of [turn, { type: 'reply', messages: turn }]) {
      const { calls, gaps, isForeign } = read(data);
      expect(isForeign).toBeUndefined();
      expect(gaps).toBeUndefined();
      expect(calls).toMatchObject([
        { name: 'get_order', args: { order: 7 }, result: { state: 'paid' }, round: 0 },
        { name: 'refund_order', error: 'The service is down.', stage: 'executed', round: 1 },
      ]);
      expect(calls[0]).not.toHaveProperty('error');
    }
    expect(read(...turn).calls).toHaveLength(2);
  });

  it.each([
    ['true', true],
    ['"true"', true],
    ['1', true],
    ['false', false],
    ['"false"', false],
    ['null', false],
  ])('show an error where is_error is %s: %s', (flag, isError) => {
    const [call] = read([asks('a', 'x', 7), gets('a', 'no', { is_error: JSON.parse(flag) })]).calls;
    expect(call?.error).toBe(isError ? 'no' : undefined);
  });

  it('count from what the user said last, which results are not', () => {
    const before = [user('Refund order 6'), asks('z', 'refund_order', 6), gets('z', 'ok')];
    for (const asked of ['Refund order 7', [{ type: 'text', text: 'Refund order 7' }]]) {
      const { calls, gaps } = read({ messages: [...before, says('Done.'), user(asked), ...turn] });
      expect(calls.map(({ id }) => id)).toEqual(['a', 'b']);
      expect(gaps).toBeUndefined();
    }
  });

  it('without a call show that none was made', () => {
    expect(read({ messages: [says('Hi')] })).toEqual({ format: 'anthropic', calls: [] });
  });

  it('of another kind prove nothing, or leave a gap', () => {
    for (const messages of [[], ['Hi'], [{ role: 'assistant', text: 'Hi' }], [user('Hi')]]) {
      expect(read({ messages }).isForeign).toBe(true);
    }
    // Calls in the format of OpenAI.
    const call = { id: 'a', type: 'function', function: { name: 'refund', arguments: '{}' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    expect(read({ messages: [message] }).gaps).toHaveLength(1);
    expect(read({ messages: [...turn, 7] }).gaps).toHaveLength(1);
    expect(read({ messages: [gets('x', 'ok'), says('Hi')] }).gaps).toHaveLength(1);
  });
});

describe('an answer of Anthropic', () => {
  it('that is paused goes on in another, or may lack calls', () => {
    const message = (reason: string): Json => ({
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: reason,
    });
    expect(read(message('pause_turn')).gaps).toHaveLength(1);
    expect(read(message('pause_turn'), message('end_turn')).gaps).toBeUndefined();
  });
});
