/**
 * Tests of other tools to a suite, whichever tool they are of: BotScript by the endings of its files,
 * Rasa's end-to-end tests by what the file holds.
 */
import { isMap } from 'yaml';
import { importBotScript } from './botscript/import-botscript.ts';
import type { Imported } from './import-report.ts';
import { importRasa } from './rasa/import-rasa.ts';
import { readYaml } from './read-yaml.ts';

export type ImportFormat = 'botscript' | 'rasa';

export interface ImportedTests extends Imported {
  format: ImportFormat;
}

/** The files of Botium's BotScript that the import understands. */
export const isBotScriptFile = (name: string): boolean =>
  /\.(p?convo|utterances|scriptingmemory)\.txt$/i.test(name);

/** Undefined if the files are of no tool that is known. */
export function importTests(files: { name: string; text: string }[]): ImportedTests | undefined {
  const isBotScript = files.some(({ name }) => isBotScriptFile(name));
  if (isBotScript) return { format: 'botscript', ...importBotScript(files) };
  const isRasa = files.some(({ name, text }) => /\.ya?ml$/i.test(name) && isRasaTest(text));
  return isRasa ? { format: 'rasa', ...importRasa(files) } : undefined;
}

function isRasaTest(text: string): boolean {
  // Most files are no such tests, and need not be read to see it.
  if (!/^test_cases\s*:/m.test(text)) return false;
  const contents = readYaml(text).documents[0]?.contents;
  return isMap(contents) && contents.has('test_cases');
}
