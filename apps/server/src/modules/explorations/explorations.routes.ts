import { explorations as endpoints } from '@parley/contract';
import { found } from '../../platform/found.ts';
import { type Route, route } from '../../platform/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { beginExploration } from './begin-exploration.ts';
import { printCursor, readCursor } from './exploration-cursor.ts';
import { explorationTopic } from './exploration-news.ts';
import { presentExploration, presentSummary } from './exploration-row.ts';
import {
  deleteExploration,
  findExploration,
  listEvents,
  listExplorations,
  renameExploration,
} from './explorations.queries.ts';
import { endConversation, nameState, say, startConversation } from './lead-conversation.ts';

export function explorationsRoutes({ news }: Platform): Route[] {
  return [
    route(endpoints.listExplorations, async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readCursor(query.cursor);
      const rows = await listExplorations(scope, after, query.limit + 1);
      const page = rows.slice(0, query.limit);
      const last = page.at(-1);
      const nextCursor = last && rows.length > page.length ? printCursor(last) : null;
      return { items: page.map(presentSummary), nextCursor };
    }),

    route(endpoints.createExploration, async ({ scope, body }) =>
      presentExploration(await beginExploration(scope, body)),
    ),

    route(endpoints.getExploration, async ({ scope, params }) =>
      presentExploration(found(await findExploration(scope, params.explorationId))),
    ),

    route(endpoints.renameExploration, async ({ scope, params, body }) =>
      presentExploration(found(await renameExploration(scope, params.explorationId, body.name))),
    ),

    route(endpoints.deleteExploration, async ({ scope, params }) => {
      const { id } = found(await deleteExploration(scope, params.explorationId));
      // The worker that holds its conversation hangs up.
      await news.publish(scope.db, explorationTopic(id));
    }),

    route(endpoints.listExplorationEvents, async ({ scope, params, query }) => {
      const { id, lastSeq } = found(await findExploration(scope, params.explorationId));
      const events = await listEvents(scope.db, id, query.after, query.limit);
      return { events, lastSeq };
    }),

    route(endpoints.startConversation, async ({ scope, params, body }) =>
      presentExploration(await startConversation(scope, news, params.explorationId, body.path)),
    ),

    route(endpoints.endConversation, async ({ scope, params }) =>
      presentExploration(await endConversation(scope, news, params.explorationId)),
    ),

    route(endpoints.say, async ({ scope, params, body: { conversation, input } }) =>
      presentSummary(await say(scope, news, params.explorationId, conversation, input)),
    ),

    route(endpoints.nameState, async ({ scope, params, body }) =>
      presentSummary(
        await nameState(scope, news, params.explorationId, params.stateKey, body.name),
      ),
    ),
  ];
}
