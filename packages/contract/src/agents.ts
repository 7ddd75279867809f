/** Agents of a project: what its suites test. A suite names one with `agent:` in its configuration. */
import { agentLengthMax, agentsMax } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, text, timestamp, version } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/agents';

export const agentSchema = z.object({
  id,
  /** The project that owns the agent. For a sub-project, this can be its parent. */
  projectId: id,
  /** Unique in its project, whatever its case. Suites name the agent by it. */
  name: z.string(),
  /** Version that its developers gave it, such as a release or a commit; null if the text has none. */
  agentVersion: z.nullable(z.string()),
  /** The text with its name, version, channel and evidence sources. */
  source: z.string(),
  /** True if credentials are replaced by `***`, because the caller cannot edit suites. */
  isMasked: z.optional(z.literal(true)),
  /** Increases with each change of the text. */
  version: z.number(),
  createdAt: timestamp,
  lastModified: timestamp,
});

export type Agent = z.output<typeof agentSchema>;

export const agentInput = z.object({
  /** One agent, in the keys of a configuration: `agent`, `version`, `description`, `channel` and `evidence`. */
  source: text(agentLengthMax),
});

export const agentChange = z.object({
  source: text(agentLengthMax),
  /** The version that the change is based on. An outdated version causes `conflict`. */
  version: z.optional(version),
});

export { agentsMax };

export const listAgents = endpoint({
  method: 'GET',
  path: base,
  summary: 'List the agents of a project, and those of the project above, by name',
  access: { organization: 'suites.read' },
  response: z.array(agentSchema),
});

export const createAgent = endpoint({
  method: 'POST',
  path: base,
  summary: 'Create an agent',
  access: { organization: 'suites.write' },
  body: agentInput,
  response: agentSchema,
  status: 201,
  errors: ['suite_invalid', 'name_taken', 'limit_reached'],
  idempotent: true,
});

export const updateAgent = endpoint({
  method: 'PUT',
  path: `${base}/{agentId}`,
  summary: 'Replace the text of an agent; an agent that suites name keeps its name',
  access: { organization: 'suites.write' },
  body: agentChange,
  response: agentSchema,
  errors: ['suite_invalid', 'name_taken', 'conflict', 'agent_in_use'],
});

export const deleteAgent = endpoint({
  method: 'DELETE',
  path: `${base}/{agentId}`,
  summary: 'Delete an agent that no suite names; runs that tested it stay',
  access: { organization: 'suites.write' },
  response: 'nothing',
  errors: ['agent_in_use'],
});

export const agentUseSchema = z.object({ suiteId: id, suiteName: z.string() });

export type AgentUse = z.output<typeof agentUseSchema>;

export const listAgentUses = endpoint({
  method: 'GET',
  path: `${base}/{agentId}/uses`,
  summary: 'List the suites that name an agent',
  access: { organization: 'suites.read' },
  response: z.object({
    uses: z.array(agentUseSchema),
    /** False if there are too many suites to search all of them. */
    isComplete: z.boolean(),
  }),
});
