import type { Span } from '@parley/telemetry';
import { expect, it } from 'vitest';
import { joinSpans } from './joined-spans.ts';
import { createSpanAllowance, showSpans } from './show-spans.ts';
import { createSpanBook } from './span-book.ts';

const idOf = (number: number) => (number + 1).toString(16).padStart(16, '0');

function turnOf(spans: Partial<Span>[]) {
  const book = createSpanBook();
  const turn = book.openTurn();
  book.take(
    spans.map((span, at) => ({
      traceId: turn.id,
      spanId: idOf(at),
      name: 'step',
      startMs: 1000 + at,
      endMs: 1500,
      attributes: new Map(),
      isCut: false,
      links: [],
      isUnsampled: false,
      service: 'agent',
      scope: 'test',
      ...span,
    })),
  );
  return showSpans(joinSpans(turn), turn.foreignCounts());
}

it('spans are shown with their place, duration, role, tokens and error', () => {
  const { endMs: _, ...open } = { endMs: 0, name: 'slow', parentId: idOf(0), error: 'gone' };
  const list = turnOf([
    { name: 'POST /chat' },
    {
      name: 'chat',
      parentId: idOf(0),
      attributes: new Map<string, string | number>([
        ['gen_ai.operation.name', 'chat'],
        ['gen_ai.response.model', 'small'],
        ['gen_ai.usage.input_tokens', 1200],
        ['gen_ai.usage.cache_read.input_tokens', 1000],
        ['gen_ai.usage.output_tokens', 80],
      ]),
    },
    { ...open },
    { traceId: 'f'.repeat(32), service: 'gateway' },
  ]);
  expect(list).toEqual({
    spans: [
      { id: '0', name: 'POST /chat', service: 'agent', from: 0, durationMs: 500 },
      {
        id: '1',
        parent: '0',
        name: 'chat',
        service: 'agent',
        role: 'model',
        from: 1,
        durationMs: 499,
        model: { name: 'small', inputTokens: 1200, cachedTokens: 1000, outputTokens: 80 },
      },
      {
        id: '2',
        parent: '0',
        name: 'slow',
        service: 'agent',
        from: 2,
        durationMs: 498,
        error: 'gone',
      },
    ],
    leftOut: 0,
    unjoined: [{ service: 'gateway', spans: 1 }],
  });
});

it('ten thousand spans of a turn are kept, and further ones are counted', () => {
  const list = turnOf(Array.from({ length: 10_003 }, () => ({})));
  expect([list.spans.length, list.leftOut]).toEqual([10_000, 3]);
});

it('a run keeps spans up to its limit, and smaller ones after a larger one did not fit', () => {
  const allowance = createSpanAllowance(10);
  expect([8, 3, 2, 1].map((size) => allowance.take(size))).toEqual([true, false, true, false]);
});
