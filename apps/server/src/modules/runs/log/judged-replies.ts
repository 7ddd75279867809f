/** Finds the replies that a judge read in a run, for people to label. Pure, so that the pool can run it. */
import {
  type RunEvent,
  type RunResult,
  type StepResult,
  type TestResult,
  type Verdict,
  wholeActual,
} from '@parley/suite';
import { briefEvent } from './brief-event.ts';

export interface ReplyOfRun {
  testName: string;
  said: string;
  reply: string;
  expected: string[];
  /** ID of the person who last overrode the verdict on the step; null if nobody did or the override was withdrawn. */
  overriddenBy: string | null;
}

/** Maximum number of characters of a reply: as many as a judge reads. */
const replyLengthMax = 16_000;

const isJudged = ({ votes }: Verdict): boolean => votes !== undefined;

/** Reduces an event to the verdicts of judges. Keeps the full reply if a verdict contains only part of it. */
export function withJudged(event: RunEvent): RunEvent {
  if (event.type !== 'step.finished' && event.type !== 'step.revised') return briefEvent(event);
  const judged = event.verdicts.filter(isJudged);
  const verdicts = judged.map((verdict) => ({ ...verdict, votes: [] }));
  const isCut = judged.some(({ actualLength }) => actualLength !== undefined);
  const kept = isCut ? event : briefEvent(event);
  return { ...kept, verdicts } as RunEvent;
}

export function judgedRepliesIn({ tests }: RunResult): ReplyOfRun[] {
  return tests.flatMap((test) =>
    (test.tries ?? [test]).flatMap((conversation) => repliesOf(test, conversation)),
  );
}

function repliesOf(test: TestResult, { steps }: TestResult): ReplyOfRun[] {
  return steps.flatMap((step, at) => {
    const last = test.tries ? undefined : test.overrides?.findLast((one) => one.step === at);
    return step.verdicts.filter(isJudged).flatMap((verdict) => {
      const reply = wholeOf(verdict, step);
      if (!reply) return [];
      return {
        testName: test.name,
        said: step.sent ?? (step.input.kind === 'text' ? step.input.text : ''),
        reply: reply.slice(0, replyLengthMax),
        expected: verdict.assertion.expected.map(String),
        overriddenBy: last && !last.isTakenBack ? last.by.id : null,
      };
    });
  });
}

const wholeOf = (verdict: Verdict, { reply }: StepResult): string | null =>
  verdict.actualLength === undefined ? verdict.actual : wholeActual(verdict, reply);
