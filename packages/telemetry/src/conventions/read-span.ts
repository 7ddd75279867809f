/** What a span says about tools, by the conventions that its attributes follow. */
import type { AttributeValue, Span } from '../otlp/span.ts';
import {
  agentNames,
  type Convention,
  type ConventionName,
  callReasons,
  conventions,
  errorNames,
  finishReasons,
  type SpanRole,
} from './conventions.ts';

export interface SpanFacts {
  /** Absent for a span that is about something else, such as a request. */
  role?: SpanRole;
  /** Present for the role `tool`. */
  call?: SpanCall;
  /** The model stopped to have tools called. */
  asksForTools?: true;
}

/** A call that ran, as its span reports it. Values are texts of JSON or structured. */
export interface SpanCall {
  /** '' if the span does not say. */
  name: string;
  id?: string;
  /** Absent if the span does not record it. */
  args?: AttributeValue;
  result?: AttributeValue;
  error?: string;
  agent?: string;
  /** Spans of one layer that lie within one another are different calls; those of different layers may be one. */
  layer: ConventionName;
}

const all = Object.entries(conventions) as [ConventionName, Convention][];

export function readSpan(span: Span): SpanFacts {
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
  const role = followed[0]?.role;
  if (!role) return {};
  const asksForTools = textsIn(first(attributes, finishReasons)).some((one) =>
    callReasons.has(one.toLowerCase()),
  );
  return { role, ...(asksForTools && { asksForTools }) };
}

/** An MCP span that also follows the GenAI conventions is one of MCP. */
function readCall(span: Span, readers: Convention[], layer: ConventionName): SpanCall {
  const { attributes, error } = span;
  const read = (part: keyof Convention['call']) =>
    readers.map(({ call }) => first(attributes, call[part])).find((value) => value !== undefined);
  const prefix = readers
    .flatMap(({ namePrefix = '' }) => namePrefix)
    .find((one) => one !== '' && span.name.startsWith(one));
  const name = textOf(read('name')) ?? (prefix && span.name.slice(prefix.length)) ?? '';
  const id = textOf(read('id'));
  const wrappers = readers.flatMap(({ wrappers = [] }) => wrappers);
  const args = wrappers.length > 0 ? unwrapped(read('args'), wrappers) : read('args');
  const result = read('result');
  const agent = textOf(first(attributes, agentNames));
  const failure = error || (textOf(first(attributes, errorNames)) ?? error);
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

/** @returns the arguments in the wrapper; undefined if the tool took several without names */
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
