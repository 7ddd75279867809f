/**
 * Reads the tokens that the model responses of a turn report, by format. A response that reports none leaves a gap: it used
 * tokens, but nothing shows how many.
 *
 * Sources: https://platform.openai.com/docs/api-reference/chat/object (`usage`, and the last chunk with
 * `stream_options.include_usage`), https://platform.openai.com/docs/api-reference/responses/object,
 * https://docs.anthropic.com/en/api/messages (`input_tokens` does not include cached tokens, and the last `message_delta` has
 * the final `output_tokens`), https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text.
 */
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import {
  exactCount,
  type InputSorts,
  type RequestTokens,
  sortsBesideOrWithin,
  sumOfCounts,
  type TokenCount,
  type TokenUse,
  tokenUseOf,
} from './token-use.ts';
import type { ToolPart } from './tool-call.ts';

/** A response of a model, as far as it was received. */
interface Answer {
  id?: Json | undefined;
  tokens?: RequestTokens;
  /** True if further content belongs to another response. */
  isOver: boolean;
}

interface Answers {
  open(id?: Json): Answer;
  /** @returns the response that was received last */
  last(): Answer | undefined;
}

/** Adds what a part reports about responses. */
type TokenReader = (data: JsonObject, answers: Answers) => void;

const readers: Record<ToolFormatName, TokenReader> = {
  openai: readChatCompletion,
  'openai-responses': readResponse,
  anthropic: readMessage,
  'ai-sdk': readSteps,
  'ag-ui': () => {},
};

/** @param isCut true if parts of the turn were dropped */
export function readTokens(
  format: ToolFormatName,
  parts: readonly ToolPart[],
  isCut = false,
): TokenUse {
  const all: Answer[] = [];
  const answers: Answers = {
    open(id) {
      const answer = { id, isOver: false };
      all.push(answer);
      return answer;
    },
    last: () => all.at(-1),
  };
  for (const { data } of parts) {
    const last = all.at(-1);
    if (data === '[DONE]' && last) last.isOver = true;
    for (const one of Array.isArray(data) ? objectsIn(data) : [data])
      if (isObject(one)) readers[format](one, answers);
  }
  const told = all.flatMap(({ tokens }) => tokens ?? []);
  const gaps = [
    ...(all.length === 0 ? [noTokens(format)] : []),
    ...(told.length < all.length ? [withoutTokens(format)] : []),
    ...(isCut ? ['More arrived in this turn than is kept.'] : []),
  ];
  return tokenUseOf(told, gaps);
}

/** @returns why a reply in the format could have used any number of tokens */
export const noTokens = (format: ToolFormatName): string =>
  `The reply reports no tokens.${hints[format]}`;

const withoutTokens = (format: ToolFormatName) =>
  `An answer of a model in the reply reports no tokens.${hints[format]}`;

const viaSpans = ' Have the agent export spans, and list its service under evidence.';

const hints: Record<ToolFormatName, string> = {
  openai:
    ' In a stream, they are often sent only on request: stream_options: { include_usage: true }.',
  'openai-responses': '',
  anthropic: '',
  'ai-sdk': viaSpans,
  'ag-ui': viaSpans,
};

/** Reads the usage. Some servers report the total so far in each chunk, and some give every response the same ID. */
function readChatCompletion(data: JsonObject, answers: Answers): void {
  const choices = objectsIn(data.choices);
  const tokens = tokensIn(data.usage, data.model, {
    input: ['prompt_tokens'],
    output: ['completion_tokens'],
    sorts: (usage, input) => sortsWithin(usage.prompt_tokens_details, input),
    details: ['prompt_tokens_details', 'completion_tokens_details'],
  });
  if (choices.some(({ message }) => isObject(message))) {
    Object.assign(answers.open(data.id), { isOver: true, ...(tokens && { tokens }) });
    return;
  }
  const last = answers.last();
  const hasContent = choices.some(({ delta }) => isObject(delta) && Object.keys(delta).length > 0);
  const isSame = last !== undefined && (last.id === data.id || (!hasContent && !data.id));
  let answer = isSame && !(last.isOver && hasContent) ? last : undefined;
  if (!answer && (hasContent || tokens)) answer = answers.open(data.id);
  if (!answer) return;
  if (tokens) answer.tokens = tokens;
  if (choices.some(({ finish_reason: reason }) => typeof reason === 'string')) answer.isOver = true;
}

function readResponse(data: JsonObject, answers: Answers): void {
  const response = isObject(data.response) ? data.response : data;
  if (response.object !== 'response') return;
  const last = answers.last();
  const answer = last && last.id === response.id && !last.isOver ? last : answers.open(response.id);
  const tokens = tokensIn(response.usage, response.model, {
    input: ['input_tokens'],
    output: ['output_tokens'],
    sorts: (usage, input) => sortsWithin(usage.input_tokens_details, input),
    details: ['input_tokens_details', 'output_tokens_details'],
  });
  if (tokens) answer.tokens = tokens;
  const isEnd = response === data || /\.(completed|incomplete|failed)$/.test(String(data.type));
  if (isEnd) answer.isOver = true;
}

