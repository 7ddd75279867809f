/** Metrics of this process about runs, for /metrics. */
import { type LostEvidence, type RunEvent, spellOutcome } from '@parley/suite';
import { Counter } from 'prom-client';

const started = new Counter({
  name: 'parley_runs_started_total',
  help: 'Runs that this worker took on, those of lost workers included.',
  labelNames: ['platform', 'trigger'] as const,
});

const finished = new Counter({
  name: 'parley_runs_finished_total',
  help: 'Runs that ended, by how.',
  labelNames: ['status'] as const,
});

const conversations = new Counter({
  name: 'parley_conversations_finished_total',
  help: 'Conversations of runs that ended, by outcome and class of failure.',
  labelNames: ['outcome', 'class'] as const,
});

const takenOver = new Counter({
  name: 'parley_runs_taken_over_total',
  help: 'Runs whose worker fell silent, and that were put back into the queue or given up.',
});

const evidenceLost = new Counter({
  name: 'parley_evidence_lost_total',
  help: 'Evidence that was not kept, by kind and reason.',
  labelNames: ['kind', 'reason'] as const,
});

export function countLostEvidence(lost: readonly LostEvidence[] = []): void {
  for (const { kind, reason } of lost) evidenceLost.inc({ kind, reason });
}

export function countRunStarted(run: { platform: string; trigger: string }): void {
  started.inc({ platform: run.platform, trigger: run.trigger });
}

export function countRunEvent(event: RunEvent): void {
  if ('lostEvidence' in event) countLostEvidence(event.lostEvidence);
  if (event.type === 'run.finished') finished.inc({ status: event.status });
  if (event.type === 'test.finished')
    conversations.inc({
      outcome: spellOutcome(event.outcome),
      class: event.failure?.class ?? 'none',
    });
}

export function countTakenOver(runs: number): void {
  takenOver.inc(runs);
}
