/** Tokens of models as reported, and what such a report proves. */
import type { Cost } from './prices.ts';

/** Lower and upper bound of a count, non-negative integers. Equal if the count is known. */
export interface TokenCount {
  least: number;
  most: number;
}

/** Tokens that the models of one turn used. */
export interface TokenUse {
  /** Requests to models that report their tokens. */
  requests: number;
  /** Input tokens including cached ones, whether or not the provider counts these as input. */
  input: TokenCount;
  output: TokenCount;
  /** Names of the models that answered, as far as they are known. */
  models?: string[];
  /** The same tokens by model and by what they cost; absent in runs from before they were kept. */
  byModel?: ModelTokens[];
  /** What they cost by the prices of the suite; absent where it has none. */
  cost?: Cost;
  /** Reasons why more tokens may have been used, in words. Absent if the report is complete. */
  gaps?: string[];
}

/** Kind of tokens to count. */
export type TokenKind = 'total' | 'input' | 'output';

/** Tokens of input by what they cost. A sort that is absent stands for none. */
export interface InputSorts {
  /** Neither read from a cache nor written to one. */
  plain?: TokenCount;
  /** Not read from a cache. Nothing tells if they were written to one. */
  fresh?: TokenCount;
  /** Nothing tells if they were read from a cache or written to one. */
  unsorted?: TokenCount;
  /** Read from a cache. */
  cached?: TokenCount;
  /** Written to a cache. */
  written?: TokenCount;
}

/** Tokens of the requests to one model. */
export interface ModelTokens extends InputSorts {
  /** Its name; several where the same requests are reported under each of them. */
  models: string[];
  output: TokenCount;
  /** Why these tokens do not tell what was paid, in words. */
  gaps?: string[];
}

/** What one request to a model reports. */
export interface RequestTokens {
  input: TokenCount;
  output: TokenCount;
  model?: string;
  /** Other names of the model, by other reports of the same request. */
  otherNames?: string[];
  /** The input by what it costs; absent where nothing tells. */
  sorts?: InputSorts;
  /** Why these tokens do not tell what was paid, in words. */
  unpriced?: string;
}

/** Maximum number of model names kept for a turn, and of characters of each. */
const modelsMax = 5;
const modelNameLengthMax = 200;

/** @param gaps why more may have been used; the first ones are kept */
export function tokenUseOf(requests: readonly RequestTokens[], gaps: readonly string[]): TokenUse {
  const models = [...new Set(requests.flatMap(({ model }) => model ?? []))];
  return {
    requests: requests.length,
    input: sumOfCounts(requests.map(({ input }) => input)),
    output: sumOfCounts(requests.map(({ output }) => output)),
    ...(models.length > 0 && {
      models: models.slice(0, modelsMax).map((name) => name.slice(0, modelNameLengthMax)),
    }),
    ...(requests.length > 0 && { byModel: byModel(requests) }),
    ...(gaps.length > 0 && { gaps: [...new Set(gaps)].slice(0, gapsMax) }),
  };
}

/** Models whose tokens are told apart in a turn. */
const sortedModelsMax = 20;

function byModel(requests: readonly RequestTokens[]): ModelTokens[] {
  const groups = new Map<string, ModelTokens>();
  for (const request of requests) {
    const { model, otherNames = [], output, sorts = { unsorted: request.input } } = request;
    const names = [...new Set([...(model === undefined ? [] : [model]), ...otherNames])]
      .slice(0, modelsMax)
      .map((name) => name.slice(0, modelNameLengthMax));
    const key = JSON.stringify(names);
    const isKept = groups.has(key) || groups.size < sortedModelsMax;
    const known = groups.get(isKept ? key : overflow) ?? {
      models: isKept ? names : [],
      output: exactCount(0),
    };
    const gaps = [
      ...(known.gaps ?? []),
      ...(isKept ? [] : [`More than ${sortedModelsMax} models answered in one turn.`]),
      ...(request.unpriced === undefined ? [] : [request.unpriced]),
      // A model is always given something: a zero stands for what nobody counted.
      ...(request.input.most === 0 ? [noInput] : []),
    ];
    groups.set(isKept ? key : overflow, {
      models: known.models,
      ...sumOfSorts([known, sorts]),
      output: sumOfCounts([known.output, output]),
      ...(gaps.length > 0 && { gaps: [...new Set(gaps)] }),
    });
  }
  return [...groups.values()];
}

const overflow = 'others';

export const noInput = 'A request to a model reports no input tokens, which is impossible.';

/**
 * Sorts where nothing tells if what was read from a cache or written to one is a part of the input or beside it.
 * Without `written`, nothing tells if tokens were written to one.
 */
export function sortsBesideOrWithin({
  input,
  cached,
  written,
}: {
  input: number;
  cached: number;
  written?: number | undefined;
}): InputSorts {
  const apart = cached + (written ?? 0);
  const rest = { least: apart > input ? input : input - apart, most: input };
  return {
    [written === undefined ? 'fresh' : 'plain']: rest,
    cached: exactCount(cached),
    ...(written !== undefined && { written: exactCount(written) }),
  };
}

const sortNames = ['plain', 'fresh', 'unsorted', 'cached', 'written'] as const;

export function sumOfSorts(all: readonly InputSorts[]): InputSorts {
  const sum: InputSorts = {};
  for (const name of sortNames) {
    const counts = all.flatMap((one) => one[name] ?? []);
    if (counts.length > 0) sum[name] = sumOfCounts(counts);
  }
  return sum;
}

const gapsMax = 20;

/** Creates a count that is known exactly. */
export const exactCount = (tokens: number): TokenCount => ({ least: tokens, most: tokens });

export const sumOfCounts = (counts: readonly TokenCount[]): TokenCount => ({
  least: counts.reduce((sum, { least }) => sum + least, 0),
  most: counts.reduce((sum, { most }) => sum + most, 0),
});

export function countOf({ input, output }: TokenUse, kind: TokenKind): TokenCount {
  if (kind === 'total') return sumOfCounts([input, output]);
  return kind === 'input' ? input : output;
}

/**
 * Combines the tokens shown by spans with those reported by the reply. Both concern the same requests, so they are not added
 * up. Spans may show requests that a reply leaves out.
 */
export function joinTokenUse(spanned: TokenUse, reported: TokenUse | undefined): TokenUse {
  if (!reported || reported.requests === 0) return spanned;
  const isMore = (['input', 'output'] as const).some(
    (kind) => reported[kind].least > spanned[kind].most,
  );
  if (!isMore) return spanned;
  const larger = (kind: 'input' | 'output') => ({
    least: Math.max(spanned[kind].least, reported[kind].least),
    most: Math.max(spanned[kind].most, reported[kind].most),
  });
  const gaps = [...(spanned.gaps ?? []), 'The reply reports more tokens than the spans show.'];
  return { ...spanned, input: larger('input'), output: larger('output'), gaps };
}
