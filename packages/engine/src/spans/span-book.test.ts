import type { Span } from '@parley/telemetry';
import { describe, expect, it } from 'vitest';
import { createSpanBook } from './span-book.ts';

const idOf = (number: number, length: number) => (number + 1).toString(16).padStart(length, '0');

const span = (traceId: string, number: number, more: Partial<Span> = {}): Span => ({
  traceId,
  spanId: idOf(number, 16),
  name: 'step',
  startMs: 1,
  endMs: 2,
  attributes: new Map(),
  isCut: false,
  links: [],
  isUnsampled: false,
  service: 'agent',
  scope: 'test',
  ...more,
});

describe('the spans of a run', () => {
  it('are of the turn whose trace they have, and are counted once', () => {
    const book = createSpanBook();
    const turn = book.openTurn();
    const other = book.openTurn();
    book.take([span(turn.id, 1), span(turn.id, 1), span(other.id, 2)]);
    expect([...turn.spans.keys()]).toEqual([idOf(1, 16)]);
    expect([...other.spans.keys()]).toEqual([idOf(2, 16)]);
  });

  it('replace the same span before it had ended, and no other', () => {
    const book = createSpanBook();
    const turn = book.openTurn();
    const { endMs: _, ...open } = span(turn.id, 1);
    book.take([open]);
    book.take([span(turn.id, 1, { name: 'ended' })]);
    book.take([open]);
    expect([...turn.spans.values()]).toMatchObject([{ name: 'ended' }]);
  });

  it('carry a new parent for each request, in one trace', () => {
    const turn = createSpanBook().openTurn();
    const sent = [turn.traceparent(), turn.traceparent()];
    for (const header of sent) expect(header).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect([...turn.requests]).toEqual(sent.map((header) => header.split('-')[2]));
    expect(new Set(sent.map((header) => header.split('-')[1]))).toEqual(new Set([turn.id]));
  });

  it('are kept without the rest of a very long name or error', () => {
    const book = createSpanBook();
    const turn = book.openTurn();
    const long = 'x'.repeat(1_000_000);
    const tool = new Map([['gen_ai.operation.name', 'execute_tool']]);
    book.take([span(turn.id, 1, { name: long, error: long, attributes: tool })]);
    for (const kept of turn.spans.values()) {
      expect(JSON.stringify(kept).length).toBeLessThan(2 * kept.size);
    }
  });

  it('of another trace come before the link that shows their turn', () => {
    const book = createSpanBook();
    const turn = book.openTurn();
    const queue = idOf(7, 32);
    book.take([span(queue, 2, { parentId: idOf(1, 16) })]);
    expect(turn.linked()).toEqual([]);
    book.take([span(queue, 1, { links: [{ traceId: turn.id, spanId: idOf(9, 16) }] })]);
    expect(turn.linked().map((trace) => trace.size)).toEqual([2]);
  });

  it('forgets the oldest traces of others, and a turn that is linked with one knows', () => {
    const book = createSpanBook();
    const turn = book.openTurn();
    const others = 35_000;
    for (let at = 0; at < others; at += 1) book.take([span(idOf(at, 32), at)]);
    expect(turn.foreignCounts().get('agent')).toBeLessThan(others);
    expect([...turn.losses]).toEqual([]);
    const links = [{ traceId: turn.id, spanId: idOf(9, 16) }];
    book.take([span(idOf(0, 32), 1, { links })]);
    expect(turn.linked()).toHaveLength(1);
    expect([...turn.losses]).toEqual(['More spans of other traces arrived than are kept.']);
  });

  it('of a turn that is over are of no trace of others', () => {
    const book = createSpanBook();
    const before = book.openTurn();
    before.close();
    book.take([span(before.id, 1)]);
    expect(book.openTurn().foreignCounts().size).toBe(0);
  });
});
