import {
  type Ending,
  type Evidence,
  type Failure,
  type Interaction,
  type LostEvidence,
  outcomeOf,
  type Test,
  type Values,
} from '@parley/suite';
import { judgeLatency, type StepEnd, withRemark } from './judge-step.ts';
import { limits } from './limits.ts';
import { nextStep } from './next-step.ts';
import { type StepSettings, settingsOfStep } from './step-settings.ts';

/** The steps that a conversation follows. */
export interface Script {
  /** The test with its variables filled in. */
  test: Test;
  settings: StepSettings;
  stopsAtFailure: boolean;
  /** Fills in the test with the values that its steps have saved so far; absent if they save none. */
  refilled?: ((saved: Values) => Test) | undefined;
}

/** A step that was played. */
export type PlayedStep = StepEnd & {
  /** Values for later steps. */
  keeps?: Values | undefined;
  /** True if a value for later steps was missing. */
  lacks?: boolean | undefined;
};

export type ConversationEnd = Ending & {
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
};

/**
 * Walks through the steps of a test along its branches.
 *
 * @returns its end: the first failure, where a certain one takes precedence, or the first error, which ends the test
 * immediately
 */
export async function walkSteps(
  { test: written, settings, stopsAtFailure, refilled }: Script,
  play: (interaction: Interaction, step: number) => Promise<PlayedStep>,
): Promise<ConversationEnd> {
  let test = written;
  let values: Values = {};
  const playsMax = test.interactions.length + limits.repeatedStepsMax;
  let failure: Failure | undefined;
  let latencyMs = 0;
  let step = 0;
  for (let plays = 0; plays < playsMax; plays++) {
    const interaction = test.interactions[step];
    if (!interaction || (failure && stopsAtFailure)) {
      failure = graver(failure, judgeLatency(latencyMs, settings));
      const outcome = outcomeOf(failure);
      return failure ? { outcome, failure } : { outcome };
    }
    const end = await play(interaction, step);
    if (end.outcome === 'error') return endedByError(failure, end.failure);
    failure = graver(failure, end.failure);
    // The next message would contain an unfilled placeholder.
    if (end.lacks) return { outcome: outcomeOf(failure), ...(failure && { failure }) };
    if (end.keeps && refilled) {
      values = { ...values, ...end.keeps };
      test = refilled(values);
    }
    // A pause is the tester's time, even if the bot replies in it.
    if (interaction.input.kind !== 'pause') latencyMs += end.reply?.latencyMs ?? 0;
    step = nextStep(test, step, end.reply, settingsOfStep(settings, interaction));
  }
  return endedByError(failure, endlessLoop);
}

/**
 * A proven failure stands, however the conversation ended. Silence proves less, because the cause of the error may have caused
 * it, too.
 */
function endedByError(shown: Failure | undefined, error: Failure): ConversationEnd {
  return outcomeOf(shown) === 'failed' && shown?.code !== 'reply-timeout'
    ? { outcome: 'failed', failure: withRemark(shown, error) as Failure }
    : { outcome: 'error', failure: error };
}

const endlessLoop: Failure = {
  class: 'configuration',
  code: 'endless-loop',
  message: `The conversation jumps back more than ${limits.repeatedStepsMax} times.`,
  hint: 'Check the goto branches of the test.',
};

/** Keeps the first failure, but prefers a certain one to an uncertain one. */
function graver(first: Failure | undefined, next: Failure | undefined): Failure | undefined {
  const mayGiveWay = outcomeOf(first) === 'undecided' && outcomeOf(next) === 'failed';
  return mayGiveWay ? next : (first ?? next);
}
