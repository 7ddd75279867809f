/** Reads what a span says about tools, models and agents, by the conventions that its attributes follow. */
import type { AttributeValue, Span } from '../otlp/span.ts';
import {
  agentNames,
  answersOfModels,
  type Convention,
  type ConventionName,
  callReasons,
  conventions,
  errorNames,
  finishReasons,
  flaws,
  modelNames,
  namesOfAskedTools,
  reportersOfTools,
  type SpanRole,
  tokenNames,
} from './conventions.ts';

export interface SpanFacts {
  /** Absent for a span about something else, such as a request. */
  role?: SpanRole;
  /** Present for the role `tool`. */
  call?: SpanCall;
  /** Number of calls that the model requested, with the convention of the span; absent if the span does not show any. */
  asked?: { calls: number; layer: ConventionName };
  /** Present for the role `model`, as far as the span reports it. */
  model?: SpanModel;
  /** Total tokens of an agent's models, if the span reports them. */
  sum?: Omit<SpanModel, 'name'>;
  /** True if the span proves that the tools of its service are reported. */
  showsTools?: true;
  /** What the instrumentation does not report, as a sentence. */
  flaw?: string;
}

/** A request to a model. */
interface SpanModel {
  name?: string;
  inputTokens?: number;
  cachedTokens?: number;
  /** Tokens written to a cache. */
  writtenTokens?: number;
  outputTokens?: number;
}

/** A call that ran, as its span reports it. Values are JSON texts or structured. */
export interface SpanCall {
  /** Empty if the span does not report it. */
  name: string;
  id?: string;
  /** Absent if the span does not record the arguments. */
  args?: AttributeValue;
  result?: AttributeValue;
  error?: string;
  agent?: string;
  /**
   * Convention of the span. Nested spans of the same convention are different calls; those of different ones may be the
   * same call.
   */
  layer: ConventionName;
}

const all = Object.entries(conventions) as [ConventionName, Convention][];

export function readSpan(span: Span): SpanFacts {
  const flaw = Object.hasOwn(flaws, span.scope) ? flaws[span.scope] : undefined;
  const facts = factsOf(span);
  const { role } = facts;
  const showsTools = role === 'tool' || role === 'agent' || reportersOfTools.has(span.scope);
  return {
    ...facts,
    ...(showsTools && { showsTools }),
    ...(flaw && { flaw: `${span.scope} ${flaw}.` }),
  };
}

function factsOf(span: Span): SpanFacts {
  const { attributes } = span;
  const roleIn = ({ roles }: Convention) =>
    roles.find(({ attribute, values }) => {
      const value = attributes.get(attribute);
      return typeof value === 'string' && values.includes(value);
    })?.role;
  const followed = all
    .map(([name, convention]) => ({ name, convention, role: roleIn(convention) }))
    .filter(({ role }) => role !== undefined);
  const tools = followed.filter(({ role }) => role === 'tool');
  const last = tools.at(-1);
  if (last) {
    const readers = tools.map(({ convention }) => convention);
    return { role: 'tool', call: readCall(span, readers, last.name) };
  }
  const [one] = followed;
  if (!one?.role) return {};
  if (one.role !== 'model') {
    const { name: _, ...sum } = modelIn(attributes);
    return { role: one.role, ...(Object.keys(sum).length > 0 && { sum }) };
  }
  const calls = callsAskedFor(attributes);
  const model = modelIn(attributes);
  return {
    role: one.role,
    ...(Object.keys(model).length > 0 && { model }),
    ...(calls > 0 && { asked: { calls, layer: one.name } }),
  };
}

function modelIn(attributes: Span['attributes']): SpanModel {
  const name = textOf(first(attributes, modelNames));
  const tokens = (names: readonly string[]) => {
    const count = Number(first(attributes, names) ?? Number.NaN);
    return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
  };
  const [input, cached, written, output] = [
    tokens(tokenNames.input),
    tokens(tokenNames.cached),
    tokens(tokenNames.written),
    tokens(tokenNames.output),
  ];
  return {
    ...(name !== undefined && { name: name.slice(0, modelNameLengthMax) }),
    ...(input !== undefined && { inputTokens: input }),
    ...(cached !== undefined && { cachedTokens: cached }),
    ...(written !== undefined && { writtenTokens: written }),
    ...(output !== undefined && { outputTokens: output }),
  };
}

const modelNameLengthMax = 200;

