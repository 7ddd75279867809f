/** Sends the changes in an organization: changed runs, each at most a few times per second, and the names of changed lists. */
import { type LiveServerMessage, type OrganizationPart, organizationParts } from '@parley/contract';
import type { Scope } from '../../../platform/database/scope.ts';
import { type News, organizationTopic } from '../../../platform/live/news.ts';
import type { RunPages } from '../log/run-pages.ts';
import { presentRun } from '../log/run-row.ts';
import { listRuns } from '../log/runs.queries.ts';
import type { OrganizationChanges } from './organization-changes.ts';
import type { OrganizationNews } from './organization-news.ts';

export interface FollowOrganizationOptions {
  scope: Scope;
  news: News;
  changes: OrganizationChanges;
  pages: RunPages;
  /** Milliseconds since the client last received changes of the organization. */
  unheardMs: number;
  send(message: LiveServerMessage): Promise<void>;
  onMembersChanged(): void;
  onFailure(error: unknown): void;
}

/** Changes of runs within this time are sent together. */
const gatherMs = 200;

/** Number of newest runs that are sent again after a gap. */
const runsAfterGap = 50;

/** Starts following an organization. Returns a function that stops it. */
export function followOrganization({
  scope,
  news,
  changes,
  pages,
  unheardMs,
  send,
  onMembersChanged,
  onFailure,
}: FollowOrganizationOptions): () => void {
  const { organizationId } = scope;
  const changed = new Set<string>();
  /** Changed lists that are not sent yet, with the tab that changed each if it was a single one. */
  const changedParts = new Map<OrganizationPart, string | undefined>();
  let isTellingParts = false;
  let timer: NodeJS.Timeout | undefined;

  async function tell(): Promise<void> {
    const runIds = [...changed];
    changed.clear();
    const runs = await Promise.all(runIds.map((runId) => pages.summary({ organizationId, runId })));
    for (const run of runs) if (run) await send({ type: 'run-changed', run });
    timer = undefined;
    if (changed.size > 0) gather();
  }

  /**
   * Sends one message at a time; changes that arrive while the client is slow are sent together.
   */
  function gather(): void {
    timer ??= setTimeout(() => tell().catch(onFailure), gatherMs);
  }

  async function tellNewest(): Promise<void> {
    for (const run of await listRuns(scope, {}, undefined, runsAfterGap))
      await send({ type: 'run-changed', run: presentRun(run) });
  }

  function tellPart(part: OrganizationPart, tab?: string): void {
    const isAnother = changedParts.has(part) && changedParts.get(part) !== tab;
    changedParts.set(part, isAnother ? undefined : tab);
    tellParts().catch(onFailure);
  }

  async function tellParts(): Promise<void> {
    if (isTellingParts) return;
    isTellingParts = true;
    try {
      for (const [part, tab] of changedParts) {
        changedParts.delete(part);
        await send({ type: 'organization-changed', organizationId, part, tab });
      }
    } finally {
      isTellingParts = false;
    }
  }

  const unsubscribe = news.subscribe(organizationTopic(organizationId), {
    onNews(payload) {
      const told = payload as OrganizationNews;
      if (told.kind === 'members-changed') onMembersChanged();
      if (told.kind === 'changed') tellPart(told.part, told.tab);
      if (told.kind !== 'run') return;
      changed.add(told.runId);
      gather();
    },
    onGap() {
      tellNewest().catch(onFailure);
      for (const part of organizationParts) tellPart(part);
    },
  });
  // Later changes arrive as news; changes before the subscription are remembered.
  for (const part of changes.within(organizationId, unheardMs)) {
    if (part === 'runs') tellNewest().catch(onFailure);
    else tellPart(part);
  }
  return () => {
    clearTimeout(timer);
    changed.clear();
    changedParts.clear();
    unsubscribe();
  };
}
