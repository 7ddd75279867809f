import { agents as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import {
  changeAgent,
  createAgent,
  listAgentUses,
  listUsableAgents,
  removeAgent,
} from './manage-agents.ts';

/** Routes for the agents of projects. */
export function agentsRoutes(): Route[] {
  return [
    route(endpoints.listAgents, ({ scope, params }) => listUsableAgents(scope, params.projectId)),
    route(endpoints.createAgent, ({ scope, params, body }) =>
      createAgent(scope, params.projectId, body),
    ),
    route(endpoints.updateAgent, ({ scope, params, body }) => changeAgent(scope, params, body)),
    route(endpoints.deleteAgent, ({ scope, params }) => removeAgent(scope, params)),
    route(endpoints.listAgentUses, ({ scope, params }) => listAgentUses(scope, params)),
  ];
}
