/** Failures that calls may have caused whose spans came after their turn was judged. */
import { type Failure, judgeTools, type ToolReport, type ToolTurn } from '@parley/suite';
import type { StepEnd } from '../judge-step.ts';
import type { ConversationEnd } from '../walk-steps.ts';

/** A step that was judged, and what its checks of tools were judged by. */
export interface JudgedStep {
  end: StepEnd;
  turns: readonly ToolTurn[];
}

/** @returns true if late calls leave open how a conversation ended: a pass may hide one, a failure may lack one */
export function isOpenWithLate(
  { outcome, failure }: ConversationEnd,
  steps: readonly JudgedStep[],
  late: Failure,
): boolean {
  if (outcome === 'passed') return true;
  const isByStep = steps.some(({ end }) => end.failure === failure);
  return outcome === 'failed' && isByStep && mayHoldWithLate(steps, late);
}

/**
 * True if no step has failed for certain: each broken check asks for calls, and with more calls than were known it may
 * hold. A call that must not be made and was stays what it is.
 */
function mayHoldWithLate(steps: readonly JudgedStep[], late: Failure): boolean {
  return steps.every(({ end, turns }) => {
    if (end.outcome === 'passed') return true;
    const broken = end.verdicts.filter(({ passed }) => !passed);
    const isByVerdict = end.failure?.code !== 'not-saved' && broken.length > 0;
    return (
      end.outcome !== 'error' &&
      isByVerdict &&
      broken.every(({ assertion }) => {
        const { tools } = assertion;
        return tools && judgeTools(assertion, tools, withGap(turns, late)).standing === 'undecided';
      })
    );
  });
}

const withGap = (turns: readonly ToolTurn[], { message }: Failure): ToolTurn[] =>
  turns.map((turn) => (turn.report ? { ...turn, report: withGapIn(turn.report, message) } : turn));

function withGapIn(report: ToolReport, gap: string): ToolReport {
  const { tokens, gaps = [] } = report;
  return {
    ...report,
    gaps: [...gaps, gap],
    ...(tokens && { tokens: { ...tokens, gaps: [...(tokens.gaps ?? []), gap] } }),
  };
}
