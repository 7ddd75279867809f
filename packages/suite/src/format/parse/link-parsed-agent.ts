/** Gives a suite the configuration of the agent that it names, from the copy of the agent at the end of its text. */
import type { Document } from 'yaml';
import { channelSecretMisuse } from '../model/environment.ts';
import { missingChannel } from '../model/missing-channel.ts';
import { shorten } from '../model/shorten.ts';
import type { Suite, SuiteConfiguration } from '../model/suite.ts';
import { agentMark, beginsAgent, parseAgent } from './parse-agent.ts';
import type { LocatedConfiguration } from './parse-configuration.ts';
import type { TextRange } from './problem-list.ts';
import { type Reader, rangeOf } from './values.ts';

interface ParsedParts {
  suite: Suite;
  configuration?: LocatedConfiguration;
}

/** Separates the copy of an agent from the documents of the suite. */
export function documentsOfAgent(
  reading: Reader,
  documents: Document.Parsed[],
): { ofSuite: Document.Parsed[]; ofAgent: Document.Parsed[] } {
  const ofAgent = documents.filter((document) => beginsAgent(reading, document));
  return {
    ofAgent,
    ofSuite:
      ofAgent.length === 0
        ? documents
        : documents.filter((document) => !ofAgent.includes(document)),
  };
}

/**
 * Puts channel and evidence of the named agent into the configuration of the suite. Reports an agent that is missing, settings
 * that both have, and copies that are not the one that was linked.
 */
export function resolveAgent(
  reading: Reader,
  located: ParsedParts,
  documents: Document.Parsed[],
): void {
  const own = located.suite.configuration;
  const at = located.configuration?.pairs.find(({ key }) => key === agentMark)?.range ?? [0, 0];
  const [copy, more] = documents;
  const misplaced = own.agent === undefined ? copy : more && copy;
  if (misplaced) {
    reading.problems.error(
      firstOf(rangeOf(misplaced.contents)),
      `"${agentMark}" begins the copy of an agent that a run keeps. A suite cannot have it.`,
      'Remove it. An agent of the project is named under "configuration:".',
    );
    return;
  }
  if (own.agent === undefined) return;
  refuseOwnSettings(reading, located, own.agent);
  const before = reading.problems.list.length;
  const agent = copy && parseAgent(reading, copy);
  const ofCopy = reading.problems.list.splice(before);
  for (const { severity, message, hint } of ofCopy)
    if (severity === 'error')
      reading.problems.error(at, `In the agent "${shorten(own.agent)}": ${message}`, hint);
  if (agent?.name !== own.agent) {
    const { message, hint } = missingChannel(own);
    reading.problems.error(at, message, hint);
    return;
  }
  const configuration: SuiteConfiguration = {
    ...own,
    ...(agent.channel && { channel: agent.channel }),
    ...(agent.evidence && { evidence: agent.evidence }),
  };
  // Settings of the suite can allow or forbid what the channel of the agent sends.
  const told = channelSecretMisuse(configuration);
  if (told) reading.problems.error(at, told.message, told.hint);
  located.suite.configuration = configuration;
  located.suite.agent = agent;
}

/** What an agent stands for, it alone says: two values could differ unseen. */
function refuseOwnSettings(reading: Reader, { configuration }: ParsedParts, agent: string): void {
  for (const { key, range } of configuration?.pairs ?? [])
    if (key === 'channel' || key === 'evidence')
      reading.problems.error(
        range,
        `The suite names the agent "${shorten(agent)}" and has its own "${key}".`,
        `Remove "${key}" to test the agent, or "${agentMark}" to use the suite's own settings.`,
      );
}

const firstOf = ([start, end]: TextRange): TextRange => [start, Math.min(end, start + 80)];
