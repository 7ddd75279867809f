/** Sends what changes in an organization: runs, each at most a few times per second, and that lists did. */
import type { LiveServerMessage, OrganizationPart } from '@parley/contract';
import { type News, organizationTopic } from '../../platform/news.ts';
import type { Scope } from '../../platform/scope.ts';
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

const parts: readonly OrganizationPart[] = ['organization', 'projects', 'suites', 'monitoring'];

type OrganizationNews =
  | { kind: 'run'; runId: string }
  | { kind: 'members-changed' }
  | { kind: 'changed'; part: OrganizationPart; tab?: string };

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

  function tellPart(part: OrganizationPart, tab?: string): void {
    const { organizationId } = scope;
    send({ type: 'organization-changed', organizationId, part, tab }).catch(onFailure);
  }

  const unsubscribe = news.subscribe(organizationTopic(scope.organizationId), {
    onNews(payload) {
      const told = payload as OrganizationNews;
      if (told.kind === 'members-changed') onMembersChanged();
      if (told.kind === 'changed') tellPart(told.part, told.tab);
      if (told.kind !== 'run') return;
      changed.add(told.runId);
      timer ??= setTimeout(() => tell().catch(onFailure), gatherMs);
    },
    onGap() {
      tellNewest().catch(onFailure);
      for (const part of parts) tellPart(part);
    },
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
