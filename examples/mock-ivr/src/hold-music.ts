/** Hold music: one chord after another, without a pause. */
import { sine } from '@parley/sip';

const chordMs = 400;
const chords = [
  [262, 330, 392],
  [294, 370, 440],
  [330, 415, 494],
].map((frequencies) => sine(frequencies, chordMs, 3000));

export function holdMusic(ms: number): Int16Array {
  const count = Math.ceil(ms / chordMs);
  const played = Array.from({ length: count }, (_, place) => chords[place % chords.length] ?? []);
  return Int16Array.from(played.flatMap((chord) => [...chord]));
}
