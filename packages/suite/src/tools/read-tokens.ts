/**
 * Tokens that the answers of a turn report, by their format. An answer that reports none leaves a gap: it
 * used some, and nothing shows how many.
 *
 * Sources: https://platform.openai.com/docs/api-reference/chat/object (`usage`, and the last chunk with
 * `stream_options.include_usage`), https://platform.openai.com/docs/api-reference/responses/object,
 * https://docs.anthropic.com/en/api/messages (cached tokens are counted beside `input_tokens`, and the last
 * `message_delta` has the final `output_tokens`), https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text.
 */
import type { Json } from '../format/model/suite.ts';
import type { ToolFormatName } from './format-names.ts';
import { isObject, type JsonObject, objectsIn } from './json-object.ts';
import { exactCount, type RequestTokens, type TokenUse, tokenUseOf } from './token-use.ts';
import type { ToolPart } from './tool-call.ts';

/** An answer of a model, as far as it has come. */
interface Answer {
  id?: Json | undefined;
  tokens?: RequestTokens;
  /** What comes now with content is another answer. */
  isOver: boolean;
}

interface Answers {
  open(id?: Json): Answer;
  /** The one that came last. */
  last(): Answer | undefined;
}

/** Puts what a part tells of answers into the list. */
type TokenReader = (data: JsonObject, answers: Answers) => void;

const readers: Record<ToolFormatName, TokenReader> = {
  openai: readChatCompletion,
  'openai-responses': readResponse,
  anthropic: readMessage,
  'ai-sdk': readSteps,
  'ag-ui': () => {},
};

/** @param isCut parts were dropped */
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

/** Why a reply in the format may have used any number of tokens. */
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

/** Some servers tell of tokens in each chunk, each time of all so far; and some give every answer the same id. */
function readChatCompletion(data: JsonObject, answers: Answers): void {
  const choices = objectsIn(data.choices);
  const tokens = tokensIn(data.usage, data.model, {
    input: ['prompt_tokens'],
    output: ['completion_tokens'],
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
  const names = { input: anthropicInput, output: ['output_tokens'] };
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
    // The end of a stream repeats some of the counts of its beginning, with their final values.
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

/** What `generateText` gives back has the usage of each step; a stream of UI messages has none. */
function readSteps(data: JsonObject, answers: Answers): void {
  for (const step of objectsIn(data.steps)) {
    const model = isObject(step.response) ? step.response.modelId : undefined;
    const tokens =
      tokensIn(step.usage, model, { input: ['inputTokens'], output: ['outputTokens'] }) ??
      tokensIn(step.usage, model, { input: ['promptTokens'], output: ['completionTokens'] });
    Object.assign(answers.open(), { isOver: true, ...(tokens && { tokens }) });
  }
}

/**
 * @param names of counts that make up input and output; the first has to be there
 * @returns undefined if the usage does not tell both
 */
function tokensIn(
  usage: Json | undefined,
  model: Json | undefined,
  names: { input: readonly string[]; output: readonly string[] },
): RequestTokens | undefined {
  if (!isObject(usage)) return undefined;
  const sum = ([first = '', ...others]: readonly string[]) => {
    const counts = [usage[first], ...others.map((name) => usage[name] ?? 0)];
    return counts.every(isCount) ? counts.reduce((all, one) => all + one, 0) : undefined;
  };
  const [input, output] = [sum(names.input), sum(names.output)];
  if (input === undefined || output === undefined) return undefined;
  return {
    input: exactCount(input),
    output: exactCount(output),
    ...(typeof model === 'string' && model !== '' && { model }),
  };
}

const isCount = (value: Json | undefined): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0;
