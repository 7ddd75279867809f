import { expect, it } from 'vitest';
import { readTranscript } from './read-transcript.ts';

const words =
  'heard S 0 T -90 A -80 L -10 0 -30 0 <s> 10 -15 -8 press(2) 40 -10 -5 <sil> 50 -20 -5 one 80 -9 -1 </s> 90';

const lattice = `# Lattice
VERSION=1.0
start=6
end=0
N=7	L=7
I=0	t=0.80	W=!SENT_END	v=1
I=1	t=0.50	W=one	v=1
I=2	t=0.52	W=won	v=1
I=3	t=0.12	W=press	v=1
I=4	t=0.10	W=press	v=2
I=5	t=0.10	W=prayers	v=1
I=6	t=0.00	W=!SENT_START	v=1
J=0	S=1	E=0	a=-5.0	p=0.3
J=1	S=2	E=0	a=-6.0	p=0.7
J=2	S=3	E=1	a=-7.0	p=0.25
J=3	S=4	E=2	a=-7.0	p=0.55
J=4	S=5	E=2	a=-7.0	p=0.2
J=5	S=6	E=4	a=-1.0	p=0.8
J=6	S=6	E=5	a=-1.0	p=0.2
`;

it('is as sure of a word as all ways together in which it may have been said, and of a text as of its least sure word', () => {
  const transcript = readTranscript(words, lattice);
  expect(transcript.text).toBe('press one');
  const [press, one] = transcript.words ?? [];
  expect(press?.confidence).toBeCloseTo(0.8);
  expect(one?.confidence).toBeCloseTo(0.3);
  expect(transcript.confidence).toBeCloseTo(0.3);
});

it('is sure of nothing where nothing was heard', () => {
  const nothing = { text: '', confidence: 0, words: [] };
  expect(readTranscript('', '')).toEqual(nothing);
  expect(readTranscript('heard S 0 T 0 A 0 L 0 0 -3 0 <s> 10 -1 -1 </s> 90', lattice)).toEqual(
    nothing,
  );
  expect(readTranscript('heard S 0 T 0 A 0 L 0 0 -3 0 ghost 10', lattice).confidence).toBe(0);
});
