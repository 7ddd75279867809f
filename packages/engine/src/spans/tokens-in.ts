/** Counts the tokens that spans of models show. Nested model spans are the same request, seen from both sides. */
import {
  exactCount,
  type InputSorts,
  type RequestTokens,
  sortsBesideOrWithin,
  sumOfCounts,
  sumOfSorts,
  type TokenCount,
} from '@parley/suite';
import type { JoinedSpans } from './joined-spans.ts';
import type { KeptSpan } from './kept-span.ts';

export interface SpannedTokens {
  requests: RequestTokens[];
  /** Reasons why more tokens may have been used. */
  gaps: string[];
}

/** @param sources services that should have reported the turn */
export function tokensIn(
  { spans, parentOf }: Pick<JoinedSpans, 'spans' | 'parentOf'>,
  sources: readonly string[],
): SpannedTokens {
  const models = spans.filter(({ role }) => role === 'model');
  if (models.length === 0) {
    const silent = `No span shows a request to a model, and nothing shows that ${sources.join(', ').slice(0, 200)} would report one.`;
    return { requests: [], gaps: [silent] };
  }
  const requests: RequestTokens[] = [];
  const gaps: string[] = [];
  for (const [top, below] of groupsOf(models, parentOf)) {
    const views = [tokensOf([top]), ...(below.length > 0 ? [tokensOf(below)] : [])];
    const known = views.flatMap((view) => view ?? []);
    if (known.length > 0) {
      const input = spanning(known.map((one) => one.input));
      const sorts = sortedBy(known, input);
      const [model, ...otherNames] = [top, ...below].flatMap((span) => span.model?.name ?? []);
      requests.push({
        input,
        output: spanning(known.map(({ output }) => output)),
        ...(model !== undefined && { model }),
        ...(otherNames.length > 0 && { otherNames }),
        ...(sorts && { sorts }),
      });
    } else gaps.push(`The span "${top.name.slice(0, 100)}" of a model records no tokens.`);
  }
  return { requests, gaps: [...gaps, ...missedIn({ spans, parentOf })] };
}

/**
 * Finds agent spans that report more tokens than the models below them. This reveals a lost model span, which would otherwise
 * go unnoticed if it has no spans below it.
 */
function missedIn({ spans, parentOf }: Pick<JoinedSpans, 'spans' | 'parentOf'>): string[] {
  const agents = spans.filter(({ sum }) => sum !== undefined);
  const known = new Map(agents.map((agent) => [agent, { input: 0, output: 0 }]));
  for (const span of agents.length > 0 ? spans : []) {
    const { model } = span;
    if (!model) continue;
    for (const agent of around(span, parentOf)) {
      const all = known.get(agent);
      if (!all) continue;
      all.input +=
        (model.inputTokens ?? 0) + (model.cachedTokens ?? 0) + (model.writtenTokens ?? 0);
      all.output += model.outputTokens ?? 0;
    }
  }
  const short = agents.find((agent) => {
    const { input = 0, output = 0 } = known.get(agent) ?? {};
    return (agent.sum?.inputTokens ?? 0) > input || (agent.sum?.outputTokens ?? 0) > output;
  });
  return short
    ? [
        `The span "${short.name.slice(0, 100)}" of an agent counts more tokens than those of the models below it.`,
      ]
    : [];
}

/** Returns the spans that enclose a span, innermost first. */
function around(span: KeptSpan, parentOf: JoinedSpans['parentOf']): Set<KeptSpan> {
  const found = new Set<KeptSpan>();
  for (let at = parentOf(span); at && !found.has(at); at = parentOf(at)) found.add(at);
  return found;
}

/** @returns the outermost span of each request, with the innermost ones below it */
function groupsOf(
  models: readonly KeptSpan[],
  parentOf: JoinedSpans['parentOf'],
): Map<KeptSpan, KeptSpan[]> {
  const around = new Map(models.map((span) => [span, modelAround(span, parentOf)]));
  const inner = new Set(around.values());
  const groups = new Map<KeptSpan, KeptSpan[]>();
  for (const span of models) {
    let top = span;
    // A chain longer than all models can only be a loop of parents.
    for (let steps = 0; steps < models.length; steps += 1) top = around.get(top) ?? top;
    const below = groups.get(top) ?? [];
    groups.set(top, below);
    if (span !== top && !inner.has(span)) below.push(span);
  }
  return groups;
}

/** Finds the enclosing model span of the same request. A tool or an agent between two models makes them separate requests. */
function modelAround(span: KeptSpan, parentOf: JoinedSpans['parentOf']): KeptSpan | undefined {
  const nearest = [...around(span, parentOf)].find(({ role }) => role !== undefined);
  return nearest?.role === 'model' ? nearest : undefined;
}

/** @returns the token sorts of a view that matches the range of all views; undefined if no such view has sorts */
function sortedBy(views: readonly RequestTokens[], input: TokenCount): InputSorts | undefined {
  return views.findLast(
    (view) => view.sorts && view.input.least === input.least && view.input.most === input.most,
  )?.sorts;
}

/** @returns the sum of the spans' tokens; undefined if one of them lacks input or output tokens */
function tokensOf(spans: readonly KeptSpan[]): RequestTokens | undefined {
  const counts = spans.map(({ model }) => {
    const { inputTokens, outputTokens, cachedTokens, writtenTokens: written } = model ?? {};
    if (inputTokens === undefined || outputTokens === undefined) return undefined;
    const isTold = cachedTokens !== undefined || (written ?? 0) > 0;
    const sorts: InputSorts = isTold
      ? sortsBesideOrWithin({ input: inputTokens, cached: cachedTokens ?? 0, written })
      : { unsorted: exactCount(inputTokens) };
    return { sorts, output: exactCount(outputTokens) };
  });
  if (!counts.every((one) => one !== undefined)) return undefined;
  const sorts = sumOfSorts(counts.map((one) => one.sorts));
  return {
    input: sumOfCounts(Object.values(sorts)),
    output: sumOfCounts(counts.map(({ output }) => output)),
    ...(!sorts.unsorted && { sorts }),
  };
}

const spanning = (counts: readonly TokenCount[]): TokenCount => ({
  least: Math.min(...counts.map(({ least }) => least)),
  most: Math.max(...counts.map(({ most }) => most)),
});
