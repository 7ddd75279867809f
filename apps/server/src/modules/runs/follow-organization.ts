/** Sends the runs of an organization that change, each at most a few times per second. */
import type { LiveServerMessage } from '@parley/contract';
import type { News } from '../../platform/news.ts';
import type { Scope } from '../../platform/scope.ts';
import { organizationTopic } from './run-news.ts';
import { presentRun } from './run-row.ts';
import { findRun, listRuns } from './runs.queries.ts';

export interface FollowOrganizationOptions {
  scope: Scope;
  news: News;
  send(message: LiveServerMessage): Promise<void>;
  onMembersChanged(): void;
  onFailure(error: unknown): void;
}

/** Changes within this time are told together. */
const gatherMs = 200;

/** After a gap the newest runs are told again. */
const runsAfterGap = 50;

export function followOrganization({
  scope,
  news,
  send,
  onMembersChanged,
  onFailure,
}: FollowOrganizationOptions): () => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    timer = undefined;
    const runIds = [...changed];
    changed.clear();
    for (const runId of runIds) {
      const run = await findRun(scope, runId);
      if (run !== undefined) await send({ type: 'run-changed', run: presentRun(run) });
    }
  }

  async function tellNewest(): Promise<void> {
    for (const run of await listRuns(scope, {}, undefined, runsAfterGap))
      await send({ type: 'run-changed', run: presentRun(run) });
  }

  const unsubscribe = news.subscribe(organizationTopic(scope.organizationId), {
    onNews(payload) {
      const { kind, runId } = payload as { kind: string; runId?: string };
      if (kind === 'members-changed') onMembersChanged();
      if (kind !== 'run' || runId === undefined) return;
      changed.add(runId);
      timer ??= setTimeout(() => tell().catch(onFailure), gatherMs);
    },
    onGap: () => tellNewest().catch(onFailure),
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
