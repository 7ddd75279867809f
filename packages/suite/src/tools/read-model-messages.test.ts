import { describe, expect, it } from 'vitest';
import type { Json } from '../format/model/suite.ts';
import { readTools } from './read-tools.ts';

const read = (...data: Json[]) =>
  readTools(
    'ai-sdk',
    data.map((one) => ({ data: one })),
  );

const refund = 'call_9qXb27TzLmW0aRd5';
const get = 'call_3kPd81VbNcX6sYe4';

const calls: Json[] = [
  { type: 'text', text: 'One moment.' },
  { type: 'tool-call', toolCallId: refund, toolName: 'refund_order', input: { order: 7 } },
  { type: 'tool-call', toolCallId: get, toolName: 'get_order', input: { order: 8 } },
];

/** Steps of `generateText` of ai 7.0.173, as JSON. */
const steps: Json[] = [
  {
    finishReason: 'tool-calls',
    content: [
      ...calls,
      {
        type: 'tool-result',
        toolCallId: refund,
        toolName: 'refund_order',
        input: { order: 7 },
        output: { ok: true },
        dynamic: false,
      },
      {
        type: 'tool-error',
        toolCallId: get,
        toolName: 'get_order',
        input: { order: 8 },
        error: {},
        dynamic: false,
      },
    ],
  },
  { finishReason: 'stop', content: [{ type: 'text', text: 'Refunded.' }] },
];

const result = (toolCallId: string, output: Json): Json => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'any',
  output,
});

const user: Json = { role: 'user', content: 'Refund order 7' };
const messages: Json[] = [
  { role: 'assistant', content: calls },
  {
    role: 'tool',
    content: [
      result(refund, { type: 'json', value: { ok: true } }),
      result(get, { type: 'error-text', value: 'no such order' }),
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'Refunded.' }] },
];

const both = [
  { name: 'refund_order', args: { order: 7 }, stage: 'executed', result: { ok: true } },
  { name: 'get_order', args: { order: 8 }, stage: 'executed' },
];

describe('what an AI SDK agent generated at once', () => {
  it('is read from the steps, which are all there are', () => {
    const report = read({ text: 'Refunded.', steps });
    expect(report.calls).toMatchObject(both);
    expect(report.calls[1]?.error).toBe('{}');
    expect(report.gaps).toBeUndefined();
  });

  it.each([
    ['no reason', { type: 'tool-error' }],
    ['false', { type: 'tool-error', error: false }],
    ['an empty text', { type: 'tool-error', error: '' }],
    ['false in version 4', { type: 'tool-result', result: false, isError: true }],
  ])('is a call that failed, whatever its error is: %s', (_, part) => {
    const call = { type: 'tool-call', toolCallId: 'a', toolName: 'get_order', input: {} };
    const report = read({
      text: 'Hm.',
      steps: [{ content: [call, { ...part, toolCallId: 'a' }] }],
    });
    expect(report.calls).toMatchObject([{ stage: 'executed', error: 'failed' }]);
  });

  it('is read from the messages since the user spoke, and earlier ones are told', () => {
    const report = read({ text: 'Refunded.', messages: [user, ...messages] });
    expect(report.calls).toMatchObject(both);
    expect(report.calls[1]?.error).toBe('no such order');
    expect(report.gaps).toBeUndefined();
    const next = read([user, ...messages, user, messages[2] as Json]);
    expect(next.calls).toEqual([]);
    expect(next.told).toHaveLength(2);
    expect(next.gaps).toBeUndefined();
  });

  it('proves nothing absent by messages that may be the last of several', () => {
    const report = read({ text: 'Refunded.', messages: messages.slice(2) });
    expect(report.calls).toEqual([]);
    expect(report.gaps?.join()).toMatch(/begin after the user's message/);
  });

  it('counts calls once that steps and messages report', () => {
    expect(read({ steps }, [user, ...messages]).calls).toHaveLength(2);
  });

  it('reads the names of version 4', () => {
    const report = read([
      user,
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: refund, toolName: 'refund_order', args: { order: 7 } },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: refund, result: 'done' }] },
    ]);
    expect(report.calls).toMatchObject([{ args: { order: 7 }, stage: 'executed', result: 'done' }]);
  });

  it.each<[string, Json, RegExp]>([
    [
      'a step that was cut off',
      { steps: [{ content: [], finishReason: 'length' }] },
      /cut off \(finishReason length\)/,
    ],
    ['a part that is not known', { steps: [{ content: [{ type: 'tool-x' }] }] }, /cannot be read/],
  ])('has a gap at %s', (_, data, gap) => {
    expect(read(data).gaps?.join()).toMatch(gap);
  });

  it('says of a call without a result no more than that it was asked for', () => {
    expect(read([user, messages[0] as Json]).calls).toMatchObject([
      { stage: 'requested' },
      { stage: 'requested' },
    ]);
    const denied = result(refund, { type: 'execution-denied' });
    expect(
      read([user, messages[0] as Json, { role: 'tool', content: [denied] }]).calls[0]?.stage,
    ).toBe('refused');
  });

  it.each<[Json]>([[{ steps: [] }], [{ messages: [] }], [{ messages: ['Hello'] }], [[7]]])(
    'is not in %j',
    (data) => {
      expect(read(data).isForeign).toBe(true);
    },
  );
});
