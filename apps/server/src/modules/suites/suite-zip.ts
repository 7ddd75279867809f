/** Writes and reads a suite as a ZIP file: its text, and its configuration as JSON for tools that need it separately. */
import { isDeepStrictEqual } from 'node:util';
import { parseSuite } from '@parley/suite';
import { strToU8, zipSync } from 'fflate';
import { fileNameOf } from './file-names.ts';
import { FileRefused } from './file-refused.ts';
import { outlineSuite } from './suite-outline.ts';
import { unzipWithin } from './unzip-within.ts';

const configurationFile = 'testing.json';

/** Maximum number of entries. Parley's own files have two or three; a folder of BotScript has one for each conversation. */
const entriesMax = 1000;

/** Matches suites, BotScript, and the file that tells Botium how to reach a bot. */
const isText = /\.(ya?ml|txt)$|(^|\/)botium\.json$/i;

/** Maximum number of bytes of all unpacked files together: four times the longest text. */
const bytesMax = 4 * 1_048_576;

/** Note added to a file whose credentials are masked. */
export const maskedNote =
  'The credentials of the channel (headers, auth, secret and what they are filled in with) are masked as ***, since whoever downloaded this file may not edit the test suite. Fill them in before you import or run it.';

export interface ExportedSuite {
  name: string;
  source: string;
  isMasked?: true;
}

export function writeSuiteZip({ name, source, isMasked }: ExportedSuite): Uint8Array {
  const { configuration } = outlineSuite(parseSuite(source).suite);
  // Files that begin with a dot are hidden, and the import ignores them.
  const fileName = fileNameOf(name).replace(/^\./, '_');
  return zipSync({
    [configurationFile]: strToU8(`${JSON.stringify(configuration, null, 2)}\n`),
    [`${fileName}.e2e.yml`]: strToU8(source),
    ...(isMasked && { 'credentials-masked.md': strToU8(`${maskedNote}\n`) }),
  });
}

/** Unpacks the text files in a ZIP file, by path. */
export function unzipTexts(content: Uint8Array): Map<string, string> {
  const isWanted = (path: string) => {
    const isHidden = /(^|\/)(\.|__MACOSX\/)/.test(path);
    return !isHidden && (isText.test(path) || path === configurationFile);
  };
  const files = unzipWithin(content, { entriesMax, bytesMax, isWanted });
  return new Map([...files].map(([path, bytes]) => [path, readText(bytes)]));
}

export interface ZippedSuite {
  text: string;
  /** Settings in a separate file; absent if they only repeat those of the suite, as in Parley's own ZIP files. */
  settings?: string;
}

export function readSuiteZip(files: ReadonlyMap<string, string>): ZippedSuite {
  const texts = [...files].filter(([path]) => /\.ya?ml$/i.test(path));
  const [first, ...more] = texts;
  if (!first) throw new FileRefused('The zip contains no test suite (.e2e.yml file).');
  if (more.length > 0) {
    throw new FileRefused('The zip contains more than one test suite. Import them one at a time.');
  }
  const [, text] = first;
  const settings = files.get(configurationFile);
  if (settings === undefined) return { text };
  const { configuration } = outlineSuite(parseSuite(text).suite);
  return isDeepStrictEqual(readJson(settings), configuration) ? { text } : { text, settings };
}

export function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused('The file is not UTF-8 text.');
  }
}

function readJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // The error below covers this.
  }
  throw new FileRefused(`${configurationFile} in the zip is not a JSON object.`);
}
