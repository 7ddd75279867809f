import { agentNamedBy, linkAgent, mayNameAgent, parseAgents } from '@parley/suite';
import type { WorkScope } from '../../platform/database/scope.ts';
import { listWithAbove } from '../projects/projects.ts';
import { type AgentRow, listNamed } from './agents.queries.ts';

/** Returns the text of a suite followed by the agent that it names: that of its project, otherwise of the project above. */
export async function withAgent(
  scope: WorkScope,
  { projectId, source }: { projectId: string; source: string },
): Promise<string> {
  if (!mayNameAgent(source)) return source;
  const name = agentNamedBy(source);
  if (name === undefined) return linkAgent(source, []);
  const rows = await listNamed(scope, await listWithAbove(scope, projectId), name);
  const row = rows.find((one) => one.projectId === projectId) ?? rows[0];
  return linkAgent(source, row ? parseAgents(row.source).agents : []);
}

/** Leaves out agents of the parent project if the project has one of the same name. */
export function nearestAgents(rows: readonly AgentRow[], projectId: string): AgentRow[] {
  const own = new Set(
    rows.filter((row) => row.projectId === projectId).map(({ searchName }) => searchName),
  );
  return rows.filter((row) => row.projectId === projectId || !own.has(row.searchName));
}
