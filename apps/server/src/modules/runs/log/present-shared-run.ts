import type { SharedRun } from '@parley/contract';
import {
  describeSaid,
  isOverridden,
  type RunResult,
  type StepResult,
  spellOutcome,
} from '@parley/suite';
import { maskAddresses, maskName, maskText } from './mask-text.ts';
import type { RunRow } from './run-row.ts';

/** Fields of a run that a share link shows. */
export type RunToShare = Pick<
  RunRow,
  'suiteName' | 'platform' | 'status' | 'counts' | 'startedAt' | 'finishedAt'
>;

/** View shared by all links of a run. The expiry belongs to each link. */
export type SharedRunView = Omit<SharedRun, 'expiresAt'>;

/** Maximum number of characters shown of a text. */
export const sharedTextMax = 4_000;

/** Maximum number of characters of all steps together; steps beyond it are left out. */
const sharedTextsMax = 2_000_000;

/** Presents a run to people outside the organization: without raw responses, files and addresses, and with masked numbers. */
export function presentSharedRun(run: RunToShare, result: RunResult): SharedRunView {
  let isShortened = false;
  let left = sharedTextsMax;

  /** Shortens a text before it is masked, but never within an email address, because half of one would not be recognized. */
  const whole = (text: string) => {
    const shown = beginningOf(text);
    if (shown !== text) isShortened = true;
    return shown;
  };
  const masked = (text: string) => maskText(whole(text));

  function presentStep(step: StepResult): SharedRunView['tests'][number]['steps'][number] {
    const { outcome, expected, reply } = step;
    const messages = reply && (reply.messages.length > 0 ? reply.messages : [reply.text]);
    const said = describeSaid(step);
    return {
      outcome: spellOutcome(outcome),
      said: step.input.kind === 'check' ? maskText(maskAddresses(whole(said))) : masked(said),
      expected: masked(expected),
      replies: messages?.map(masked) ?? null,
      buttons: reply?.buttons.map(({ title }) => masked(title)) ?? [],
      latencyMs: reply?.latencyMs ?? null,
      failure: presentFailure(step),
    };
  }

  function presentFailure({ failure }: Pick<StepResult, 'failure'>): string | null {
    if (!failure) return null;
    const { class: kind, code, message } = failure;
    // The response of another system is not part of the conversation.
    if (code === 'check-failed') return 'A check of another system failed.';
    // The message of a wrong answer quotes the bot, whose reply is shown next to it anyway.
    return kind === 'wrong' ? masked(message) : maskText(maskAddresses(whole(message)));
  }

  function presentSteps(steps: StepResult[]) {
    const shown: ReturnType<typeof presentStep>[] = [];
    for (const step of steps) {
      const presented = presentStep(step);
      left -= JSON.stringify(presented).length;
      if (left < 0) {
        isShortened = true;
        break;
      }
      shown.push(presented);
    }
    return shown;
  }

  return {
    suiteName: maskName(run.suiteName),
    platform: run.platform,
    status: run.status,
    counts: run.counts,
    startedAt: run.startedAt?.toISOString() ?? null,
    finishedAt: run.finishedAt?.toISOString() ?? null,
    failure: presentFailure(result),
    tests: result.tests.map((test) => ({
      name: maskName(test.name),
      outcome: spellOutcome(test.outcome),
      isOverridden: isOverridden(test),
      durationMs: test.startedAt && test.finishedAt ? test.finishedAt - test.startedAt : null,
      failure: presentFailure(test),
      steps: presentSteps(test.steps),
    })),
    isShortened,
  };
}

/** Cuts a text between two words, so that anything to mask is either complete or absent. */
function beginningOf(text: string): string {
  if (text.length <= sharedTextMax) return text;
  const end = text.slice(0, sharedTextMax).search(/\s\S*$/);
  return `${text.slice(0, Math.max(end, 0))}…`;
}
