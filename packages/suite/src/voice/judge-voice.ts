/** Judges checks of timing on a call. A duration is a range, and only a range that lies wholly on one side decides. */
import type { Assertion } from '../format/model/suite.ts';
import { boundedVerdict } from '../match/bounded-verdict.ts';
import type { Verdict } from '../match/matcher.ts';
import type { Turn } from '../match/turn.ts';
import { printVoiceCheck, type VoiceCheck } from './voice-check.ts';
import {
  figureInWords,
  type MeasuredFigure,
  type VoiceFacts,
  type VoiceFigure,
} from './voice-facts.ts';

/** Never throws. */
export function judgeVoice(
  assertion: Assertion,
  check: VoiceCheck,
  turn: Turn | undefined,
): Verdict {
  const rule = printVoiceCheck(check);
  const figure = turn?.voice ? figureOf(check, turn.voice) : { unknown: notOnACall };
  const { standing, hint } =
    'unknown' in figure
      ? { standing: 'undecided' as const, hint: figure.unknown }
      : judge(check, figure);
  return boundedVerdict({
    passed: standing === 'passed',
    ...(standing === 'undecided' && { standing }),
    assertion,
    rule,
    actual: 'unknown' in figure ? null : figureInWords(figure),
    ...(hint !== undefined && standing !== 'passed' && { hint }),
  });
}

const notOnACall = 'Nothing was measured in this turn: only phone lines can be timed.';

const figureOf = ({ kind }: VoiceCheck, facts: VoiceFacts): VoiceFigure => facts[kind];

interface Finding {
  standing: 'passed' | 'failed' | 'undecided';
  hint?: string;
}

function judge({ limitMs, isEqualAllowed }: VoiceCheck, figure: MeasuredFigure): Finding {
  const { ms, errorMs, isAtLeast, fromMs, toMs } = figure;
  const where = `Listen to the step's recording from ${place(fromMs)} to ${place(toMs)}.`;
  const isBelow = (value: number) => (isEqualAllowed ? value <= limitMs : value < limitMs);
  if (!isBelow(ms - errorMs)) return { standing: 'failed', hint: where };
  if (isAtLeast)
    return { standing: 'undecided', hint: `It was still going on when the turn ended. ${where}` };
  if (isBelow(ms + errorMs)) return { standing: 'passed' };
  return {
    standing: 'undecided',
    hint: `The measured time is too close to the limit to decide: it may be ${errorMs} ms off. ${where}`,
  };
}

const place = (ms: number) => `${(Math.max(0, ms) / 1000).toFixed(2)} s`;
