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

/** Maximum number of attributes that spans are joined by, and of characters of their names. */
const joinAttributesMax = 5;
const attributeLengthMax = 200;

const keys = ['sources', 'join', 'settle', 'timeout'];
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
  const joinField = fields.get('join');
  const join = joinField && joinIn(reading, joinField);
  const settleMs = timeIn(reading, fields.get('settle'));
  const timeoutMs = timeIn(reading, fields.get('timeout'));
  return {
    sources,
    ...(join && { join }),
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

const joinExample =
  'Write for example: join: { session.id: "{{session}}" }, and save "session" from a reply or before each test.';

/** @returns the templates by attribute; undefined after reporting that they are invalid */
function joinIn(reading: Reader, field: KeyValue): Record<string, string> | undefined {
  const node = follow(reading, field.value);
  const entries = isMap(node) ? fieldsOf(reading, node) : [];
  const join: Record<string, string> = {};
  let isValid = entries.length > 0 && entries.length <= joinAttributesMax;
  for (const { key, value } of entries) {
    const attribute = key.trim();
    isValid &&= attribute !== '' && attribute.length <= attributeLengthMax;
    join[attribute] = textOf(reading, value)?.trim() ?? '';
  }
  if (!isValid) {
    const message = `"join" must name 1 to ${joinAttributesMax} attributes of spans, each with the value that it has.`;
    reading.problems.error(field.range, message, joinExample);
    return undefined;
  }
  const fixed = Object.entries(join).find(([, template]) => placeholdersIn(template).length === 0);
  if (!fixed) return join;
  const message = `"${fixed[0]}" under "join" is the same in every conversation, so it can't tell them apart.`;
  reading.problems.error(field.range, message, joinExample);
  return undefined;
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
  configuration: SuiteConfiguration,
  range: TextRange,
): void {
  const { channel, evidence } = configuration;
  if (!evidence || !channel) return;
  if (evidence.join) {
    refuseSharedValues(reading, configuration, range);
    return;
  }
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

/** Refuses values for `join` that all conversations have in common. */
function refuseSharedValues(
  reading: Reader,
  { evidence, variables = {}, beforeAll = [] }: SuiteConfiguration,
  range: TextRange,
): void {
  const shared = new Set([
    ...Object.keys(variables),
    ...beforeAll.flatMap(({ save = {} }) => Object.keys(save)),
  ]);
  for (const [attribute, template] of Object.entries(evidence?.join ?? {})) {
    const names = placeholdersIn(template).map(({ name }) => name);
    if (!names.every((name) => shared.has(name) || name.startsWith('secret.'))) continue;
    const message = `{{${names[0]}}} is the same in every conversation, so spans can't be joined by "${attribute}".`;
    reading.problems.error(range, message, joinExample);
  }
}
