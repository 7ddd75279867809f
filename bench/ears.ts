/**
 * Measures what the local recognizer hears in lines that are close to what a test expects: how many words are wrong, whether a
 * test ever passes wrongly, and how often a correct line is decided at all.
 *
 *   npm run bench -- ears               everything, in about ten minutes on one core
 *   npm run bench -- ears --quick       a few lines, in seconds
 *   npm run bench -- ears --calibrate   chooses the required confidences again, from other lines
 *
 * Voices are held out too: each voice is judged by confidences that were chosen without it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Calibration,
  judgeHeard,
  localCalibrations,
  localRecognizer,
  type RequiredConfidence,
} from '@parley/engine/ears';
import { exactInterval } from '@parley/statistics/compare';
import { chooseRequired } from './ears/calibrate.ts';
import { type Condition, nameOf, voices } from './ears/corpus.ts';
import { type HeardLine, hearLines, wordErrorRate } from './ears/hear-lines.ts';
import { calibrationTexts, heldOutTexts, moreCalibrationTexts } from './ears/texts.ts';

const isQuick = process.argv.includes('--quick');
const table = new URL('../packages/engine/src/speech/calibration/local.json', import.meta.url);
const leftOutFile = new URL('./ears/required-without-voice.json', import.meta.url);
const codecs = ['PCMU', 'PCMA'] as const;
const basis = 'synthetic speech only: four voices of flite, clean and at 20 dB';

/** Required confidences by codec, then by the voice that was left out. */
type WithoutVoice = Record<string, Record<string, RequiredConfidence>>;

/** Two connections for each text, alternating so that every codec is heard with and without noise. */
const alternating: [Condition[], Condition[]] = [
  [{ codec: 'PCMU' }, { codec: 'PCMA', snr: 20 }],
  [{ codec: 'PCMA' }, { codec: 'PCMU', snr: 20 }],
];
const conditions: Condition[] = [{ codec: 'PCMU' }, { codec: 'PCMA' }, { codec: 'PCMU', snr: 20 }];

async function calibrate(): Promise<void> {
  const heard = [
    ...(await hearLines({
      texts: calibrationTexts,
      voices,
      conditionsOf: (index) => alternating[index % 2 === 0 ? 0 : 1],
    })),
    ...(await hearLines({ texts: moreCalibrationTexts, voices, conditionsOf: () => conditions })),
  ];
  const rows: Calibration[] = [];
  const withoutVoice: WithoutVoice = {};
  for (const codec of codecs) {
    const lines = heard.filter(({ condition }) => condition.codec === codec);
    rows.push({
      ...{ recognizer: localRecognizer, codec, language: 'en', basis },
      recordings: lines.length,
      wordErrorRate: wordErrorRate(lines),
      required: chooseRequired(lines),
    });
    withoutVoice[codec] = Object.fromEntries(
      voices.map((left) => [left, chooseRequired(lines.filter(({ voice }) => voice !== left))]),
    );
  }
  writeFileSync(table, `${JSON.stringify(rows, undefined, 2)}\n`);
  writeFileSync(leftOutFile, `${JSON.stringify(withoutVoice, undefined, 2)}\n`);
  console.table(rows.map(({ required, ...row }) => ({ ...row, ...required })));
  const ok = rows.every(({ recordings }) => recordings > 0);
  console.log(JSON.stringify({ bench: 'ears', form: 'calibrate', recordings: heard.length, ok }));
}

interface Row {
  utterances: number;
  wordErrorRate: number;
  /** Checks of texts that were said and expected. */
  truePassed: number;
  trueFailed: number;
  trueUndecided: number;
  /** Checks of texts that were expected but not said, or forbidden but said. */
  pairs: number;
  falsePasses: number;
  /** Utterances with a false pass, counted because pairs of one utterance are not independent. */
  utterancesWithFalsePass: number;
  nearDecided: number;
}

