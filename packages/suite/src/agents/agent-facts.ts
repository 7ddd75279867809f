import type { Agent } from '../format/model/agent.ts';
import { canonicalJson } from '../format/model/canonical-json.ts';
import type { SpanSources } from '../format/model/suite.ts';
import { textHash } from '../match/text-hash.ts';

/** What a result keeps of the agent that it is about. */
export interface AgentFacts {
  name: string;
  version?: string;
  /** Evidence sources that it had. */
  evidence?: SpanSources;
  /** Hash of its version, channel and evidence sources: equal hashes stand for the same agent. */
  settings: string;
}

export function agentFacts({ name, version, channel, evidence }: Agent): AgentFacts {
  return {
    name,
    ...(version !== undefined && { version }),
    ...(evidence && { evidence }),
    settings: textHash(canonicalJson([name, version ?? null, channel ?? null, evidence ?? null])),
  };
}
