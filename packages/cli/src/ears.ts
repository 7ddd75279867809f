/** `parley ears`: checks that the chosen recognizer works on this machine, and measures it on recordings of a line. */

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { failureOf } from '@parley/egress';
import {
  type Calibration,
  type CalibrationReport,
  calibrateRecordings,
  checkRecognizer,
  createSpeech,
  type LabelledRecording,
  languageOf,
  localCalibrations,
  readCalibrations,
  readRecognizer,
  readSpeech,
  recognizerName,
  serviceRecognizer,
} from '@parley/engine';
import { counted } from '@parley/suite';
import { readArguments } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { printJson } from './print-json.ts';

/** Fewest recordings for a useful measurement; a smaller set shows hardly any of a recognizer's mistakes. */
const recordingsLeast = 50;

export const help = `parley ears check: checks whether the chosen speech recognizer works on this machine.
parley ears calibrate <folder> --out <file>: measures it on recordings of your line.

PARLEY_STT, PARLEY_STT_URL, PARLEY_STT_KEY and PARLEY_STT_MODEL choose the recognizer, as for a server. Only a
calibrated one decides what was said. The folder has a recording (name.wav, 16-bit mono) and its
words (name.txt) for each prompt, ${recordingsLeast} at least, ideally by several voices.

  --out <file>            the calibrations file; other rows in it are kept. Pass it to the server as
                          PARLEY_SPEECH_CALIBRATION
  --codec <name>          codec of the line: PCMU (default) or PCMA
  --locale <locale>       language of the line (default en-US)
  --json                  print the result for programs

Exit codes: 0 it works or was calibrated, 2 wrong usage, 4 it does not work or is not reliable on these recordings.
`;

/** Share of the known sentence that a working recognizer has to understand. */
const understoodShare = 0.75;

