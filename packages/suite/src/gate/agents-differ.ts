import type { AgentFacts } from '../agents/agent-facts.ts';

/** Agents that the two runs of a comparison tested; undefined for a suite with its own channel. */
export interface ComparedAgents {
  baseline?: AgentFacts | undefined;
  candidate?: AgentFacts | undefined;
}

/**
 * @returns a sentence about what differs between the agents of a baseline and a candidate; undefined if nothing does. Another
 * version is what a gate compares, so it is no doubt.
 */
export function agentsDiffer(
  name: string,
  { baseline, candidate }: ComparedAgents,
): string | undefined {
  if (baseline?.settings === candidate?.settings) return undefined;
  const of = `The runs of ${name} tested`;
  if (baseline?.name !== candidate?.name)
    return `${of} different agents: ${inWords(baseline)} in the baseline, ${inWords(candidate)} in the candidate.`;
  if (baseline?.version !== candidate?.version)
    return `${of} ${versionInWords(baseline)} of the agent "${baseline?.name}" in the baseline, ${versionInWords(candidate)} in the candidate.`;
  return `${of} the agent "${baseline?.name}" with different settings, under the same version.`;
}

const inWords = (agent: AgentFacts | undefined): string =>
  agent ? `"${agent.name}"` : "the suite's own channel";

const versionInWords = (agent: AgentFacts | undefined): string =>
  agent?.version === undefined ? 'no stated version' : `version "${agent.version}"`;

/** @returns true if two different agents were tested, so that more than the version differs */
export const areOthers = ({ baseline, candidate }: ComparedAgents): boolean =>
  baseline !== undefined && candidate !== undefined && baseline.name !== candidate.name;
