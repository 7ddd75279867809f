/** What happens when in the recording of a step: who speaks, where both speak, and where nobody does. */
import { describeSaid, type StepResult, type VoiceSpan } from '@parley/suite';
import type { AudioMark } from '#/ui/audio-marks.tsx';

/** Shortest silence within one utterance that separates it, in milliseconds. */
const breathMs = 700;
/** Shortest silence that is shown. */
const silenceMs = 1000;
const overlapMs = 100;

/** @returns the marks in order; none if the call was not measured */
export function callMoments(step: StepResult): AudioMark[] {
  const voice = (step.reply ?? step.silence)?.voice;
  if (!voice) return [];
  const theirs = phrases(voice.theirs);
  const ours = phrases(voice.ours);
  const heard = theirs.length === 1 ? step.reply?.text : undefined;
  const said = ours.length === 1 && step.input.kind === 'text' ? describeSaid(step) : undefined;
  const marks = [
    ...theirs.map((span) => markOf('first', span, words('The line speaks', heard))),
    ...ours.map((span) =>
      markOf('second', span, words('The tester speaks', voice.interjection?.text ?? said)),
    ),
    ...overlaps(voice.ours, voice.theirs).map((span) => markOf('both', span, 'Both speak')),
    ...silences([...theirs, ...ours]).map((span) => markOf('none', span, 'Silence')),
  ];
  return marks.sort((one, other) => one.fromS - other.fromS);
}

const words = (who: string, text: string | undefined) => (text ? `${who}: “${text}”` : who);

const markOf = (kind: AudioMark['kind'], [from, to]: VoiceSpan, label: string): AudioMark => ({
  kind,
  fromS: Math.max(0, from) / 1000,
  toS: to / 1000,
  label,
});

function phrases(spans: readonly VoiceSpan[]): VoiceSpan[] {
  const joined: VoiceSpan[] = [];
  for (const [from, to] of spans) {
    const last = joined.at(-1);
    if (last && from - last[1] < breathMs) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

function overlaps(ours: readonly VoiceSpan[], theirs: readonly VoiceSpan[]): VoiceSpan[] {
  return ours.flatMap((one) =>
    theirs.flatMap((other): VoiceSpan[] => {
      const from = Math.max(one[0], other[0]);
      const to = Math.min(one[1], other[1]);
      return to - from >= overlapMs ? [[from, to]] : [];
    }),
  );
}

/** Silences between sounds, and before the first one. What follows the last one only ends the turn. */
function silences(spans: readonly VoiceSpan[]): VoiceSpan[] {
  let until = 0;
  const found: VoiceSpan[] = [];
  for (const [from, to] of [...spans].sort((one, other) => one[0] - other[0])) {
    if (from - until >= silenceMs) found.push([until, from]);
    until = Math.max(until, to);
  }
  return found;
}
