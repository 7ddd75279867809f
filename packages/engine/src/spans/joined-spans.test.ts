import { describe, expect, it } from 'vitest';
import { callsIn } from './calls-in.ts';
import { joinSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';

const idOf = (number: number) => number.toString(16).padStart(16, '0');
const traceId = 'a'.repeat(32);
const request = 'f'.repeat(16);

/** Builds a chain of nested spans, every second one of which is a tool. */
const chain = (length: number, trace: string, first: Partial<KeptSpan>): Map<string, KeptSpan> =>
  new Map(
    Array.from({ length }, (_, at) => {
      const span: KeptSpan = {
        traceId: trace,
        spanId: idOf(at + 1),
        parentId: idOf(at),
        name: 'step',
        startMs: at,
        endMs: at + 1,
        isCut: false,
        links: [],
        isUnsampled: false,
        service: 'agent',
        scope: 'test',
        size: 1,
        ...(at % 2 && { role: 'tool', call: { name: `tool-${at}`, layer: 'genAi' } }),
      };
      if (at === 0) delete span.parentId;
      return [span.spanId, at === 0 ? { ...span, ...first } : span];
    }),
  );

const timed = <Result>(act: () => Result): { result: Result; ms: number } => {
  const from = performance.now();
  return { result: act(), ms: performance.now() - from };
};

describe('long chains of spans', () => {
  it.each([
    ['of the turn itself', chain(20_000, traceId, { parentId: request }), new Map()],
    [
      'of a trace that is linked with it',
      new Map(),
      chain(20_000, 'b'.repeat(32), { links: [{ traceId, spanId: request }] }),
    ],
  ])('%s are joined in no time', (_, spans, linked) => {
    const { result, ms } = timed(() => {
      const joined = joinSpans({
        id: traceId,
        requests: new Set([request]),
        spans,
        linked: () => [linked],
      });
      return { joined, calls: callsIn(joined) };
    });
    expect(result.joined.spans).toHaveLength(20_000);
    expect(result.joined.orphans).toEqual([]);
    expect(result.calls).toHaveLength(10_000);
    expect(ms).toBeLessThan(2_000);
  });

  it('that lie within themselves end, and belong to nobody', () => {
    const spans = chain(3, 'b'.repeat(32), {});
    const last = spans.get(idOf(3)) as KeptSpan;
    spans.set(idOf(1), { ...(spans.get(idOf(1)) as KeptSpan), parentId: last.spanId });
    const joined = joinSpans({
      id: traceId,
      requests: new Set([request]),
      spans: new Map(),
      linked: () => [spans],
    });
    expect(joined.spans).toEqual([]);
    expect(joined.orphans).toHaveLength(3);
    expect(callsIn({ ...joined, spans: [...spans.values()] })).toHaveLength(1);
  });
});
