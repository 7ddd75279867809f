/** Prints a model as text in one fixed style. Parsing the text gives the same model. */
import { stringify } from 'yaml';
import { gateEntry } from '../../gate/gate-entry.ts';
import type { Agent } from '../model/agent.ts';
import type { RepeatRule } from '../model/repeat.ts';
import type { Block, Json, SpanSources, Suite, SuiteConfiguration, Test } from '../model/suite.ts';
import { printInteraction } from './print-interaction.ts';
import { requestEntries } from './print-requests.ts';
import { printText, quoted } from './print-scalar.ts';

export { printOpener } from './print-opener.ts';

export function printSuite(suite: Suite): string {
  const { channel: _, evidence: __, ...named } = suite.configuration;
  // What the suite has from an agent is not its own.
  const settings = printSettings(suite.agent ? named : suite.configuration);
  const configuration = settings.length > 0 ? printDocument(['configuration:', ...settings]) : '';
  return configuration + [...suite.tests, ...(suite.blocks ?? [])].map(printPart).join('');
}

/** Prints a test or a block. */
export function printPart(part: Test | Block): string {
  return printDocument([...printHead(part), ...part.interactions.flatMap(printInteraction)]);
}

/** Prints an agent, without the begin of its document. */
export function printAgent({ name, version, description, channel, evidence }: Agent): string {
  const entries: [string, Json | undefined][] = [
    ['agent', name],
    ['version', version],
    ['description', description],
    ['channel', channel as Json | undefined],
    ['evidence', evidence && evidenceEntry(evidence)],
  ];
  const written = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return stringify(written, { lineWidth: 0 });
}

function printDocument(lines: string[]): string {
  return `---\n${lines.join('\n')}\n`;
}

export const isBlock = (part: Test | Block): part is Block => 'parameters' in part;

export function printHead(part: Test | Block): string[] {
  return isBlock(part) ? printHeadOfBlock(part) : printHeadOfTest(part);
}

function printHeadOfBlock({ name, parameters, description }: Block): string[] {
  return [
    `- block: ${printText(name)}`,
    ...(parameters.length > 0 ? [`- parameters: [${parameters.join(', ')}]`] : []),
    ...(description !== undefined ? [`- description: ${printText(description)}`] : []),
  ];
}

function printHeadOfTest(test: Test): string[] {
  const key = test.mode === 'normal' ? 'test' : `test.${test.mode}`;
  return [
    `- ${key}: ${printText(test.name)}`,
    ...(test.tags.length > 0 ? [`- tags: ${printTags(test.tags)}`] : []),
    ...(test.key !== undefined ? [`- settings: { key: ${quoted(test.key)} }`] : []),
    ...(test.repeat ? [`- repeat: { ${printRepeat(test.repeat)} }`] : []),
    ...(test.dataRow !== undefined ? [`- dataRow: ${printText(test.dataRow)}`] : []),
    ...(test.description !== undefined ? [`- description: ${printText(test.description)}`] : []),
  ];
}

const printRepeat = (repeat: Partial<RepeatRule>): string =>
  Object.entries(repeat)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

function printTags(tags: string[]): string {
  const isSimple = tags.every((tag) => tag !== '' && tag === tag.trim() && !tag.includes(','));
  return isSimple ? printText(tags.join(', ')) : `[${tags.map(quoted).join(', ')}]`;
}

/** Prints the lines below `configuration:`, key by key. */
export function printSettings(configuration: SuiteConfiguration): string[] {
  return settingEntries(configuration).flatMap(([key, value]) => printSetting(key, value));
}

export function printSetting(key: string, value: Json): string[] {
  const isRequests = ['before all', 'before each', 'after each'].includes(key);
  const text = stringify(
    { [key]: value },
    // Quotes keep numbers and booleans in the texts of a request from changing their type.
    {
      lineWidth: 0,
      ...(isRequests && { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' }),
    },
  );
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => (line === '' ? '' : `  ${line}`));
}

const evidenceEntry = ({ sources, join, settleMs, timeoutMs }: SpanSources): Json => ({
  sources,
  ...(join && { join }),
  ...(settleMs !== undefined && { settle: `${settleMs}ms` }),
  ...(timeoutMs !== undefined && { timeout: `${timeoutMs}ms` }),
});

/** @returns the keys and values of the text form, in printing order */
export function settingEntries(configuration: SuiteConfiguration): [key: string, value: Json][] {
  const { tags, channel, evidence, gate, beforeAll, beforeEach, afterEach } = configuration;
  const { replyTimeoutMs, latencyBudgetMs, extra } = configuration;
  const entries: [string, Json | undefined][] = [
    ['syntax', configuration.syntax],
    ['description', configuration.description],
    ['platform', configuration.platform],
    ['locale', configuration.locale],
    ['voiceId', configuration.voiceId],
    ['tags', tags && (tags.every((tag) => /^[^\s,]+$/.test(tag)) ? tags.join(', ') : tags)],
    ['agent', configuration.agent],
    ['channel', channel as Json | undefined],
    ['variables', configuration.variables],
    ['data', configuration.data],
    ['dataRow', configuration.dataRow],
    ['findReplace', configuration.findReplace],
    ['evidence', evidence && evidenceEntry(evidence)],
    ['prices', configuration.prices as Json | undefined],
    ['repeat', configuration.repeat],
    ['gate', gate && gateEntry(gate)],
    ['secretsInMessages', configuration.secretsInMessages],
    ['judge', configuration.judge],
    ['before all', beforeAll && requestEntries(beforeAll)],
    ['before each', beforeEach && requestEntries(beforeEach)],
    ['after each', afterEach && requestEntries(afterEach)],
    ['homophones', configuration.homophones],
    ['replyTimeout', replyTimeoutMs === undefined ? undefined : replyTimeoutMs / 1000],
    ['latencyBudget', latencyBudgetMs === undefined ? undefined : latencyBudgetMs / 1000],
    ['concurrency', configuration.concurrency],
    ['retries', configuration.retries],
    ['stopOnFailure', configuration.stopOnFailure],
    ['lenient', configuration.lenient],
    ['fuzzyThreshold', configuration.fuzzyThreshold],
    ...Object.entries(extra ?? {}),
  ];
  return entries.filter((entry): entry is [string, Json] => entry[1] !== undefined);
}
