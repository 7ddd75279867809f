/** Judges timing checks on a call. A duration is a range, which decides only if it lies entirely on one side of the limit. */
import type { Assertion } from '../format/model/suite.ts';
import { boundedVerdict } from '../match/bounded-verdict.ts';
import type { Verdict } from '../match/matcher.ts';
import type { Turn } from '../match/turn.ts';
import { isUnheard, type LineFinding, lineConfidenceMin, lineInWords } from './line-facts.ts';
import {
  describeVoiceCheck,
  isStopCheck,
  type LineCheck,
  type ScoreCheck,
  type VoiceCheck,
} from './voice-check.ts';
import {
  figureInWords,
  type MeasuredFigure,
  type NetworkFacts,
  networkInWords,
  type VoiceFacts,
  type VoiceFigure,
} from './voice-facts.ts';

/** @returns the verdict. Never throws. */
export function judgeVoice(
  assertion: Assertion,
  check: VoiceCheck,
  turn: Turn | undefined,
): Verdict {
  const rule = describeVoiceCheck(check);
  if (check.kind === 'line') return judgeLine(assertion, check, turn);
  if (check.kind === 'mos') return judgeScore(assertion, check, turn);
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

/** A class that was found must be certain, and one that was not found must be ruled out. */
function judgeLine(assertion: Assertion, check: LineCheck, turn: Turn | undefined): Verdict {
  const facts = turn?.voice?.line;
  const finding = facts?.findings.find((one) => one.class === check.class);
  const isHeard = finding !== undefined && finding.confidence >= lineConfidenceMin;
  const isDead = facts !== undefined && !finding && isUnheard(facts, check.class);
  const isOpen =
    facts === undefined ||
    (finding !== undefined && !isHeard) ||
    // A line that says nothing is not of the class that is wanted, and shows nothing about the one that is not.
    (isDead && check.isNegated);
  const passed = !isOpen && isHeard !== check.isNegated;
  const hint =
    facts === undefined ? notClassified : isDead ? nothingHeard : finding && inFinding(finding);
  return boundedVerdict({
    passed,
    ...(isOpen && { standing: 'undecided' as const }),
    assertion,
    rule: describeVoiceCheck(check),
    actual: facts === undefined ? null : lineInWords(facts),
    ...(hint !== undefined && !passed && { hint }),
  });
}

/** The score is a range. It decides if it lies entirely on one side of the limit. */
function judgeScore(assertion: Assertion, check: ScoreCheck, turn: Turn | undefined): Verdict {
  const facts = turn?.voice?.network;
  const score = facts?.score ?? { unknown: noPackets };
  const isEnough = (value: number) =>
    check.isEqualAllowed ? value >= check.least : value > check.least;
  const isKnown = !('unknown' in score);
  const passed = isKnown && isEnough(score.least);
  const isOpen = !passed && (!isKnown || isEnough(score.most));
  const hint = isKnown ? isOpen && facts && whyOpen(facts) : score.unknown;
  return boundedVerdict({
    passed,
    ...(isOpen && { standing: 'undecided' as const }),
    assertion,
    rule: describeVoiceCheck(check),
    actual: facts && isKnown ? networkInWords(facts) : null,
    ...(hint && { hint }),
  });
}

const noPackets =
  'The packets of the line were not seen in this turn. They are on phone lines over SIP, and not with Twilio.';

/** @returns what would decide a score that may be on either side of the limit */
function whyOpen({ delayMs, lossConcealment, lost, late, stalledMs }: NetworkFacts): string {
  if (delayMs === undefined)
    return 'The delay is unknown. Write the delay from mouth to ear in the configuration of the channel: network: { delayMs: 150 }.';
  if (lossConcealment === undefined && lost + late > 0)
    return 'It depends on whether the phones of your callers conceal lost packets, as most do. Write it in the configuration of the channel: network: { delayMs: 150, lossConcealment: true }.';
  return `Parley was too busy for ${stalledMs ?? 0} ms to see when packets arrived, so some of the ${late} late ones may have been in time. Run the test again.`;
}

const notClassified =
  'The line was not classified in this turn. Only phone lines are, in steps with such a check: run the test again.';

const nothingHeard =
  'Nothing was heard on the line in this step, not even a tone, so nothing shows what it is.';

const inFinding = ({ because, confidence, fromMs, toMs }: LineFinding) =>
  `${because} Confidence ${Math.round(100 * confidence)}%; ${100 * lineConfidenceMin}% decide. ${
    toMs > 0
      ? `Listen to the step's recording from ${place(fromMs)} to ${place(toMs)}.`
      : 'Listen to the step before.'
  }`;

const notOnACall = 'Nothing was measured in this turn: only phone lines can be timed.';

const figureOf = ({ kind }: FigureCheck, facts: VoiceFacts): VoiceFigure =>
  facts[kind] ?? { unknown: 'Nothing was said while they were speaking.' };

type FigureCheck = Exclude<VoiceCheck, LineCheck | ScoreCheck>;

interface Finding {
  standing: 'passed' | 'failed' | 'undecided';
  hint?: string;
}

function judge(check: FigureCheck, figure: MeasuredFigure): Finding {
  const { fromMs, toMs } = figure;
  const where = `Listen to the step's recording from ${place(fromMs)} to ${place(toMs)}.`;
  const finding = check.kind === 'goesOn' ? judgeGoesOn(check, figure) : judgeLimit(check, figure);
  return { ...finding, hint: finding.hint ? `${finding.hint} ${where}` : where };
}

function judgeLimit(
  check: Exclude<FigureCheck, { kind: 'goesOn' }>,
  { ms, errorMs, isAtLeast, resumedAfterMs }: MeasuredFigure,
): Finding {
  const { limitMs } = check;
  const isEqualAllowed = isStopCheck(check) || check.isEqualAllowed;
  const isBelow = (value: number) => (isEqualAllowed ? value <= limitMs : value < limitMs);
  if (!isBelow(ms - errorMs)) return { standing: 'failed' };
  if (isAtLeast)
    return { standing: 'undecided', hint: 'It was still going on when the turn ended.' };
  if (resumedAfterMs !== undefined)
    return {
      standing: 'undecided',
      hint: `They spoke on after ${resumedAfterMs} ms, so this may have been a breath and no stop.`,
    };
  return isBelow(ms + errorMs) ? { standing: 'passed' } : tooClose(errorMs);
}

function judgeGoesOn(
  { limitMs }: { limitMs: number },
  { ms, errorMs, isAtLeast, resumedAfterMs }: MeasuredFigure,
): Finding {
  if (ms - errorMs >= limitMs) return { standing: 'passed' };
  if (isAtLeast)
    return { standing: 'undecided', hint: 'The turn ended before they had to go on for so long.' };
  if (resumedAfterMs !== undefined)
    return {
      standing: 'undecided',
      hint: `They paused, and spoke on after ${resumedAfterMs} ms: nothing shows whether they were interrupted.`,
    };
  return ms + errorMs < limitMs ? { standing: 'failed' } : tooClose(errorMs);
}

const tooClose = (errorMs: number): Finding => ({
  standing: 'undecided',
  hint: `The measured time is too close to the limit to decide: it may be ${errorMs} ms off.`,
});

const place = (ms: number) => `${(Math.max(0, ms) / 1000).toFixed(2)} s`;
