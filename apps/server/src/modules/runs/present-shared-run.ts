import type { SharedRun } from '@parley/contract';
import { describeSaid, isOverridden, type RunResult, type StepResult } from '@parley/suite';
import { maskAddresses, maskName, maskText } from './mask-text.ts';
import type { RunRow } from './run-row.ts';

/** A run for people outside of the organization: no raw answer, no file, no address, numbers masked. */
export function presentSharedRun(run: RunRow, result: RunResult, expiresAt: Date): SharedRun {
  return {
    suiteName: maskName(run.suiteName),
    platform: run.platform,
    status: run.status,
    counts: run.counts,
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    expiresAt: expiresAt.toISOString(),
    failure: maskFailure(result),
    tests: result.tests.map((test) => ({
      name: maskName(test.name),
      outcome: test.outcome,
      isOverridden: isOverridden(test),
      durationMs: test.startedAt && test.finishedAt ? test.finishedAt - test.startedAt : null,
      failure: maskFailure(test),
      steps: test.steps.map(presentStep),
    })),
  };
}

function presentStep(step: StepResult): SharedRun['tests'][number]['steps'][number] {
  const { outcome, expected, reply } = step;
  const messages = reply && (reply.messages.length > 0 ? reply.messages : [reply.text]);
  return {
    outcome,
    said: maskText(describeSaid(step)),
    expected: maskText(expected),
    replies: messages?.map(maskText) ?? null,
    buttons: reply?.buttons.map(({ title }) => maskText(title)) ?? [],
    latencyMs: reply?.latencyMs ?? null,
    failure: maskFailure(step),
  };
}

function maskFailure({ failure }: Pick<StepResult, 'failure'>): string | null {
  if (!failure) return null;
  const { class: kind, message } = failure;
  // A wrong answer is told in the words of the bot, which stand beside it.
  return maskText(kind === 'wrong' ? message : maskAddresses(message));
}
