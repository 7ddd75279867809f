/**
 * Parses agents. An agent is a document whose first key is `agent`, with the keys `channel` and `evidence` of a configuration.
 * Its rules are those of version 2 of the syntax.
 */
import { type Document, isMap } from 'yaml';
import {
  type Agent,
  agentNameLengthMax,
  agentVersionLengthMax,
  isAgentName,
} from '../model/agent.ts';
import { refuseMasked } from './credentials.ts';
import { parseChannel } from './parse-channel.ts';
import { parseEvidence, refuseUnheardSpans } from './parse-evidence.ts';
import type { Problem } from './problem.ts';
import { readYaml } from './read-yaml.ts';
import { reportUnknownKey } from './unknown-keys.ts';
import {
  fieldsOf,
  follow,
  type KeyValue,
  pairsOf,
  type Reader,
  rangeOf,
  reader,
  textOf,
} from './values.ts';

/** First key of an agent. In the text of a run, it begins the copy of the agent that the suite names. */
export const agentMark = 'agent';

/** Maximum number of characters of the text of one agent. */
export const agentLengthMax = 16_384;

/** Maximum number of agents in a file or a project. */
export const agentsMax = 100;

const keys = [agentMark, 'version', 'description', 'channel', 'evidence'];
const example = 'Write for example: agent: Support';

/** @returns true if a document is an agent */
export function beginsAgent(reading: Reader, document: Document.Parsed): boolean {
  const node = follow(reading, document.contents);
  if (!isMap(node)) return false;
  const found = pairsOf(reading, node).map(({ key }) => key);
  return found.includes(agentMark) && !found.includes('configuration');
}

/** Parses the document of an agent. @returns undefined after reporting that it has no valid name */
export function parseAgent(reading: Reader, document: Document.Parsed): Agent | undefined {
  const node = follow(reading, document.contents);
  if (!isMap(node)) return undefined;
  const isStrict = reading.isStrict;
  reading.isStrict = true;
  const found = new Map(fieldsOf(reading, node).map((field) => [field.key, field]));
  const agent = readFields(reading, found);
  for (const { key, range } of found.values()) {
    if (keys.includes(key)) continue;
    const before = reading.problems.list.length;
    reportUnknownKey(reading, key, range, keys);
    const isError = reading.problems.list
      .slice(before)
      .some(({ severity }) => severity === 'error');
    if (!isError)
      reading.problems.error(
        range,
        `An agent has no "${key}".`,
        `It has ${keys.join(', ')}. Other settings belong in the suites that name it.`,
      );
  }
  const begin = found.get(agentMark)?.range ?? rangeOf(node);
  if (!found.has('channel'))
    reading.problems.error(
      begin,
      'The agent has no channel.',
      'Say how to reach it, for example: channel: { kind: http, url: https://bot.example/message }',
    );
  const ofEvidence = found.get('evidence');
  if (ofEvidence) refuseUnheardSpans(reading, { syntax: 2, ...agent }, ofEvidence.range);
  reading.isStrict = isStrict;
  return agent.name === '' ? undefined : agent;
}

function readFields(reading: Reader, found: ReadonlyMap<string, KeyValue>): Agent {
  const named = found.get(agentMark);
  const name = named && textOf(reading, follow(reading, named.value))?.trim();
  if (named && (!name || !isAgentName(name)))
    reading.problems.error(
      named.range,
      `"agent" must be a name of letters, digits, spaces, ".", "_" and "-", at most ${agentNameLengthMax} characters.`,
      example,
    );
  const channel = found.get('channel');
  const evidence = found.get('evidence');
  const version = textIn(reading, found.get('version'), agentVersionLengthMax);
  const description = textIn(reading, found.get('description'), agentLengthMax);
  const parsed = channel && parseChannel(reading, channel.value);
  const sources = evidence && parseEvidence(reading, evidence);
  return {
    name: name && isAgentName(name) ? name : '',
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    ...(parsed && { channel: parsed }),
    ...(sources && { evidence: sources }),
  };
}

function textIn(reading: Reader, field: KeyValue | undefined, lengthMax: number) {
  if (!field) return undefined;
  const text = textOf(reading, follow(reading, field.value));
  if (text !== undefined && text.length <= lengthMax) return text;
  reading.problems.error(
    field.range,
    `"${field.key}" must be text, at most ${lengthMax.toLocaleString('en-US')} characters.`,
  );
  return undefined;
}

/**
 * Parses a text of agents, one per document, always by version 2 of the syntax. Never throws. A text with a problem of severity
 * `error` must not be stored or used.
 */
export function parseAgents(text: string): { agents: Agent[]; problems: Problem[] } {
  const reading = { ...reader(readYaml(text)), isStrict: true };
  const agents: Agent[] = [];
  const known = new Set<string>();
  for (const document of reading.documents) {
    const node = follow(reading, document.contents);
    if (node === null || node === undefined) continue;
    const range = rangeOf(node);
    if (!beginsAgent(reading, document)) {
      reading.problems.error(
        [range[0], Math.min(range[1], range[0] + 80)],
        'This part is not an agent.',
        `Each part begins with "agent:" and a name. ${example}`,
      );
      continue;
    }
    const agent = parseAgent(reading, document);
    if (!agent) continue;
    if (document.range[1] - document.range[0] > agentLengthMax)
      reading.problems.error(
        [range[0], range[0]],
        `An agent has at most ${agentLengthMax.toLocaleString('en-US')} characters.`,
      );
    if (known.has(agent.name.toLowerCase()))
      reading.problems.error(
        [range[0], range[0]],
        `There are two agents "${agent.name}".`,
        'Give each its own name. Names are not case-sensitive.',
      );
    known.add(agent.name.toLowerCase());
    agents.push(agent);
  }
  if (agents.length > agentsMax)
    reading.problems.error([0, 0], `There can be at most ${agentsMax} agents.`);
  refuseMasked(reading);
  for (const { range, message, hint } of reading.misplaced)
    reading.problems.error(range, message, hint);
  reading.problems.list.sort((a, b) => a.line - b.line || a.column - b.column);
  return { agents, problems: reading.problems.list };
}