const anthropicInput = [
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
] as const;

function readMessage(data: JsonObject, answers: Answers): void {
  const names: UsageNames = {
    input: anthropicInput,
    output: ['output_tokens'],
    sorts: (usage) => ({
      plain: countIn(usage.input_tokens),
      written: countIn(usage.cache_creation_input_tokens),
      cached: countIn(usage.cache_read_input_tokens),
    }),
  };
  if (data.type === 'message') {
    const tokens = tokensIn(data.usage, data.model, names);
    Object.assign(answers.open(data.id), { isOver: true, ...(tokens && { tokens }) });
  } else if (data.type === 'message_start' && isObject(data.message)) {
    const answer = answers.open(data.message);
    answer.isOver = false;
  } else if (data.type === 'message_delta') {
    const answer = answers.last();
    const begun = answer && !answer.isOver && isObject(answer.id) ? answer.id : undefined;
    if (!answer || !begun) return;
    // The end of a stream repeats some of the counts at its beginning, with their final values.
    const usage = {
      ...(isObject(begun.usage) ? begun.usage : {}),
      ...(isObject(data.usage) ? withoutNulls(data.usage) : {}),
    };
    const isFinal = isObject(data.usage) && typeof data.usage.output_tokens === 'number';
    const tokens = isFinal ? tokensIn(usage, begun.model, names) : undefined;
    if (tokens) answer.tokens = tokens;
  } else if (data.type === 'message_stop') {
    const answer = answers.last();
    if (answer) answer.isOver = true;
  }
}

const withoutNulls = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

/** Reads the usage of each step in a result of `generateText`. Streams of UI messages report none. */
function readSteps(data: JsonObject, answers: Answers): void {
  for (const step of objectsIn(data.steps)) {
    const model = isObject(step.response) ? step.response.modelId : undefined;
    const tokens =
      tokensIn(step.usage, model, {
        input: ['inputTokens'],
        output: ['outputTokens'],
        sorts: sortsOfStep,
      }) ?? tokensIn(step.usage, model, { input: ['promptTokens'], output: ['completionTokens'] });
    const counted = tokens?.sorts && {
      ...tokens,
      // Version 5 does not specify if the input includes cached tokens.
      input: sumOfCounts(Object.values(tokens.sorts)),
    };
    Object.assign(answers.open(), { isOver: true, ...(tokens && { tokens: counted ?? tokens }) });
  }
}

/**
 * Splits input by cost. Version 6 reports which part of the input was cached. Version 5 reports how many tokens were, but not
 * if they are part of the input.
 */
function sortsOfStep(usage: JsonObject, input: number): InputSorts | undefined {
  const { inputTokenDetails: details, cachedInputTokens: cached } = usage;
  if (isObject(details) && isCount(details.noCacheTokens))
    return {
      plain: exactCount(details.noCacheTokens),
      cached: countIn(details.cacheReadTokens),
      written: countIn(details.cacheWriteTokens),
    };
  return isCount(cached) ? sortsBesideOrWithin({ input, cached }) : undefined;
}

/** Splits input that includes the cached tokens. Nothing shows if the rest was written to a cache. */
function sortsWithin(details: Json | undefined, input: number): InputSorts | undefined {
  const cached = isObject(details) ? details.cached_tokens : undefined;
  if (!isCount(cached) || cached > input) return undefined;
  return { fresh: exactCount(input - cached), cached: exactCount(cached) };
}

const countIn = (value: Json | undefined): TokenCount => exactCount(isCount(value) ? value : 0);

/** Names of the counts in a usage object. */
interface UsageNames {
  /** Counts that add up to the input. The first is required. */
  input: readonly string[];
  output: readonly string[];
  /** @returns undefined if nothing shows which part of the input was cached */
  sorts?: (usage: JsonObject, input: number) => InputSorts | undefined;
  /** Objects that can report audio tokens, which have prices of their own. */
  details?: readonly string[];
}

/** @returns undefined if the usage does not report both input and output */
function tokensIn(
  usage: Json | undefined,
  model: Json | undefined,
  names: UsageNames,
): RequestTokens | undefined {
  if (!isObject(usage)) return undefined;
  const sum = ([first = '', ...others]: readonly string[]) => {
    const counts = [usage[first], ...others.map((name) => usage[name] ?? 0)];
    return counts.every(isCount) ? counts.reduce((all, one) => all + one, 0) : undefined;
  };
  const [input, output] = [sum(names.input), sum(names.output)];
  if (input === undefined || output === undefined) return undefined;
  const sorts = names.sorts?.(usage, input);
  const hasAudio = names.details?.some((name) => {
    const details = usage[name];
    return isObject(details) && isCount(details.audio_tokens) && details.audio_tokens > 0;
  });
  return {
    input: exactCount(input),
    output: exactCount(output),
    ...(sorts && { sorts }),
    ...(hasAudio && { unpriced: 'A request used tokens of audio, which have other prices.' }),
    ...(typeof model === 'string' && model !== '' && { model }),
  };
}

const isCount = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
