import { holdMusic } from '@parley/mock-ivr/hold-music';
import { murmur } from '@parley/mock-ivr/murmur';
import { decode, encode, sine } from '@parley/sip';
import { expect, it } from 'vitest';
import { piecesIn } from './early-audio.ts';

const joined = (...parts: Int16Array[]) => Int16Array.from(parts.flatMap((part) => [...part]));
const silence = (ms: number) => new Int16Array(ms * 8);
const piecesOf = (...parts: Int16Array[]) =>
  piecesIn(decode('PCMU', encode('PCMU', joined(...parts))), {
    quietMs: 1200,
    promptMs: 60_000,
    end: 'answer',
  });

const on = (frequencies: number[], ms: number) => sine(frequencies, ms, 4000);
const announcement = [950, 1400, 1800].map((frequency) => on([frequency], 330));

it.each([
  ['of North America', [on([440, 480], 2000), silence(4000), on([440, 480], 2000)]],
  ['of most of Europe', [on([425], 1000), silence(4000), on([425], 1000)]],
  ['of Britain', [on([400, 450], 400), silence(200), on([400, 450], 400), silence(2000)]],
  ['that is busy', [on([480, 620], 500), silence(500), on([480, 620], 500), silence(500)]],
  ['before an announcement', announcement],
  ['that is music', [holdMusic(9000)]],
])('tones are no early words: a line %s', (_, sounds) => {
  expect(piecesOf(...sounds)).toEqual([]);
});

it('words are told apart from the tones around them, and from each other', () => {
  const pieces = piecesOf(
    ...announcement,
    silence(200),
    murmur(3000),
    silence(1500),
    murmur(2000),
    on([440, 480], 2000),
    silence(300),
    murmur(1000),
  );
  expect(pieces.map(({ end }) => end)).toEqual(['silence', 'silence', 'answer']);
  for (const [place, ms] of [3000, 2000, 1000].entries())
    expect(Math.abs((pieces[place]?.speechMs ?? 0) - ms)).toBeLessThan(250);
});
