import type { Span } from '@parley/telemetry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunStop } from '../run-stop.ts';
import { openConversationSpans } from './conversation-spans.ts';
import { createSpanBook } from './span-book.ts';

const sources = { sources: ['support-agent'] };
const asked = { isIdle: false, isAsked: true, isSpoken: true, saved: {} };

/** A conversation that has sent one request in its first turn. */
function conversation(refresh = async () => {}) {
  const book = createSpanBook({ refresh });
  const stop = createRunStop(new AbortController().signal, 60_000);
  const spans = openConversationSpans(book, sources, stop);
  spans.beginTurn();
  const [, traceId = '', parentId = ''] = spans.traces.message()?.split('-') ?? [];
  const span = (spanId: string, more: Partial<Span> = {}): Span => ({
    traceId,
    spanId,
    parentId,
    name: 'step',
    startMs: 1,
    endMs: 2,
    attributes: new Map([['gen_ai.operation.name', 'invoke_agent']]),
    isCut: false,
    links: [],
    isUnsampled: false,
    service: 'support-agent',
    scope: 'test',
    ...more,
  });
  return { book, stop, spans, span };
}

describe('the spans of a conversation', () => {
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }),
  );
  afterEach(() => void vi.useRealTimers());

  it('are complete when nothing new has come for two seconds', async () => {
    const { book, spans, span } = conversation();
    const report = spans.addTo(undefined, asked);
    let isOver = false;
    void report.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(5_000);
    book.take([span('1'.repeat(16))]);
    await vi.advanceTimersByTimeAsync(1_900);
    book.take([span('2'.repeat(16))]);
    await vi.advanceTimersByTimeAsync(1_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(isOver).toBe(true);
    expect((await report).gaps).toBeUndefined();
  });

  it('are waited for until the time is over, and then prove no absence', async () => {
    const { spans } = conversation();
    const report = spans.addTo(undefined, asked);
    let isOver = false;
    void report.then(() => (isOver = true));
    await vi.advanceTimersByTimeAsync(14_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect((await report).gaps).toEqual([
      'support-agent sent no span of this turn, nor did any other service. Check that it exports traces to this receiver.',
      'No span continues the request of this turn.',
    ]);
  });

  it('that come on and on prove no absence', async () => {
    const { book, spans, span } = conversation();
    const report = spans.addTo(undefined, asked);
    for (let at = 0; at < 16; at += 1) {
      book.take([span(at.toString(16).padStart(16, 'a'))]);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect((await report).gaps).toEqual([expect.stringMatching(/^Spans were still arriving/)]);
  });

  it('that were received and not read yet are read before they are judged', async () => {
    let unread: Span[] = [];
    const { book, spans, span } = conversation(async () => {
      book.take(unread);
      unread = [];
    });
    book.take([span('1'.repeat(16))]);
    const report = spans.addTo(undefined, asked);
    unread = [
      span('2'.repeat(16), {
        parentId: '1'.repeat(16),
        attributes: new Map([
          ['gen_ai.operation.name', 'execute_tool'],
          ['gen_ai.tool.name', 'delete_order'],
        ]),
      }),
    ];
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await report).calls).toMatchObject([{ name: 'delete_order' }]);
  });

  it('that were received and not read when the conversation ends are late', async () => {
    let unread: Span[] = [];
    const { book, spans, span } = conversation(async () => {
      book.take(unread);
      unread = [];
    });
    book.take([span('1'.repeat(16))]);
    const report = spans.addTo(undefined, asked);
    await vi.advanceTimersByTimeAsync(5_000);
    await report;
    const attributes = new Map([
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'delete_order'],
    ]);
    unread = [span('2'.repeat(16), { parentId: '1'.repeat(16), attributes })];
    expect((await spans.late({ isAboutTokens: false })).names).toEqual(['delete_order']);
  });

  it('are not waited for where no check needs them', async () => {
    const { spans } = conversation();
    const { gaps = [] } = await spans.addTo(undefined, {
      isIdle: false,
      isAsked: false,
      isSpoken: true,
      saved: {},
    });
    expect(gaps[0]).toMatch(/^The spans of this turn were not waited for/);
  });

  it('end with the run', async () => {
    const { spans, stop } = conversation();
    const report = spans.addTo(undefined, asked);
    stop.stop({ kind: 'cancelled' });
    await expect(report).rejects.toThrow();
  });
});
