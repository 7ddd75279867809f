/** Parses the configuration document. Known keys are checked, unknown ones are kept. */
import { type Document, isMap, isSeq, type Node } from 'yaml';
import { isAgentName } from '../model/agent.ts';
import { channelSecretMisuse, environmentNameProblem } from '../model/environment.ts';
import { isJudgeName } from '../model/judge-name.ts';
import { millisecondsOf } from '../model/milliseconds.ts';
import type { Json, SuiteConfiguration } from '../model/suite.ts';
import { secretPrefix } from '../model/template.ts';
import { parseChannel } from './parse-channel.ts';
import { parseEvidence, refuseUnheardSpans } from './parse-evidence.ts';
import { parseGate, warnOfUnreported } from './parse-gate.ts';
import { parsePrices } from './parse-prices.ts';
import { parseRepeat } from './parse-repeat.ts';
import { parseRequests, refuseSavedTwice } from './parse-requests.ts';
import { parseTags, parseTestTags } from './tags.ts';
import { meansNothing, reportUnknownKey } from './unknown-keys.ts';
import {
  fieldsOf,
  follow,
  jsonOf,
  type KeyValue,
  type Reader,
  rangeOf,
  recordOf,
  textOf,
} from './values.ts';

export { parseOpener } from './parse-opener.ts';

/** A configuration with the positions of its parts, for writing changes back. */
export interface LocatedConfiguration {
  configuration: SuiteConfiguration;
  document: Document.Parsed;
  pairs: KeyValue[];
}

/** Maximum reply timeout: ten minutes. */
export const replyTimeoutMsMax = 600_000;
const concurrencyMax = 50;
export const retriesMax = 5;

/** Parses a value into the model. @returns what is wrong with the value, '' if already reported; undefined if it is valid */
type Field = (
  reading: Reader,
  value: unknown,
  into: SuiteConfiguration,
  pair: KeyValue,
) => string | undefined;

/** Keys of a configuration, including spellings from other tools. */
const fields: Record<string, Field> = {
  syntax(reading, value, into) {
    const version = textOf(reading, value)?.trim();
    if (version !== '1' && version !== '2') return 'must be 1 or 2';
    into.syntax = version === '2' ? 2 : 1;
    return undefined;
  },
  description: text('description'),
  platform(reading, value, into) {
    const platform = textOf(reading, value);
    if (platform !== 'webchat' && platform !== 'phone') return 'must be webchat or phone';
    into.platform = platform;
    return undefined;
  },
  locale: text('locale'),
  voiceId: text('voiceId'),
  tags(reading, value, into) {
    into.tags = parseTestTags(reading, value);
    return undefined;
  },
  agent(reading, value, into) {
    const name = textOf(reading, follow(reading, value as Node))?.trim();
    if (!name || !isAgentName(name)) return 'must be the name of an agent, such as Support';
    into.agent = name;
    return undefined;
  },
  channel(reading, value, into) {
    const channel = parseChannel(reading, value);
    if (!channel) return '';
    into.channel = channel;
    return undefined;
  },
  variables: texts('variables'),
  data(reading, value, into) {
    const rows = recordOf(reading, value, (_, row) => recordOf(reading, row, textOf));
    if (!rows) return 'must be rows with names, each with names and values';
    into.data = rows;
    return undefined;
  },
  dataRow: text('dataRow'),
  findReplace: texts('findReplace'),
  homophones(reading, value, into) {
    const words = recordOf(reading, value, parseTags);
    if (!words) return 'must be words with their pronunciation';
    into.homophones = words;
    return undefined;
  },
  evidence(reading, _, into, pair) {
    const evidence = parseEvidence(reading, pair);
    if (!evidence) return '';
    into.evidence = evidence;
    return undefined;
  },
  prices(reading, _, into, pair) {
    const prices = parsePrices(reading, pair);
    if (!prices) return '';
    into.prices = prices;
    return undefined;
  },
  repeat(reading, value, into, pair) {
    const repeat = parseRepeat(reading, value, pair.range, {});
    if (!repeat) return '';
    into.repeat = repeat;
    return undefined;
  },
  gate(reading, _, into, pair) {
    const gate = parseGate(reading, pair);
    if (!gate) return '';
    into.gate = gate;
    return undefined;
  },
  secretsInMessages(reading, value, into) {
    const node = follow(reading, value as Node);
    const names = isSeq(node) ? node.items.map((item) => textOf(reading, item)) : undefined;
    const isUsable = names?.every((name) => name && !environmentNameProblem(name));
    if (!names || !isUsable) return 'must be a list of names of secrets, such as [password]';
    into.secretsInMessages = names as string[];
    return undefined;
  },
  judge(reading, value, into) {
    const name = textOf(reading, follow(reading, value as Node))?.trim();
    if (!name || !isJudgeName(name)) return 'must be the name of a judge, such as strict';
    into.judge = name;
    return undefined;
  },
  'before all': requests('beforeAll'),
  'before each': requests('beforeEach'),
  'after each': requests('afterEach'),
  replyTimeout: milliseconds('replyTimeoutMs', 1000),
  maxResponseWaitTime: milliseconds('replyTimeoutMs', 1),
  latencyBudget: milliseconds('latencyBudgetMs', 1000),
  concurrency(reading, value, into) {
    const number = numberOf(reading, value);
    if (!Number.isInteger(number) || number < 1 || number > concurrencyMax) {
      return `must be a whole number from 1 to ${concurrencyMax}`;
    }
    into.concurrency = number;
    return undefined;
  },
  retries(reading, value, into) {
    const number = numberOf(reading, value);
    if (!Number.isInteger(number) || number < 0 || number > retriesMax) {
      return `must be a whole number from 0 to ${retriesMax}`;
    }
    into.retries = number;
    return undefined;
  },
  stopOnFailure: flag('stopOnFailure'),
  stopTestOnFailure: flag('stopOnFailure'),
  lenient: flag('lenient'),
  lenientMode: flag('lenient'),
  fuzzyThreshold(reading, value, into) {
    const number = numberOf(reading, value);
    if (!(number >= 0 && number <= 1)) return 'must be a number from 0 to 1';
    into.fuzzyThreshold = number;
    return undefined;
  },
};

