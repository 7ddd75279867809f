/** Tokens that models used, as reported, and what such a report proves. */
import type { Cost } from './prices.ts';

/** Lower and upper bound of a count. Both are equal if the count is known. */
export interface TokenCount {
  least: number;
  most: number;
}

/** Tokens that the models of one turn used. */
export interface TokenUse {
  /** Number of requests to models that report their tokens. */
  requests: number;
  /** Input tokens including cached ones, whether or not the provider counts them as input. */
  input: TokenCount;
  output: TokenCount;
  /** Names of the models that responded, as far as they are known. */
  models?: string[];
  /** The same tokens by model and by price; absent in runs of earlier releases. */
  byModel?: ModelTokens[];
  /** Cost of the tokens by the suite's prices; absent if the suite has none. */
  cost?: Cost;
  /** Why more tokens may have been used, as sentences. Absent if the report is complete. */
  gaps?: string[];
}

/** Kind of tokens to count. */
export type TokenKind = 'total' | 'input' | 'output';

/** Input tokens by price. An absent kind means that there are none. */
export interface InputSorts {
  /** Neither read from a cache nor written to one. */
  plain?: TokenCount;
  /** Not read from a cache. It is unknown if they were written to one. */
  fresh?: TokenCount;
  /** It is unknown if they were read from a cache or written to one. */
  unsorted?: TokenCount;
  /** Read from a cache. */
  cached?: TokenCount;
  /** Written to a cache. */
  written?: TokenCount;
}

/** Tokens of all requests to one model. */
export interface ModelTokens extends InputSorts {
  /** Name of the model; several if different reports of the same requests name it differently. */
  models: string[];
  output: TokenCount;
  /** Why the cost of these tokens is uncertain, as sentences. */
  gaps?: string[];
}

/** Tokens of one request to a model. */
export interface RequestTokens {
  input: TokenCount;
  output: TokenCount;
  model?: string;
  /** Other names of the model, from other reports of the same request. */
  otherNames?: string[];
  /** The input by price; absent if nothing shows it. */
  sorts?: InputSorts;
  /** Why the cost of these tokens is uncertain, as a sentence. */
  unpriced?: string;
}

/** Maximum number of model names to keep for a turn, and maximum length of each. */
const modelsMax = 5;
const modelNameLengthMax = 200;

/** @param gaps why more tokens may have been used; only the first ones are kept */
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

/** Maximum number of models in a turn whose tokens are kept separately. */
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
      // A model always receives input, so zero tokens mean that nothing was counted.
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
 * Splits input by price if nothing shows whether the input includes the tokens that were read from a cache or written to one.
 * If `written` is undefined, nothing shows if tokens were written.
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

/** @returns the range of a count that is known exactly */
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
 * Combines the tokens that spans show with those that the reply reports. Both describe the same requests, so they are not
 * added. Spans can show requests that the reply does not report.
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
