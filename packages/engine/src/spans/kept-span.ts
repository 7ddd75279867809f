/** A span for storage, without attributes that are not evidence. */
import {
  type AttributeValue,
  conversationNames,
  readSpan,
  type Span,
  type SpanFacts,
} from '@parley/telemetry';

export type KeptSpan = Omit<Span, 'attributes'> &
  SpanFacts & {
    /** Values that can show to which conversation the span belongs, by attribute; absent if there are none. */
    ids?: Record<string, string>;
    size: number;
  };

/** Maximum characters of a stored value: one more than is displayed, to show that it was cut. */
const valueLengthMax = 16_385;
/** Maximum characters of a name or an id. */
const nameLengthMax = 500;
/** Size that is counted for a span without its values. */
const ownSize = 1_000;

/** Maximum characters of a value that shows to which conversation a span belongs. */
export const idLengthMax = 500;

/** @param joinedBy attributes to keep because suites join spans by them, in addition to those of the conventions */
export function keptSpan(
  { attributes, ...whole }: Span,
  joinedBy: Iterable<string> = [],
): KeptSpan {
  const ids = idsIn(attributes, joinedBy);
  const span = withoutIds({ ...whole, attributes });
  if (!ids) return span;
  const characters = Object.entries(ids).reduce(
    (sum, [name, id]) => sum + name.length + id.length,
    0,
  );
  return { ...span, ids, size: span.size + characters };
}

function idsIn(
  attributes: Span['attributes'],
  joinedBy: Iterable<string>,
): Record<string, string> | undefined {
  const ids: [string, string][] = [];
  for (const name of new Set([...conversationNames, ...joinedBy])) {
    const value = attributes.get(name);
    // Larger numbers have lost digits, so that they can equal the number of another conversation.
    const id = Number.isSafeInteger(value) ? String(value) : value;
    if (typeof id === 'string' && id !== '' && id.length <= idLengthMax) ids.push([name, id]);
  }
  return ids.length > 0 ? Object.fromEntries(ids) : undefined;
}

function withoutIds({ attributes, ...whole }: Span): KeptSpan {
  const facts = readSpan({ ...whole, attributes });
  const { error: failure, ...rest } = whole;
  const span = {
    ...rest,
    name: whole.name.slice(0, nameLengthMax),
    ...(failure !== undefined && { error: failure.slice(0, nameLengthMax) }),
  };
  const { call } = facts;
  if (!call) return { ...span, ...facts, size: ownSize + (span.error?.length ?? 0) };
  const args = call.args === undefined ? undefined : shortened(call.args);
  const result = call.result === undefined ? undefined : shortened(call.result);
  const error = call.error?.slice(0, valueLengthMax);
  return {
    ...span,
    ...facts,
    call: {
      ...call,
      name: call.name.slice(0, nameLengthMax),
      ...(call.id && { id: call.id.slice(0, nameLengthMax) }),
      ...(call.agent && { agent: call.agent.slice(0, nameLengthMax) }),
      ...(error !== undefined && { error }),
      ...(args && { args: args.value }),
      ...(result && { result: result.value }),
    },
    size: ownSize + (args?.length ?? 0) + (result?.length ?? 0) + (error?.length ?? 0),
  };
}

function shortened(value: AttributeValue): { value: AttributeValue; length: number } {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= valueLengthMax) return { value, length: text.length };
  return { value: text.slice(0, valueLengthMax), length: valueLengthMax };
}
