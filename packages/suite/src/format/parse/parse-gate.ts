/** Parses the gate of a suite (syntax version 2): `gate: { rules: [must, pass rate: { noWorseBy: 10% }] }`. */
import { isMap, isSeq } from 'yaml';
import { readGate } from '../../gate/read-gate.ts';
import { toolFormats } from '../../tools/formats.ts';
import { asksForEvidence, type GateSettings } from '../model/gate.ts';
import type { SuiteConfiguration } from '../model/suite.ts';
import type { TextRange } from './problem-list.ts';
import { fieldsOf, follow, jsonOf, type KeyValue, type Reader, rangeOf } from './values.ts';

/** @returns undefined after reporting a problem, because a partly understood gate would require less */
export function parseGate(reading: Reader, { value, range }: KeyValue): GateSettings | undefined {
  let isRight = true;
  const before = reading.problems.list.length;
  const json = jsonOf(reading, value);
  if (reading.problems.list.length > before) return undefined;
  const gate = readGate(json, (at, message) => {
    isRight = false;
    reading.problems.error(placeOf(reading, value, at) ?? range, message);
  });
  return isRight ? gate : undefined;
}

/** @param at path of the setting, for example "maxAge" or "rules[1]" */
function placeOf(reading: Reader, value: unknown, at: string): TextRange | undefined {
  const map = follow(reading, value);
  const [, key = at, index] = /^(\w+)\[(\d+)\]$/.exec(at) ?? [];
  const pair = isMap(map) ? fieldsOf(reading, map).find((one) => one.key === key) : undefined;
  const list = follow(reading, pair?.value);
  const item = isSeq(list) && index !== undefined ? list.items[Number(index)] : undefined;
  return item === undefined ? pair?.range : rangeOf(item, pair?.range);
}

/** Warns of rules that would stay undecided, because nothing in the suite reports tools, tokens, tool errors or prices. */
export function warnOfUnreported(
  { problems }: Reader,
  { gate, channel, evidence, prices }: SuiteConfiguration,
  range: TextRange,
): void {
  const asked = gate?.rules?.rates.flatMap(({ of }) =>
    of.kind === 'tries within cost' ? of.currency : [],
  );
  const other = asked?.find((currency) => currency !== prices?.currency);
  if (other !== undefined)
    problems.warning(
      range,
      prices
        ? `The gate asks about a cost in ${other}, and the prices are in ${prices.currency}.`
        : 'The gate asks about cost, but the suite has no prices.',
      'Add prices to the configuration, in the same currency.',
    );
  if (!channel || evidence || !asksForEvidence(gate)) return;
  const format =
    channel.kind === 'openai' ? 'openai' : 'toolCalls' in channel ? channel.toolCalls : undefined;
  if (format === undefined) {
    problems.warning(
      range,
      'The gate asks about tools or tokens, but nothing in this suite reports them.',
      'Name the format of the replies in the channel, for example toolCalls: ai-sdk, or list the services whose spans show it under evidence.',
    );
    return;
  }
  const asksForErrors = gate?.rules?.rates.some(
    ({ of }) => of.kind === 'tries without tool errors',
  );
  if (asksForErrors && !toolFormats[format].reportsErrors)
    problems.warning(
      range,
      `The gate asks about tool errors, but the format ${format} does not show whether a tool failed.`,
      'Have the agent export spans, and list its service under evidence.',
    );
}
