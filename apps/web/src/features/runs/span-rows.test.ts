import type { ShownSpan } from '@parley/suite';
import { expect, it } from 'vitest';
import { spanRows, totalsOf } from './span-rows.ts';

const span = (id: string, from: number, more: Partial<ShownSpan> = {}): ShownSpan => ({
  id,
  name: `span ${id}`,
  service: 'agent',
  from,
  durationMs: 10,
  ...more,
});

const ids = (spans: ShownSpan[]) =>
  spanRows(spans).map(({ span: { id }, depth }) => `${id}:${depth}`);

it('each span stands below the one it lies within, by its begin', () => {
  const spans = [
    span('c', 30, { parent: 'a' }),
    span('a', 0),
    span('b', 10, { parent: 'a' }),
    span('d', 12, { parent: 'b' }),
    span('e', 5, { parent: 'gone' }),
  ];
  expect(ids(spans)).toEqual(['a:0', 'b:1', 'd:2', 'c:1', 'e:0']);
});

it('spans that lie within one another are shown once', () => {
  expect(ids([span('a', 0, { parent: 'b' }), span('b', 1, { parent: 'a' })])).toEqual([
    'a:0',
    'b:1',
  ]);
});

it('ten thousand spans in a chain are in order', () => {
  const chain = Array.from({ length: 10_000 }, (_, at) =>
    span(String(at), at, at > 0 ? { parent: String(at - 1) } : {}),
  );
  expect(spanRows(chain).at(-1)).toMatchObject({ depth: 9999 });
});

it('tokens of a model that two spans report count once, and cached ones apart', () => {
  const model = { inputTokens: 100, cachedTokens: 80, outputTokens: 5 };
  const spans = [
    span('a', 0, { role: 'model', model }),
    span('b', 1, { role: 'model', parent: 'a', model }),
    span('c', 20, { role: 'tool', error: 'down', durationMs: 30 }),
  ];
  expect(totalsOf(spans)).toEqual({
    tools: 1,
    models: 1,
    failed: 1,
    inputTokens: 100,
    cachedTokens: 80,
    outputTokens: 5,
    durationMs: 50,
  });
});
