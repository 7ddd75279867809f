/** Server requests for explorations, with one `queryOptions` per read. */
import {
  type BodyInput,
  type ConnectionTrial,
  type ExplorationSummary,
  explorations,
  type StoredExploration,
} from '@parley/contract';
import type { Input } from '@parley/suite';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#/lib/api.ts';
import { queryClient } from '#/lib/query-client.ts';
import type { OrganizationScope } from '#/lib/session/scope.ts';
import { appendEvents, type ExplorationLog, emptyLog } from './exploration-log.ts';

const eventsLimit = 500;

/** Pages of explorations, most recently used first. */
export function explorationsQuery(scope: OrganizationScope) {
  return infiniteQueryOptions({
    queryKey: ['explorations', scope.orgId, 'list'] as const,
    queryFn: ({ pageParam, signal }) =>
      call(explorations.listExplorations, {
        params: scope,
        query: { cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}

export function explorationQuery(scope: OrganizationScope, explorationId: string) {
  return queryOptions({
    queryKey: ['explorations', scope.orgId, 'one', explorationId] as const,
    queryFn: ({ signal }) =>
      call(explorations.getExploration, { params: { ...scope, explorationId }, signal }),
  });
}

/** Folded events of an exploration. Only requests events that are not cached yet. */
export function explorationLogQuery(scope: OrganizationScope, explorationId: string) {
  const queryKey = ['explorations', scope.orgId, 'log', explorationId] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }) => {
      let log = queryClient.getQueryData<ExplorationLog>(queryKey) ?? emptyLog;
      for (;;) {
        const { events, lastSeq } = await call(explorations.listExplorationEvents, {
          params: { ...scope, explorationId },
          query: { after: log.cursor, limit: eventsLimit },
          signal,
        });
        log = appendEvents(log, events);
        if (events.length === 0 || log.cursor >= lastSeq) return log;
      }
    },
    // Folding already shares unchanged parts.
    structuralSharing: false,
  });
}

export async function createExploration(
  scope: OrganizationScope,
  body: BodyInput<typeof explorations.createExploration>,
): Promise<StoredExploration> {
  return remember(scope, await call(explorations.createExploration, { params: scope, body }));
}

export async function startConversation(
  scope: OrganizationScope,
  explorationId: string,
  path: Input[] = [],
): Promise<StoredExploration> {
  const params = { ...scope, explorationId };
  const body = { path };
  return remember(scope, await call(explorations.startConversation, { params, body }));
}

export async function endConversation(
  scope: OrganizationScope,
  explorationId: string,
): Promise<StoredExploration> {
  const params = { ...scope, explorationId };
  return remember(scope, await call(explorations.endConversation, { params }));
}

export async function say(
  scope: OrganizationScope,
  explorationId: string,
  conversation: number,
  input: Input,
): Promise<void> {
  const params = { ...scope, explorationId };
  noteExploration(scope, await call(explorations.say, { params, body: { conversation, input } }));
}

/** Sends a recording. Returns the id by which later events refer to it. */
export async function speak(
  scope: OrganizationScope,
  explorationId: string,
  conversation: number,
  voice: Blob,
): Promise<string> {
  const audio = await base64Of(voice);
  const { recording, exploration } = await call(explorations.speak, {
    params: { ...scope, explorationId },
    body: { conversation, audio },
  });
  noteExploration(scope, exploration);
  return recording;
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Names a state. An empty name removes the current one. */
export async function nameState(
  scope: OrganizationScope,
  explorationId: string,
  stateKey: string,
  name: string,
): Promise<void> {
  const params = { ...scope, explorationId, stateKey };
  noteExploration(scope, await call(explorations.nameState, { params, body: { name } }));
}

export async function renameExploration(
  scope: OrganizationScope,
  explorationId: string,
  name: string,
): Promise<StoredExploration> {
  const params = { ...scope, explorationId };
  return remember(scope, await call(explorations.renameExploration, { params, body: { name } }));
}

export async function deleteExploration(
  scope: OrganizationScope,
  explorationId: string,
): Promise<void> {
  await call(explorations.deleteExploration, { params: { ...scope, explorationId } });
  queryClient.removeQueries({ queryKey: explorationQuery(scope, explorationId).queryKey });
  queryClient.removeQueries({ queryKey: explorationLogQuery(scope, explorationId).queryKey });
}

/** Updates the cached exploration with a newer summary. Summaries do not contain the connection to the bot, so that stays. */
export function noteExploration(scope: OrganizationScope, told: ExplorationSummary): void {
  const { queryKey } = explorationQuery(scope, told.id);
  queryClient.setQueryData(queryKey, (known) =>
    known && known.lastSeq <= told.lastSeq ? { ...known, ...told } : known,
  );
}

function remember(scope: OrganizationScope, exploration: StoredExploration): StoredExploration {
  queryClient.setQueryData(explorationQuery(scope, exploration.id).queryKey, exploration);
  return exploration;
}

/** Sends one message to a bot without storing anything. */
export function tryConnection(
  scope: OrganizationScope,
  trial: BodyInput<typeof explorations.tryConnection>,
): Promise<ConnectionTrial> {
  return call(explorations.tryConnection, { params: scope, body: trial });
}