/** Counts the requested calls. If the content is not recorded, the finish reason still reveals that there was one. */
function callsAskedFor(attributes: Span['attributes']): number {
  const reasons = textsIn(first(attributes, finishReasons));
  const stopped = reasons.some((reason) => callReasons.has(reason.toLowerCase()));
  const answer = first(attributes, answersOfModels);
  const inAnswer = callsWithin(typeof answer === 'string' ? parsed(answer) : answer);
  const named = [...attributes.keys()].filter((key) => namesOfAskedTools.test(key)).length;
  return Math.max(stopped ? 1 : 0, inAnswer, named);
}

/** Counts calls in messages with parts, and in lists of calls. */
function callsWithin(value: AttributeValue | undefined): number {
  if (!Array.isArray(value)) return 0;
  return value.filter(isFields).reduce((sum, { type, toolName, parts }) => {
    const isCall = type === 'tool_call' || typeof toolName === 'string';
    return sum + (isCall ? 1 : callsWithin(parts));
  }, 0);
}

/** Reads a call. A span that follows several conventions gets the last of them as its layer, so MCP wins over GenAI. */
function readCall(span: Span, readers: Convention[], layer: ConventionName): SpanCall {
  const { attributes, error } = span;
  const read = (part: keyof Convention['call']) =>
    readers.map(({ call }) => first(attributes, call[part])).find((value) => value !== undefined);
  // The name of the span is meant for people, and can be that of a class.
  const name = textOf(read('name')) ?? '';
  const wrappers = readers.flatMap(({ wrappers = [] }) => wrappers);
  const args = wrappers.length > 0 ? unwrapped(read('args'), wrappers) : read('args');
  const answer = answerIn(read('result'));
  const id = textOf(read('id')) ?? answer.id;
  const { result } = answer;
  const agent = textOf(first(attributes, agentNames));
  const failure =
    (error && withoutStack(error)) ||
    (textOf(first(attributes, errorNames)) ?? error ?? answer.error);
  return {
    name,
    ...(id && { id }),
    ...(args !== undefined && { args }),
    ...(result !== undefined && { result }),
    ...(failure !== undefined && { error: failure || 'The tool failed.' }),
    ...(agent && { agent }),
    layer,
  };
}

interface Answer {
  id?: string;
  result?: AttributeValue;
  error?: string;
}

/** Extracts the result of a tool from the LangChain message or MCP response that contains it. */
function answerIn(value: AttributeValue | undefined): Answer {
  if (value === undefined) return {};
  const held = typeof value === 'string' ? parsed(value) : value;
  if (!isFields(held)) return { result: value };
  if (typeof held.is_error === 'boolean' && held.result !== undefined) {
    const { result, is_error: isError } = held;
    return { result, ...(isError && { error: textOf(result) ?? JSON.stringify(result) }) };
  }
  const serialized = isFields(held.output) ? held.output : held;
  const message = isFields(serialized.kwargs) ? serialized.kwargs : serialized;
  const { content, tool_call_id: id, status } = message;
  if (content === undefined || typeof id !== 'string') return { result: value };
  const isError = status === 'error';
  return { id, result: content, ...(isError && { error: textOf(content) ?? '' }) };
}

/** Removes the stack trace that some SDKs append after repeating the message. */
function withoutStack(error: string): string {
  const [message = ''] = error.split(/\n\s+at /, 1);
  const lines = message.split('\n');
  const [first = ''] = lines;
  const isRepeated = lines.length > 1 && lines.at(-1)?.endsWith(`: ${first}`);
  return (isRepeated ? lines.slice(0, -1).join('\n') : message).trim();
}

function first(
  attributes: Span['attributes'],
  names: readonly string[],
): AttributeValue | undefined {
  for (const name of names) {
    const value = attributes.get(name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

const textOf = (value: AttributeValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

function textsIn(value: AttributeValue | undefined): string[] {
  if (typeof value !== 'string') return Array.isArray(value) ? value.flatMap(textsIn) : [];
  if (!value.startsWith('[')) return [value];
  try {
    return textsIn(JSON.parse(value));
  } catch {
    return [value];
  }
}

/** @returns the arguments in the wrapper; undefined if the tool took several arguments without names */
function unwrapped(
  value: AttributeValue | undefined,
  wrappers: readonly string[],
): AttributeValue | undefined {
  const wrapper = typeof value === 'string' ? parsed(value) : value;
  if (!isFields(wrapper)) return value;
  const held = wrappers.map((key) => wrapper[key]).filter((one) => one !== undefined);
  if (held.length === 0) return value;
  const full = held.find((one) => Object.keys(one ?? {}).length > 0);
  if (!Array.isArray(full)) return full ?? {};
  return full.length === 1 && isFields(full[0]) ? full[0] : undefined;
}

const isFields = (value: AttributeValue | undefined): value is { [key: string]: AttributeValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): AttributeValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
