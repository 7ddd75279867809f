/** Public API of the module: agents of projects, and the texts of suites that name one. */

export {
  type AgentRow,
  countInLockedProject,
  deleteAgent,
  findAgent,
  insertAgent,
  listAgents,
  lockAgent,
  updateAgent,
} from './agents.queries.ts';
export { nearestAgents, withAgent } from './named-agent.ts';
