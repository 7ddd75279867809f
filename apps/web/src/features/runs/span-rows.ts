import type { ShownSpan } from '@parley/suite';

export interface SpanRow {
  span: ShownSpan;
  /** Number of ancestors. */
  depth: number;
}

/** Spans in waterfall order: each below its parent, siblings sorted by start. */
export function spanRows(spans: readonly ShownSpan[]): SpanRow[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const within = new Map<string, ShownSpan[]>();
  const roots: ShownSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const { parent } = span;
    if (parent === undefined || !byId.has(parent)) roots.push(span);
    else {
      const inside = within.get(parent) ?? [];
      inside.push(span);
      within.set(parent, inside);
    }
  }
  const rows: SpanRow[] = [];
  const left = new Set(byId.values());
  const place = (root: ShownSpan) => {
    const open: SpanRow[] = [{ span: root, depth: 0 }];
    for (let row = open.pop(); row; row = open.pop()) {
      if (!left.delete(row.span)) continue;
      rows.push(row);
      const inside = within.get(row.span.id) ?? [];
      for (const span of inside.toReversed()) open.push({ span, depth: row.depth + 1 });
    }
  };
  for (const root of roots) place(root);
  // The remaining spans refer to each other as parents.
  for (const span of left) place(span);
  return rows;
}

export interface SpanTotals {
  tools: number;
  models: number;
  failed: number;
  inputTokens: number;
  cachedTokens: number;
  outputTokens: number;
  /** Milliseconds from the first start to the last end. */
  durationMs: number;
}

export function totalsOf(spans: readonly ShownSpan[]): SpanTotals {
  const totals: SpanTotals = {
    tools: 0,
    models: 0,
    failed: 0,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    durationMs: 0,
  };
  const byId = new Map(spans.map((span) => [span.id, span]));
  for (const { role, error, model, parent, from, durationMs = 0 } of spans) {
    if (role === 'tool') totals.tools += 1;
    if (error !== undefined) totals.failed += 1;
    totals.durationMs = Math.max(totals.durationMs, from + durationMs);
    // A model span within another one is the same request as its client sees it.
    const isWithin = parent !== undefined && byId.get(parent)?.role === 'model';
    if (role !== 'model' || isWithin) continue;
    totals.models += 1;
    totals.inputTokens += model?.inputTokens ?? 0;
    totals.cachedTokens += model?.cachedTokens ?? 0;
    totals.outputTokens += model?.outputTokens ?? 0;
  }
  return totals;
}
