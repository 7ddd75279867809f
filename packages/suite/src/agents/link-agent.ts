/**
 * Links agents to suites. Before a suite is run or checked, `linkAgent` appends the agent that it names to its text, so a stored
 * run has the configuration that it used, and a later change of the agent changes nothing in it.
 */
import type { Agent } from '../format/model/agent.ts';
import { parseSuite } from '../format/parse/parse.ts';
import { agentMark, beginsAgent } from '../format/parse/parse-agent.ts';
import { readYaml } from '../format/parse/read-yaml.ts';
import { reader } from '../format/parse/values.ts';
import { printAgent } from '../format/print/print.ts';

const separator = /^(?:---|\.\.\.)(?=\s|$)/m;

/** @returns true if a text may name or contain an agent: a quick check before parsing */
export const mayNameAgent = (source: string): boolean => source.includes(agentMark);

/** @returns the documents of a text; at the begin of a line, the separators end even a text in quotes */
const partsOf = (source: string): string[] => source.split(separator);

const withoutComments = (part: string): string => part.replaceAll(/^\s*[#%].*$/gm, '').trim();

/**
 * @returns the name of the agent in the configuration of a suite; undefined if it names none. Reads only the first document,
 * because the configuration comes before all tests.
 */
export function agentNamedBy(source: string): string | undefined {
  if (!mayNameAgent(source)) return undefined;
  const first = partsOf(source).find((part) => withoutComments(part) !== '');
  if (first === undefined || !mayNameAgent(first)) return undefined;
  return parseSuite(first).suite.configuration.agent;
}

/**
 * @param agents the agents that the suite can name
 * @returns the suite's text, followed by the agent that it names; the same text if it names none, or one that does not exist,
 * which is an error when the text is parsed
 */
export function linkAgent(source: string, agents: readonly Agent[]): string {
  if (!mayNameAgent(source)) return source;
  const name = agentNamedBy(source);
  const agent = name === undefined ? undefined : agents.find((one) => one.name === name);
  const linked = agent ? withPart(source, printAgent(agent)) : source;
  // A copy in the suite's own text would pass for a linked agent; a second one makes it an error.
  return hasOwnCopy(source) ? withPart(linked, `${agentMark}:\n`) : linked;
}

/** @returns the copy of the agent in the text of a run; undefined if its suite named none */
export const linkedAgent = (source: string): Agent | undefined =>
  mayNameAgent(source) ? parseSuite(source).suite.agent : undefined;

/** @returns true if the suite's own text has a document that would pass for a linked agent */
const hasOwnCopy = (source: string): boolean =>
  partsOf(source).some((part) => {
    const content = withoutComments(part);
    if (!mayNameAgent(content) || /^(?:- |configuration:)/.test(content)) return false;
    const reading = reader(readYaml(part));
    return reading.documents.some((document) => beginsAgent(reading, document));
  });

const withPart = (source: string, part: string): string =>
  `${source}${source.endsWith('\n') ? '' : '\n'}---\n${part}`;
