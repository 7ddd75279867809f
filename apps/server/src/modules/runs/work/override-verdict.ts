import { foldEvent, type VerdictOverridden, verdictOn } from '@parley/suite';
import { inTransaction, type Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { News } from '../../../platform/live/news.ts';
import type { WorkPool } from '../../../platform/work-pool/work-pool.ts';
import { recordAudit } from '../../audit/audit.ts';
import { findUser } from '../../identity/identity.ts';
import { type FoldedRun, foldOn, foldRecorded } from '../log/fold-recorded.ts';
import { foldBeforehand } from '../log/read-stored-run.ts';
import { tellRunsChanged } from '../log/run-news.ts';
import type { RunRow } from '../log/run-row.ts';
import { findRun, lockRun } from '../log/runs.queries.ts';
import { appendOverride } from './run-log.ts';

export interface Override {
  test: number;
  step?: number | undefined;
  outcome: 'passed' | 'failed' | 'error' | null;
  reason: string;
  /** Folded run, read before the transaction. */
  folded: FoldedRun | undefined;
}

/** Reads the data that `overrideVerdict` needs for a run. Call it before the transaction. */
export async function foldToOverride(
  scope: Scope,
  pool: WorkPool,
  runId: string,
): Promise<FoldedRun | undefined> {
  const run = await findRun(scope, runId);
  return run?.isComplete ? foldBeforehand(scope, pool, run) : undefined;
}

/**
 * Overrides a measured verdict, or withdraws the override. This appends an event to the run, so everything that is folded from
 * the log reflects it. Monitors and alerts keep using the measured result.
 */
export function overrideVerdict(
  scope: Scope,
  news: News,
  runId: string,
  { test, step, outcome, reason, folded }: Override,
): Promise<RunRow> {
  return inTransaction(scope, async (inside) => {
    const run = await lockRun(inside, runId);
    if (run === undefined) throw new ApiError('not_found');
    if (!run.isComplete) throw new ApiError('verdict_not_open');
    const result = await (folded
      ? foldOn(inside.db, run.id, folded)
      : foldRecorded(inside.db, run.id));
    const judged = result.tests[test];
    const from = judged && verdictOn(judged, step);
    if (judged === undefined || from === undefined) throw new ApiError('verdict_not_open');
    if (judged.tries && step !== undefined)
      throw new ApiError('verdict_not_open', {
        message: 'A step of a single try does not decide a repeated test.',
        hint: 'Override the verdict on the whole test.',
      });
    const user = await findUser(inside.db, inside.actor.userId);
    const by = { id: inside.actor.userId, name: user?.name ?? inside.actor.email };
    const event: VerdictOverridden = {
      type: 'verdict.overridden',
      at: Date.now(),
      test,
      ...(step !== undefined && { step }),
      outcome,
      reason,
      by,
    };
    const after = foldEvent(result, event);
    const to = after.tests[test] && verdictOn(after.tests[test], step);
    if (to === from)
      throw new ApiError('verdict_not_open', {
        message:
          outcome === null ? 'Nobody has overridden this verdict.' : 'It already has this verdict.',
        hint: 'Reload the run.',
      });
    await recordAudit(inside, {
      action: 'run.verdict-overridden',
      target: run.suiteName,
      detail: `${place(judged.name, step)} from ${from} to ${to}: ${reason}`,
    });
    const overridden = await appendOverride(inside.db, run, event, after);
    await tellRunsChanged(news, inside.db, [overridden]);
    return overridden;
  });
}

function place(test: string, step: number | undefined): string {
  return step === undefined ? `“${test}”` : `“${test}”, step ${step + 1},`;
}
