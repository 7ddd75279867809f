/** Converts the spans of a turn to evidence, which the run page shows as a waterfall. */
import type { ShownSpan, SpanList } from '@parley/suite';
import type { JoinedSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';

/** Maximum spans of a turn that are kept as evidence; the rest are only counted. */
const shownSpansMax = 10_000;
const shownServicesMax = 20;

export function showSpans(
  { spans, parentOf }: Pick<JoinedSpans, 'spans' | 'parentOf'>,
  foreignCounts: ReadonlyMap<string, number>,
  disputed: readonly KeptSpan[] = [],
): SpanList {
  const inOrder = spans.toSorted((a, b) => a.startMs - b.startMs);
  const kept = inOrder.slice(0, shownSpansMax);
  const ids = new Map(kept.map((span, at) => [span, String(at)]));
  const begin = kept[0]?.startMs ?? 0;
  const shown = kept.map((span): ShownSpan => {
    const { name, service, role, startMs, endMs, call, model } = span;
    const above = parentOf(span);
    const parent = above && ids.get(above);
    const error = call ? call.error : span.error;
    return {
      id: ids.get(span) ?? '',
      ...(parent !== undefined && { parent }),
      name,
      service: service.slice(0, shownLengthMax),
      ...(role && { role }),
      ...(call?.name && { tool: call.name }),
      from: rounded(startMs - begin),
      ...(endMs !== undefined && { durationMs: rounded(endMs - startMs) }),
      ...(error !== undefined && { error: error.slice(0, shownLengthMax) }),
      ...(model && { model }),
    };
  });
  const disputedCounts = new Map<string, number>();
  for (const { service } of disputed)
    disputedCounts.set(service, (disputedCounts.get(service) ?? 0) + 1);
  return {
    spans: shown,
    leftOut: spans.length - kept.length,
    unjoined: largestOf(foreignCounts),
    ...(disputed.length > 0 && { disputed: largestOf(disputedCounts) }),
  };
}

const largestOf = (counts: ReadonlyMap<string, number>): SpanList['unjoined'] =>
  [...counts]
    .map(([service, count]) => ({ service: service.slice(0, shownLengthMax), spans: count }))
    .toSorted((a, b) => b.spans - a.spans)
    .slice(0, shownServicesMax);

const shownLengthMax = 500;

/** Rounds to the microsecond. */
const rounded = (ms: number) => Math.round(ms * 1000) / 1000;

/** Maximum number of characters of spans that a run keeps as evidence. */
const evidenceOfRunMax = 64 * 1024 * 1024;

/** Number of characters of spans that a run can still keep. */
export interface SpanAllowance {
  /** @returns false if fewer characters are left */
  take(characters: number): boolean;
}

export function createSpanAllowance(left = evidenceOfRunMax): SpanAllowance {
  return {
    take(characters) {
      if (characters > left) return false;
      left -= characters;
      return true;
    },
  };
}
