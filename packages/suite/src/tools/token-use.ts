/** Tokens of models as they were reported, and what a report of them proves. */

/** Numbers between which a count lies, whole and not negative. Equal where it is known. */
export interface TokenCount {
  least: number;
  most: number;
}

/** Tokens that the models of one turn used. */
export interface TokenUse {
  /** Requests to models that report their tokens. */
  requests: number;
  /** Cached tokens are among them, whatever the provider takes for input. */
  input: TokenCount;
  output: TokenCount;
  /** Names of the models that answered, as far as they are known. */
  models?: string[];
  /** Why more may have been used, in words. Absent where the report is whole. */
  gaps?: string[];
}

/** Tokens that are counted. */
export type TokenKind = 'total' | 'input' | 'output';

/** What one request to a model reports. */
export interface RequestTokens {
  input: TokenCount;
  output: TokenCount;
  model?: string;
}

/** Names of models that are kept for a turn, and characters of each. */
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
    ...(gaps.length > 0 && { gaps: [...new Set(gaps)].slice(0, gapsMax) }),
  };
}

const gapsMax = 20;

/** A count that is known. */
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
 * Joins what spans show with what the reply itself reports: both tell of the same requests, so they are not
 * added up. Spans tell of requests that a reply leaves out.
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
