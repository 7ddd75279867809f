import { explorations as endpoints } from '@parley/contract';
import { found } from '../../platform/errors/found.ts';
import { cutPage, readCursor, readTime } from '../../platform/http/cursor.ts';
import { preparedRoute, type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { asFile, readEvidence } from '../runs/runs.ts';
import { readSuiteBeforehand } from '../suites/suites.ts';
import { beginExploration } from './begin-exploration.ts';
import {
  endConversation,
  nameState,
  removeExploration,
  say,
  startConversation,
} from './exploration-commands.ts';
import { speak } from './exploration-recordings.ts';
import { folderOfExploration, presentExploration, presentSummary } from './exploration-row.ts';
import {
  type ExplorationPlace,
  findExploration,
  listEvents,
  listExplorations,
  renameExploration,
} from './explorations.queries.ts';
import { tryConnection } from './try-connection.ts';

export function explorationsRoutes(platform: Platform): Route[] {
  const { news, pool, storage } = platform;
  return [
    route(endpoints.listExplorations, async ({ scope, query }) => {
      const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
      const all = await listExplorations(scope, after, query.limit + 1);
      const { rows, nextCursor } = cutPage(all, query.limit, ({ lastActiveAt, id }) => [
        String(lastActiveAt.getTime()),
        id,
      ]);
      return { items: rows.map(presentSummary), nextCursor };
    }),

    preparedRoute(
      endpoints.createExploration,
      ({ scope, body }) => readSuiteBeforehand(pool, scope, body.suiteId),
      async ({ scope, body }) => presentExploration(await beginExploration(scope, body)),
    ),

    route(endpoints.tryConnection, async ({ scope, body, request }) => {
      const gone = new AbortController();
      request.raw.socket.once('close', () => gone.abort());
      return tryConnection(scope, platform, body, gone.signal);
    }),

    route(endpoints.getExploration, async ({ scope, params }) =>
      presentExploration(found(await findExploration(scope, params.explorationId))),
    ),

    route(endpoints.renameExploration, async ({ scope, params, body }) =>
      presentExploration(found(await renameExploration(scope, params.explorationId, body.name))),
    ),

    route(endpoints.deleteExploration, ({ scope, params }) =>
      removeExploration(scope, platform, params.explorationId),
    ),

    route(endpoints.listExplorationEvents, async ({ scope, params, query }) => {
      const { id, lastSeq } = found(await findExploration(scope, params.explorationId));
      const events = await listEvents(scope.db, id, query.after, query.limit);
      return { events, lastSeq };
    }),

    preparedRoute(
      endpoints.startConversation,
      async ({ scope, params }) => {
        const exploration = await findExploration(scope, params.explorationId);
        await readSuiteBeforehand(pool, scope, exploration?.suiteId);
      },
      async ({ scope, params, body }) =>
        presentExploration(await startConversation(scope, news, params.explorationId, body.path)),
    ),

    route(endpoints.endConversation, async ({ scope, params }) =>
      presentExploration(await endConversation(scope, news, params.explorationId)),
    ),

    route(endpoints.say, async ({ scope, params, body: { conversation, input } }) =>
      presentSummary(await say(scope, news, params.explorationId, conversation, input)),
    ),

    route(endpoints.speak, async ({ scope, params, body }) => {
      const spoken = await speak(scope, platform, params.explorationId, body);
      return { recording: spoken.recording, exploration: presentSummary(spoken.row) };
    }),

    route(endpoints.getExplorationEvidence, async ({ scope, params, reply }) => {
      const { id } = found(await findExploration(scope, params.explorationId));
      const folder = folderOfExploration(id);
      return asFile(reply, found(await readEvidence(storage, folder, params.evidenceId)));
    }),

    route(endpoints.nameState, async ({ scope, params, body }) =>
      presentSummary(
        await nameState(scope, news, params.explorationId, params.stateKey, body.name),
      ),
    ),
  ];
}

function readPlace(cursor: string): ExplorationPlace {
  const [time = '', id = ''] = readCursor(cursor, 2);
  return { lastActiveAt: readTime(time), id };
}