export async function earsCommand([name = '--help', ...args]: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    out: { type: 'string' },
    codec: { type: 'string' },
    locale: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (name === '--help' || name === '-h' || values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const isJson = values.json === true;
  if (name === 'check' && positionals.length === 0) return check(isJson);
  if (name === 'calibrate') return calibrate(positionals, { ...values, isJson });
  throw new UsageError(`There is no command "ears ${name}". See parley ears --help.`);
}

/** Opens the chosen recognizer. `missing` names what it still lacks, if anything. */
async function openRecognizer() {
  const choice = readRecognizer(process.env, (message) => {
    throw new UsageError(message);
  });
  const speech = createSpeech({
    transcribe: serviceRecognizer(choice),
    speak: async () => new Int16Array(),
  });
  const [missing] = await speech.missing();
  return { name: recognizerName(choice), speech, missing };
}

async function check(isJson: boolean): Promise<number> {
  const { name, speech, missing } = await openRecognizer();
  if (missing) {
    return refuse(isJson, `${missing.program} is not installed. Install it: ${missing.install}`);
  }
  try {
    const { said, transcript, wrongWords, words, ms } = await checkRecognizer(speech.transcribe);
    const { text, confidence } = transcript;
    const isUnderstood = wrongWords <= (1 - understoodShare) * words;
    const code = isUnderstood ? exitCodes.passed : exitCodes.error;
    const calibrations = await calibrationsFor(name);
    if (isJson) {
      printJson({
        works: isUnderstood,
        recognizer: name,
        ms,
        said,
        heard: text,
        confidence: confidence ?? null,
        calibrations,
      });
      return code;
    }
    say(`${isUnderstood ? '✓' : '✗'} recognizer   ${name} answered in ${ms} ms`);
    say(`  said         ${said}`);
    say(`  heard        ${text === '' ? '(nothing)' : text}`);
    say(
      confidence === undefined
        ? '✗ confidence   none is reported: text of this recognizer never decides'
        : `✓ confidence   ${confidence.toFixed(2)}`,
    );
    sayCalibrations(calibrations);
    return code;
  } catch (error) {
    return refuse(isJson, failureOf(error).message, '✗ recognizer   ');
  }
}

/** Reports why nothing could be measured. @returns the exit code */
function refuse(isJson: boolean, reason: string, before = '✗ '): number {
  if (isJson) printJson({ works: false, reason });
  else say(`${before}${reason}`);
  return exitCodes.error;
}

async function calibrationsFor(name: string): Promise<Calibration[]> {
  const file = process.env.PARLEY_SPEECH_CALIBRATION;
  const own = file === undefined ? localCalibrations : await readFileOf(file);
  return own.filter(({ recognizer }) => recognizer === name);
}

function sayCalibrations(rows: readonly Calibration[]): void {
  if (rows.length === 0)
    say('✗ calibration  none: what lines say stays undecided. See parley ears calibrate --help');
  for (const { codec, language, required, basis, wordErrorRate, recordings } of rows)
    say(
      `${required ? '✓' : '✗'} calibration  ${codec}, ${language}: ${needed(required)} (${recordings} recordings, ${percent(wordErrorRate)} of words wrong; ${basis})`,
    );
}

const needed = (required: Calibration['required']) =>
  required
    ? `decides from ${required.text} for a text, ${required.word} for a word`
    : 'not reliable at any confidence';

interface CalibrateOptions {
  out?: string | undefined;
  codec?: string | undefined;
  locale?: string | undefined;
  isJson: boolean;
}

async function calibrate(
  [folder, ...others]: string[],
  { out, codec = 'PCMU', locale = 'en-US', isJson }: CalibrateOptions,
): Promise<number> {
  if (folder === undefined || others.length > 0 || out === undefined)
    throw new UsageError('Name one folder and --out. See parley ears --help.');
  if (codec !== 'PCMU' && codec !== 'PCMA')
    throw new UsageError(`--codec is PCMU or PCMA, not "${codec}".`);
  const recordings = await readRecordings(folder);
  const known = await readFileOf(out, { mayBeMissing: true });
  const { name, speech, missing } = await openRecognizer();
  if (missing)
    return refuse(isJson, `${missing.program} is not installed. Install it: ${missing.install}`);
  const report = await calibrateRecordings({
    ...{ recognizer: name, codec, locale, recordings },
    basis: `recordings in ${basename(folder)}`,
    transcribe: speech.transcribe,
  }).catch((error: unknown) => failureOf(error).message);
  if (typeof report === 'string') return refuse(isJson, report);
  const isSame = (row: Calibration) =>
    row.recognizer === name && row.codec === codec && row.language === languageOf(locale);
  const rows = [...known.filter((row) => !isSame(row)), report.calibration];
  await writeFile(out, `${JSON.stringify(rows, undefined, 2)}\n`);
  if (isJson) printJson({ ...report, recordings: recordings.length });
  else sayReport(report, recordings.length);
  return report.calibration.required ? exitCodes.passed : exitCodes.error;
}

function sayReport(
  { calibration, understood, decided, tellsConfidence }: CalibrationReport,
  count: number,
): void {
  say(`${counted(count, 'recording')}, ${percent(calibration.wordErrorRate)} of words wrong`);
  say(`${understood} understood as a whole, ${decided} of them with enough confidence to decide`);
  if (!tellsConfidence) say('✗ The recognizer reports no confidence, so its text never decides.');
  else say(`${calibration.required ? '✓' : '✗'} ${needed(calibration.required)}`);
}

async function readRecordings(folder: string): Promise<LabelledRecording[]> {
  const files = await readdir(folder).catch(() => {
    throw new UsageError(`There is no folder ${folder}.`);
  });
  const names = files.filter((file) => file.endsWith('.wav')).sort();
  if (names.length < recordingsLeast)
    throw new UsageError(
      `${folder} has ${counted(names.length, 'recording')} (name.wav with name.txt beside it); ${recordingsLeast} or more are needed.`,
    );
  return Promise.all(
    names.map(async (file) => {
      const samples = readSpeech(await readFile(join(folder, file)));
      if (!samples)
        throw new UsageError(
          `${file} is not a supported recording: use 16-bit mono WAV with 8,000 to 48,000 samples per second.`,
        );
      const label = file.replace(/\.wav$/, '.txt');
      const said = await readFile(join(folder, label), 'utf8').catch(() => '');
      if (said.trim() === '')
        throw new UsageError(`${label} with the words of ${file} is missing.`);
      return { samples, said: said.trim() };
    }),
  );
}

async function readFileOf(
  file: string,
  { mayBeMissing = false } = {},
): Promise<readonly Calibration[]> {
  try {
    return readCalibrations(await readFile(file, 'utf8'));
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError(`${file} cannot be used: ${(error as Error).message}.`);
  }
}

const percent = (share: number) => `${(100 * share).toFixed(1)}%`;

const say = (line: string) => void process.stdout.write(`${line}\n`);
