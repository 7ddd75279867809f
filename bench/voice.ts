/**
 * Measures how exactly calls are timed: the starts and ends of speech at several levels of noise, and the arrival times of
 * packets. The bias of the detector was chosen with the voices rms and slt; by default, other voices and sentences are
 * measured.
 *
 *   npm run bench -- voice               takes half a minute
 *   npm run bench -- voice --calibrate   the voices and sentences that were used to choose the bias
 *
 * Requires flite.
 */
import { edgeAccuracy, noisiestDb } from '@parley/engine/voice';
import { calibrationTexts, heldOutTexts } from './ears/texts.ts';
import { type EdgeRow, measureEdges, spoken } from './voice/edges.ts';
import { measurePackets } from './voice/packets.ts';

const isCalibrating = process.argv.includes('--calibrate');
const voices = isCalibrating ? (['rms', 'slt'] as const) : (['awb', 'kal16'] as const);
const texts = isCalibrating ? calibrationTexts : heldOutTexts;

const sentences = await Promise.all(
  voices.flatMap((voice) => texts.slice(0, 28).map((text) => spoken(text, voice))),
);
const rows = [undefined, 40, 35, 30, 25, 20, 15, 10].map((snr) => measureEdges(sentences, snr));
const inWords = ({ p5, median, p95 }: EdgeRow['starts']) => `${p5} / ${median} / ${p95}`;
console.table(
  rows.map(({ starts, ends, ...row }) => ({
    ...row,
    starts: inWords(starts),
    ends: inWords(ends),
    error: row.snrDb < noisiestDb ? 'undecided' : edgeAccuracy(row.snrDb).errorMs,
  })),
);
const packets = await measurePackets();
console.log(`Packets: ${packets.packets}, error ${inWords(packets)} ms`);

/** The accuracy is promised for 90% of all edges. */
const isWithin = ({ p5, p95 }: EdgeRow['starts'], ms: number) => p5 >= -ms && p95 <= ms;
const areEdgesFine = rows
  .filter(({ snrDb }) => snrDb >= noisiestDb)
  .every(
    ({ starts, ends, snrDb, missed }) =>
      missed === 0 && [starts, ends].every((one) => isWithin(one, edgeAccuracy(snrDb).errorMs)),
  );
const [clean] = rows;
const ok = areEdgesFine && clean !== undefined && isWithin(packets, 20);
console.log(
  JSON.stringify({
    bench: 'voice',
    unit: 'ms',
    sentences: sentences.length,
    cleanStarts: clean?.starts,
    cleanEnds: clean?.ends,
    packets,
    ok,
  }),
);
