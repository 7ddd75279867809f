import type { RunSummary } from '@parley/contract';
import { z } from 'zod';
import type { ToolContext } from './tool.ts';
import { untrusted } from './tool.ts';
import { caveatsOf, isOver, meanings, verdictOf, verdicts } from './verdict-of-run.ts';

/** A run as it appears in a tool's result. */
export const runView = z.object({
  runId: z.string(),
  suiteId: z.string().nullable(),
  suite: untrusted,
  number: z.number().nullable(),
  label: untrusted.nullable(),
  environment: untrusted.nullable(),
  verdict: z.enum(verdicts).describe('Only `passed` means that everything passed.'),
  meaning: z.string(),
  isFinished: z.boolean(),
  caveats: z.array(z.string()).describe('Why the run proves less than it seems to.'),
  counts: z.object({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    error: z.number(),
    undecided: z.number(),
    skipped: z.number(),
    pending: z.number(),
    quarantined: z.number(),
  }),
  createdAt: z.string(),
  finishedAt: z.string().nullable(),
  page: z.string().describe('Address of the run in the dashboard.'),
});

export function viewOfRun({ api, mark }: ToolContext, run: RunSummary): z.input<typeof runView> {
  const { counts } = run;
  const verdict = verdictOf(run);
  return {
    runId: run.id,
    suiteId: run.suiteId,
    suite: mark(run.suiteName),
    number: run.number,
    label: mark(run.label),
    environment: mark(run.environment),
    verdict,
    meaning: meanings[verdict],
    isFinished: isOver(run),
    caveats: caveatsOf(run),
    counts: {
      total: counts.total,
      passed: counts.passed,
      failed: counts.failed,
      error: counts.error,
      undecided: counts.unsure,
      skipped: counts.skipped,
      pending: counts.pending,
      quarantined: counts.quarantined ?? 0,
    },
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
    page: api.pageOfRun(run.id),
  };
}