const spellings: Record<string, string> = {
  maxResponseWaitTime: 'replyTimeout',
  stopTestOnFailure: 'stopOnFailure',
  lenientMode: 'lenient',
};

/** Keys that need version 2 of the syntax, with their purpose. */
const ofVersion2 = new Map([
  ['agent', 'test an agent of the project'],
  ['repeat', 'try tests more than once'],
  ['gate', 'judge versions by it'],
  ['secretsInMessages', 'allow secrets in messages'],
  ['before all', 'send its requests'],
  ['before each', 'send its requests'],
  ['after each', 'send its requests'],
  ['evidence', 'take spans as evidence'],
  ['prices', 'know what tokens cost'],
  ['judge', 'name a judge'],
]);

export function isConfigurationKey(key: string): boolean {
  return Object.hasOwn(fields, key);
}

/** @returns the key in the printer's spelling */
export function canonicalKey(key: string): string {
  return Object.hasOwn(spellings, key) ? (spellings[key] as string) : key;
}

export function parseConfiguration(
  reading: Reader,
  document: Document.Parsed,
  under: KeyValue,
): LocatedConfiguration {
  const configuration: SuiteConfiguration = {};
  const pairs = configurationPairs(reading, follow(reading, under.value), under);
  const extra: Record<string, Json> = {};
  // The version applies to the whole configuration, even to keys before it.
  const syntax = pairs.find(({ key }) => key === 'syntax');
  reading.isStrict = textOf(reading, syntax?.value)?.trim() === '2';
  reading.hasPrices = pairs.some(({ key }) => key === 'prices');
  for (const pair of pairs) {
    const isKnown =
      Object.hasOwn(fields, pair.key) && (reading.isStrict || !ofVersion2.has(pair.key));
    const field = isKnown ? fields[pair.key] : undefined;
    const problem = field?.(reading, pair.value, configuration, pair);
    if (problem) reading.problems.error(pair.range, `"${pair.key}" ${problem}.`);
    const aim = ofVersion2.get(pair.key);
    if (!field && aim) {
      reading.problems.warning(
        pair.range,
        `"${pair.key}" ${meansNothing} in version 1 of the syntax.`,
        `Add "syntax: 2" to the configuration to ${aim}.`,
      );
    } else if (!field) reportUnknownKey(reading, pair.key, pair.range, Object.keys(fields));
    // Keep invalid values, too, so that writing the suite back loses nothing.
    if (problem !== undefined || !field) extra[pair.key] = jsonOf(reading, pair.value);
  }
  const ofEvidence = pairs.find(({ key }) => key === 'evidence');
  if (ofEvidence) refuseUnheardSpans(reading, configuration, ofEvidence.range);
  const ofGate = pairs.find(({ key }) => key === 'gate');
  if (ofGate) warnOfUnreported(reading, configuration, ofGate.range);
  const saving = pairs.filter(({ key }) => requestKeys.has(key)).at(-1);
  if (saving) refuseSavedTwice(reading, configuration, saving.range);
  if (reading.isStrict) refuseSecretNames(reading, configuration, pairs);
  const told = reading.isStrict ? channelSecretMisuse(configuration) : undefined;
  if (told) {
    const { range } = pairs.find(({ key }) => key === 'channel') ?? under;
    reading.problems.error(range, told.message, told.hint);
  }
  if (Object.keys(extra).length > 0) configuration.extra = extra;
  return { configuration, document, pairs };
}

