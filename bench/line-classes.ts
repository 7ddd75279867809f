/**
 * Measures how well lines are classified: on made examples of tones by country, music, menus, voicemails, faxes and speech, with
 * noise, codecs and lost packets, how often each class is found, missed and undecided, and what is taken for what.
 *
 *   npm run bench -- line-classes            with the words of the local recognizer, in some minutes
 *   npm run bench -- line-classes --quick    with the spoken words only, as a perfect recognizer would return them
 *
 * Requires flite; without pocketsphinx, the recognizer's rows are not run.
 */

import { localCalibrations, recognizeAll } from '@parley/engine/ears';
import { classifyLine, hear, type LineWords } from '@parley/engine/line';
import { type LineClass, lineClasses, lineConfidenceMin } from '@parley/suite';
import { type Example, makeExamples } from './line-classes/examples.ts';
import { menus } from './line-classes/sentences.ts';

const isQuick = process.argv.includes('--quick');
/** Thresholds were chosen with the seeds 28 and 2028. */
const examples = await makeExamples(4711);

/** Words as a recognizer returns them; undefined if nobody speaks. */
type Recognize = (example: Example) => LineWords | undefined;

const exactly: Recognize = ({ said }) => {
  if (!said) return undefined;
  const text = said.text.toLowerCase().replaceAll(/[^a-z0-9' ]/g, '');
  return { ...said, text, sureText: text, isSure: true };
};

async function locally(): Promise<Recognize | undefined> {
  const spoken = examples.filter(({ said }) => said);
  const words = new Map<Example, LineWords>();
  const batches = Array.from({ length: Math.ceil(spoken.length / 10) }, (_, at) =>
    spoken.slice(10 * at, 10 * at + 10),
  );
  const required = localCalibrations.find(({ codec }) => codec === 'PCMU')?.required ?? undefined;
  for (const batch of batches) {
    const transcripts = await recognizeAll(batch.map(soundOf)).catch((error: unknown) => {
      console.log(`The local recognizer: not run (${String(error)}).`);
    });
    if (!transcripts) return undefined;
    for (const [at, example] of batch.entries()) {
      const transcript = transcripts[at];
      if (!transcript || !example.said) continue;
      const about = { codec: 'PCMU', locale: 'en-US' };
      const { text, isUnsure, sureText } = await hear(
        { transcribe: async () => transcript, requiredConfidence: () => required },
        new Int16Array(),
        about,
      );
      words.set(example, {
        ...{ text, isSure: !isUnsure, sureText: isUnsure ? sureText : text },
        ...{ fromMs: example.said.fromMs, toMs: example.said.toMs },
      });
    }
    process.stderr.write(`\r${words.size} of ${spoken.length} heard`);
  }
  process.stderr.write('\n');
  return (example) => words.get(example);
}

/** The prompt, as the end pointer cuts it out. */
const soundOf = ({ samples, said }: Example) =>
  samples.subarray(8 * ((said?.fromMs ?? 0) - 200), 8 * ((said?.toMs ?? 0) + 200));

interface Row {
  examples: number;
  found: number;
  missed: number;
  undecided: number;
  /** Examples that were wrongly taken for the class. */
  wrong: number;
  precision: number | null;
  recall: number | null;
}

type Confusion = Record<string, Record<string, number>>;

interface Measured {
  rows: Record<string, Row>;
  confusion: Confusion;
  menusAsVoicemail: number;
}

async function measure(recognize: Recognize): Promise<Measured> {
  const rows = Object.fromEntries(lineClasses.map((name) => [name, emptyRow()]));
  const confusion: Confusion = {};
  let menusAsVoicemail = 0;
  for (const example of examples) {
    const { samples, classes, kind, name, country, answeredMs } = example;
    const words = recognize(example);
    const { findings } = await classifyLine({
      ...{ samples, country, answeredMs, fromMs: 0, locale: 'en-US' },
      words: words ? [words] : [],
    });
    const confidenceOf = (one: LineClass) =>
      findings.find((finding) => finding.class === one)?.confidence ?? 0;
    const heard = lineClasses.filter((one) => confidenceOf(one) >= lineConfidenceMin);
    for (const one of lineClasses) count(rows[one], classes.includes(one), confidenceOf(one));
    const wrong = heard.filter((one) => !classes.includes(one));
    for (const one of wrong) console.log(`Taken for ${one}: ${name}`);
    if (kind === 'menu' && heard.includes('voicemail')) menusAsVoicemail += 1;
    const row = confusion[kind] ?? {};
    confusion[kind] = row;
    const shown = shownClass(kind, heard, confidenceOf);
    row[shown] = (row[shown] ?? 0) + 1;
  }
  for (const row of Object.values(rows)) {
    row.precision = row.found + row.wrong === 0 ? null : share(row.found, row.found + row.wrong);
    row.recall = share(row.found, row.examples);
  }
  return { rows, confusion, menusAsVoicemail };
}

/** A beep belongs to a voicemail, so it is only shown if nothing else was heard. */
function shownClass(
  kind: Example['kind'],
  heard: readonly LineClass[],
  confidenceOf: (one: LineClass) => number,
): string {
  if (kind !== 'talk' && kind !== 'other' && heard.includes(kind)) return kind;
  const [first] = heard.filter((one) => one !== 'beep' || kind === 'other' || kind === 'talk');
  if (first) return first;
  const isOpen =
    kind === 'talk' || kind === 'other'
      ? lineClasses.some((one) => confidenceOf(one) > 0)
      : confidenceOf(kind) > 0;
  return isOpen ? 'undecided' : 'none';
}

function count(row: Row | undefined, isTrue: boolean, confidence: number): void {
  if (!row) return;
  const isHeard = confidence >= lineConfidenceMin;
  if (!isTrue) {
    if (isHeard) row.wrong += 1;
    return;
  }
  row.examples += 1;
  if (isHeard) row.found += 1;
  else if (confidence > 0) row.undecided += 1;
  else row.missed += 1;
}

const emptyRow = (): Row => ({
  ...{ examples: 0, found: 0, missed: 0, undecided: 0, wrong: 0 },
  ...{ precision: null, recall: null },
});

const share = (part: number, all: number) => Number((part / all).toFixed(3));

function show(title: string, { rows, confusion }: Measured): void {
  console.log(title);
  console.table(rows);
  console.table(confusion);
}

const exact = await measure(exactly);
show('Words as they were spoken:', exact);
const recognizer = isQuick ? undefined : await locally();
const local = recognizer && (await measure(recognizer));
if (local) show('Words of the local recognizer:', local);

const measured = [exact, ...(local ? [local] : [])];
const wrong = measured.map(({ rows }) =>
  Object.values(rows).reduce((sum, row) => sum + row.wrong, 0),
);
const isSafe = measured.every(({ menusAsVoicemail }) => menusAsVoicemail === 0);
const ok =
  examples.length >= 200 && isSafe && wrong.every((count) => count <= 0.02 * examples.length);
console.log(
  JSON.stringify({
    bench: 'line-classes',
    ...(isQuick && { form: 'quick' }),
    examples: examples.length,
    menusAsVoicemail: measured.map(({ menusAsVoicemail }) => menusAsVoicemail),
    // Sentences are counted, because each is spoken in two voices: 95% bound for none of them (Clopper-Pearson).
    menusAsVoicemailBound: Number((1 - 0.05 ** (1 / menus.length)).toFixed(3)),
    wrong,
    exact: exact.rows,
    local: local?.rows ?? 'not run',
    ok,
  }),
);
if (!ok) process.exitCode = 1;
