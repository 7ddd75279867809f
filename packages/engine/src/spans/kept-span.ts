/** A span as it is kept: without the attributes that are no evidence. */
import { type AttributeValue, readSpan, type Span, type SpanFacts } from '@parley/telemetry';

export type KeptSpan = Omit<Span, 'attributes'> & SpanFacts & { size: number };

/** Characters of a value: one more than is shown tells that it was cut. */
const valueLengthMax = 16_385;
/** What a span takes besides its values. */
const ownSize = 1_000;

export function keptSpan({ attributes, ...span }: Span): KeptSpan {
  const facts = readSpan({ ...span, attributes });
  const { call } = facts;
  if (!call) return { ...span, ...facts, size: ownSize };
  const args = call.args === undefined ? undefined : shortened(call.args);
  const result = call.result === undefined ? undefined : shortened(call.result);
  return {
    ...span,
    ...facts,
    call: {
      ...call,
      ...(args && { args: args.value }),
      ...(result && { result: result.value }),
    },
    size: ownSize + (args?.length ?? 0) + (result?.length ?? 0),
  };
}

function shortened(value: AttributeValue): { value: AttributeValue; length: number } {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= valueLengthMax) return { value, length: text.length };
  return { value: text.slice(0, valueLengthMax), length: valueLengthMax };
}