/** Refuses secrets outside an environment, because everybody who sees the suite could read them. */
function refuseSecretNames(
  { problems }: Reader,
  { variables = {}, data = {} }: SuiteConfiguration,
  pairs: KeyValue[],
): void {
  const isOf = (names: object) => Object.keys(names).some((name) => name.startsWith(secretPrefix));
  for (const { key, range } of pairs) {
    const isTaken =
      (key === 'variables' && isOf(variables)) ||
      (key === 'data' && Object.values(data).some(isOf));
    if (!isTaken) continue;
    problems.error(
      range,
      `Names that begin with "${secretPrefix}" are reserved for secrets, which only an environment can have.`,
      'Add the secret to the environment, or use another name.',
    );
  }
}

/** @returns the keys of a mapping, or of a list of mappings, which some published samples use */
function configurationPairs(
  reading: Reader,
  node: Node | null | undefined,
  under: KeyValue,
): KeyValue[] {
  if (node === null || node === undefined) return [];
  if (isMap(node)) return fieldsOf(reading, node);
  const items = isSeq(node) ? node.items.map((item) => follow(reading, item)) : [node];
  if (items.every((item) => isMap(item))) return items.flatMap((item) => fieldsOf(reading, item));
  reading.problems.error(
    rangeOf(node, under.range),
    'The configuration must be keys with values.',
    'Write for example: locale: en-US',
  );
  return [];
}

const requestKeys = new Set(['before all', 'before each', 'after each']);

function requests(name: 'beforeAll' | 'beforeEach' | 'afterEach'): Field {
  return (reading, _, into, pair) => {
    const found = parseRequests(reading, pair);
    if (!found) return '';
    into[name] = found;
    return undefined;
  };
}

function text(key: 'description' | 'locale' | 'voiceId' | 'dataRow'): Field {
  return (reading, value, into) => {
    const found = textOf(reading, value);
    if (found === undefined) return 'must be text';
    into[key] = found;
    return undefined;
  };
}

function texts(key: 'variables' | 'findReplace'): Field {
  return (reading, value, into) => {
    const found = recordOf(reading, value, textOf);
    if (!found) return 'must be names with text values';
    into[key] = found;
    return undefined;
  };
}

function flag(key: 'stopOnFailure' | 'lenient'): Field {
  return (reading, value, into) => {
    const found = textOf(reading, value)?.toLowerCase();
    if (found !== 'true' && found !== 'false') return 'must be true or false';
    into[key] = found === 'true';
    return undefined;
  };
}

function milliseconds(name: 'replyTimeoutMs' | 'latencyBudgetMs', perUnit: number): Field {
  return (reading, value, into) => {
    const timeoutMs = millisecondsOf(textOf(reading, value) ?? '', perUnit);
    if (timeoutMs === undefined) return 'must be a time such as 15, 15s or 1500ms';
    if (timeoutMs < 1) return 'must be longer than 0';
    if (timeoutMs > replyTimeoutMsMax) {
      return `is ${timeoutMs / 1000} seconds; at most ${replyTimeoutMsMax / 1000} are allowed. Write milliseconds as 1500ms`;
    }
    into[name] = timeoutMs;
    return undefined;
  };
}

function numberOf(reading: Reader, value: unknown): number {
  const found = textOf(reading, value);
  return found === undefined || found.trim() === '' ? Number.NaN : Number(found);
}
