/** Finds outcomes that could be different with late calls, whose spans arrived after their turn was judged. */
import { type Failure, judgeTools, type ToolReport, type ToolTurn } from '@parley/suite';
import type { StepEnd } from '../judge-step.ts';
import type { ConversationEnd } from '../walk-steps.ts';

/** A judged step, and the tool reports that its tool checks used. */
export interface JudgedStep {
  end: StepEnd;
  turns: readonly ToolTurn[];
}

/**
 * @returns true if late calls make the outcome of a conversation uncertain: a pass may be wrong, or a failure may be due to
 * missing calls
 */
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
 * @returns true if no step has certainly failed: each failed check requires calls, and could hold with the late calls. A
 * forbidden call that was made remains a failure.
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
