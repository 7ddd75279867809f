/** Parses `evidence: { sources: [support-agent], settle: 2s }`: the services whose spans show which tools ran. */
import { isMap, isSeq } from 'yaml';
import { millisecondsOf } from '../model/milliseconds.ts';
import type { SpanSources, SuiteConfiguration } from '../model/suite.ts';
import { placeholdersIn } from '../model/template.ts';
import type { TextRange } from './problem-list.ts';
import { reportUnknownKey } from './unknown-keys.ts';
import { fieldsOf, follow, type KeyValue, type Reader, textOf } from './values.ts';

/** Maximum number of services that a suite can list. */
const spanSourcesMax = 20;
/** Maximum of `settle` and `timeout`, in milliseconds. */
const spanWaitMsMax = 300_000;

const keys = ['sources', 'settle', 'timeout'];
const example = 'Write for example: evidence: { sources: [support-agent], settle: 2s }';

/** @returns undefined after reporting that there are no valid sources; invalid times are reported and left out */
export function parseEvidence(reading: Reader, pair: KeyValue): SpanSources | undefined {
  const node = follow(reading, pair.value);
  if (!isMap(node)) {
    reading.problems.error(pair.range, '"evidence" must be keys with values.', example);
    return undefined;
  }
  const fields = new Map(fieldsOf(reading, node).map((field) => [field.key, field]));
  for (const { key, range } of fields.values()) {
    if (!keys.includes(key)) reportUnknownKey(reading, key, range, keys);
  }
  const sources = sourcesIn(reading, fields.get('sources'));
  if (!sources) {
    const { range } = fields.get('sources') ?? pair;
    const message = `"sources" must list 1 to ${spanSourcesMax} services by their service.name, each only once.`;
    reading.problems.error(range, message, example);
    return undefined;
  }
  const settleMs = timeIn(reading, fields.get('settle'));
  const timeoutMs = timeIn(reading, fields.get('timeout'));
  return {
    sources,
    ...(settleMs !== undefined && { settleMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

function sourcesIn(reading: Reader, field: KeyValue | undefined): string[] | undefined {
  const list = field && follow(reading, field.value);
  if (!isSeq(list) || list.items.length === 0 || list.items.length > spanSourcesMax) {
    return undefined;
  }
  const names = list.items.map((item) => textOf(reading, item)?.trim() ?? '');
  const isUsable = names.every((name) => name !== '') && new Set(names).size === names.length;
  return isUsable ? names : undefined;
}

function timeIn(reading: Reader, field: KeyValue | undefined): number | undefined {
  if (!field) return undefined;
  const time = millisecondsOf(textOf(reading, field.value) ?? '', 1000);
  if (time !== undefined && time > 0 && time <= spanWaitMsMax) return time;
  const message = `"${field.key}" must be a time such as 2, 2s or 500ms, at most ${spanWaitMsMax / 1000} seconds.`;
  reading.problems.error(field.range, message);
  return undefined;
}

const untraced =
  'The messages of this channel carry no trace, so checks that a tool was not called are undecided.';
const untracedHint =
  'Put {{traceparent}} into "request" of the channel, for example "traceparent": "{{traceparent}}", and continue it in the agent.';

const isTrace = ({ name }: { name: string }) => name === 'traceparent';

/** Kinds of channels whose messages carry the trace. */
const kinds = ['http', 'openai', 'sse', 'websocket', 'socketio'];

/**
 * Refuses spans as evidence on channels that cannot carry a trace, and warns of socket messages without one. Every check that a
 * tool was not called would be undecided.
 */
export function refuseUnheardSpans(
  reading: Reader,
  { channel, evidence }: SuiteConfiguration,
  range: TextRange,
): void {
  if (!evidence || !channel) return;
  if (channel.kind === 'websocket' || channel.kind === 'socketio') {
    const carriesTrace = placeholdersIn(channel.request ?? '').some(isTrace);
    if (!carriesTrace) reading.problems.warning(range, untraced, untracedHint);
    return;
  }
  if (kinds.includes(channel.kind)) return;
  reading.problems.error(
    range,
    `Spans are evidence on channels of the kinds ${kinds.join(', ')}, not ${channel.kind}.`,
    'Remove "evidence", or reach the agent through one of these.',
  );
}