async function measure(): Promise<void> {
  const heard = await hearLines({
    texts: isQuick ? heldOutTexts.slice(0, 8) : heldOutTexts,
    voices: isQuick ? ['rms'] : voices,
    conditionsOf: () => (isQuick ? conditions.slice(0, 1) : conditions),
  });
  const withoutVoice = JSON.parse(readFileSync(fileURLToPath(leftOutFile), 'utf8')) as WithoutVoice;
  const heldOut = await rowOf(
    heard,
    ({ condition, voice }) => withoutVoice[condition.codec]?.[voice],
  );
  const requiredOf = ({ condition }: HeardLine) =>
    localCalibrations.find(({ codec }) => codec === condition.codec)?.required ?? undefined;
  const rows: Record<string, Row> = { 'all, voice held out': heldOut };
  rows['all, as shipped'] = await rowOf(heard, requiredOf);
  for (const voice of new Set(heard.map((line) => line.voice)))
    rows[voice] = await rowOf(
      heard.filter((line) => line.voice === voice),
      ({ condition }) => withoutVoice[condition.codec]?.[voice],
    );
  for (const name of new Set(heard.map(({ condition }) => nameOf(condition))))
    rows[name] = await rowOf(
      heard.filter(({ condition }) => nameOf(condition) === name),
      ({ condition, voice }) => withoutVoice[condition.codec]?.[voice],
    );
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [name, { ...row, passesBelow: boundOf(row) }]),
    ),
  );
  console.log(
    'A "pair" is a line and a check that must not pass. "passesBelow": the exact one-sided bound at 95% of the share of pairs that pass; pairs of one utterance are not independent.',
  );
  const isLarge = heldOut.utterances >= utterancesLeast && heldOut.pairs >= pairsLeast;
  const ok =
    Object.values(rows).every(({ falsePasses }) => falsePasses === 0) && (isQuick || isLarge);
  console.log(
    JSON.stringify({
      bench: 'ears',
      ...(isQuick && { form: 'quick' }),
      ...heldOut,
      passesBelow: boundOf(heldOut),
      passesBelowByUtterance: boundByUtterance(heldOut),
      byVoice: Object.fromEntries(
        voices.flatMap((voice) => {
          const row = rows[voice];
          return row
            ? [
                [
                  voice,
                  { pairs: row.pairs, falsePasses: row.falsePasses, passesBelow: boundOf(row) },
                ],
              ]
            : [];
        }),
      ),
      ok,
    }),
  );
  if (!ok) process.exitCode = 1;
}

const utterancesLeast = 300;
const pairsLeast = 1000;

/** Upper bound of the rate with 95% confidence: a two-sided 90% interval leaves 5% above it. */
const boundOf = ({ falsePasses, pairs }: Row) =>
  Number(exactInterval(falsePasses, pairs, 0.9).high.toFixed(4));

const boundByUtterance = ({ utterancesWithFalsePass, utterances }: Row) =>
  Number(exactInterval(utterancesWithFalsePass, utterances, 0.9).high.toFixed(4));

async function rowOf(
  lines: readonly HeardLine[],
  requiredOf: (line: HeardLine) => RequiredConfidence | undefined,
): Promise<Row> {
  const row: Row = {
    utterances: lines.length,
    wordErrorRate: wordErrorRate(lines),
    ...{ truePassed: 0, trueFailed: 0, trueUndecided: 0, pairs: 0, falsePasses: 0 },
    ...{ utterancesWithFalsePass: 0, nearDecided: 0 },
  };
  for (const line of lines) {
    const judge = (check: string) => judgeHeard(line.transcript, requiredOf(line), check);
    const outcome = await judge(`prompt: ${quoted(line.fragment)}`);
    if (outcome === 'passed') row.truePassed += 1;
    else if (outcome === 'failed') row.trueFailed += 1;
    else row.trueUndecided += 1;
    const mustNotPass = [
      ...line.near.map((near) => `prompt: ${quoted(near)}`),
      `prompt != ${quoted(line.fragment)}`,
    ];
    const before = row.falsePasses;
    for (const check of mustNotPass) {
      const near = await judge(check);
      row.pairs += 1;
      if (near === 'passed') {
        row.falsePasses += 1;
        console.log(`Passed: ${check}; said "${line.said}", heard "${line.transcript.text}"`);
      }
      if (near === 'failed') row.nearDecided += 1;
    }
    if (row.falsePasses > before) row.utterancesWithFalsePass += 1;
  }
  return row;
}

const quoted = (text: string) => JSON.stringify(text);

if (process.argv.includes('--calibrate')) await calibrate();
else await measure();
