/** Changes the agents of a project. An agent that suites name can be neither renamed nor deleted. */
import {
  type Agent,
  type AgentUse,
  agentsMax,
  type Body,
  type agents as endpoints,
  suitesSearchedForUses,
} from '@parley/contract';
import {
  type Agent as AgentModel,
  agentNamedBy,
  maskCredentials,
  type Problem,
  parseAgents,
} from '@parley/suite';
import { violates } from '../../db/violates.ts';
import { inDeletion, inTransaction, mayAlso, type Scope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { newId } from '../../platform/security/ids.ts';
import {
  type AgentRow,
  countInLockedProject,
  deleteAgent,
  findAgent,
  insertAgent,
  listAgents,
  lockAgent,
  nearestAgents,
  updateAgent,
} from '../agents/agents.ts';
import { recordAudit } from '../audit/audit.ts';
import { findProject, listSubprojects, listWithAbove } from '../projects/projects.ts';
import { listSuitesWithAgents } from './suites.queries.ts';

/** Maximum number of suites that an error names. */
const namesMax = 5;

interface AgentPlace {
  projectId: string;
  agentId: string;
}

/** Lists the agents that suites of a project can name: its own, and those of the project above. */
export async function listUsableAgents(scope: Scope, projectId: string): Promise<Agent[]> {
  const projectIds = await listWithAbove(scope, projectId);
  found(projectIds[0]);
  const rows = nearestAgents(await listAgents(scope, projectIds), projectId);
  return rows.map((row) => presentAgent(scope, row));
}

export function createAgent(
  scope: Scope,
  projectId: string,
  { source }: Body<typeof endpoints.createAgent>,
): Promise<Agent> {
  const { name } = readAgent(source);
  return inTransaction(scope, async (inside) => {
    const count = found(await countInLockedProject(inside, projectId));
    if (count >= agentsMax)
      throw new ApiError('limit_reached', {
        message: `A project has at most ${agentsMax} agents.`,
        hint: 'Delete one that is no longer used.',
      });
    const row = await insertAgent(inside, { id: newId(), projectId, name, source });
    if (!row) throw nameTaken(name);
    await recordAudit(inside, { action: 'agent.created', target: name });
    return presentAgent(inside, row);
  });
}

export function changeAgent(
  scope: Scope,
  { projectId, agentId }: AgentPlace,
  { source, version }: Body<typeof endpoints.updateAgent>,
): Promise<Agent> {
  const { name } = readAgent(source);
  return inTransaction(scope, async (inside) => {
    const before = found(await lockAgent(inside, projectId, agentId));
    if (version !== undefined && version !== before.version)
      throw new ApiError('conflict', {
        message: `The agent was changed in the meantime: you started from version ${version}, it is now at ${before.version}.`,
        hint: 'Reload it and repeat your change.',
      });
    if (name !== before.name) await refuseUsed(inside, before, 'renamed');
    const row = await updateAgent(inside, before, { name, source }).catch((error: unknown) => {
      throw violates(error, 'agents_name') ? nameTaken(name) : error;
    });
    await recordAudit(inside, { action: 'agent.changed', target: name });
    return presentAgent(inside, found(row));
  });
}

export function removeAgent(scope: Scope, { projectId, agentId }: AgentPlace): Promise<undefined> {
  return inDeletion(scope, async (inside) => {
    const agent = found(await lockAgent(inside, projectId, agentId));
    await refuseUsed(inside, agent, 'deleted');
    await deleteAgent(inside, agent);
    await recordAudit(inside, { action: 'agent.deleted', target: agent.name });
    return undefined;
  });
}

/** Lists the suites that name an agent: those of its project, and of projects below that have none of the same name. */
export async function listAgentUses(
  scope: Scope,
  { projectId, agentId }: AgentPlace,
): Promise<{ uses: AgentUse[]; isComplete: boolean }> {
  return usesOf(scope, found(await findAgent(scope, projectId, agentId)));
}

async function usesOf(scope: Scope, agent: AgentRow) {
  found(await findProject(scope, agent.projectId));
  const below = await listSubprojects(scope, agent.projectId);
  const others = await listAgents(scope, below);
  const hidden = new Set(
    others.filter(({ name }) => name === agent.name).map(({ projectId }) => projectId),
  );
  const projectIds = [agent.projectId, ...below.filter((id) => !hidden.has(id))];
  const rows = await listSuitesWithAgents(scope, projectIds, suitesSearchedForUses + 1);
  const uses = rows
    .slice(0, suitesSearchedForUses)
    .filter(({ source }) => agentNamedBy(source) === agent.name)
    .map(({ id, name }) => ({ suiteId: id, suiteName: name }));
  return { uses, isComplete: rows.length <= suitesSearchedForUses };
}

/** @throws ApiError `agent_in_use`, also if there are too many suites to know it */
async function refuseUsed(scope: Scope, agent: AgentRow, what: string): Promise<void> {
  const { uses, isComplete } = await usesOf(scope, agent);
  if (uses.length === 0 && isComplete) return;
  const names = uses.slice(0, namesMax).map(({ suiteName }) => `“${suiteName}”`);
  const more = uses.length > namesMax ? ` and ${uses.length - namesMax} more` : '';
  throw new ApiError('agent_in_use', {
    message:
      uses.length === 0
        ? `The agent cannot be ${what}: there are too many test suites to see which name it.`
        : `The agent cannot be ${what}, because test suites name it: ${names.join(', ')}${more}.`,
    hint: 'Let them name another agent first.',
  });
}

/** Masks credentials for people who cannot edit suites. */
function presentAgent(scope: Scope, row: AgentRow): Agent {
  const { id, projectId, name, version, createdAt, modifiedAt } = row;
  const source = mayAlso(scope, 'suites.write') ? row.source : maskCredentials(row.source);
  return {
    id,
    projectId,
    name,
    agentVersion: parseAgents(row.source).agents[0]?.version ?? null,
    source,
    ...(source !== row.source && { isMasked: true }),
    version,
    createdAt: createdAt.toISOString(),
    lastModified: modifiedAt.toISOString(),
  };
}

/** @throws ApiError `suite_invalid` unless the text is one agent without errors */
function readAgent(source: string): AgentModel {
  const { agents, problems } = parseAgents(source);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [agent, other] = agents;
  if (errors.length === 0 && agent && !other) return agent;
  const missing: Problem = {
    severity: 'error',
    line: 1,
    column: 1,
    message: other
      ? 'The text has more than one agent. Create each on its own.'
      : 'The text has no agent. Begin with "agent:" and a name.',
  };
  throw new ApiError('suite_invalid', {
    message: 'The agent has errors and was not saved.',
    problems: (errors.length > 0 ? errors : [missing])
      .slice(0, 100)
      .map(({ line, column, message, hint }) => ({
        path: 'source',
        line,
        column,
        message,
        ...(hint && { hint }),
      })),
  });
}

const nameTaken = (name: string) =>
  new ApiError('name_taken', {
    message: `There is already an agent named “${name}” in this project.`,
    hint: 'Choose another name. Names are not case-sensitive.',
  });
