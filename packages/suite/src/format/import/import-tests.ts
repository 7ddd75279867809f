/** Imports tests of other tools. Detects the tool: BotScript by file extension, Rasa's end-to-end tests by file contents. */
import { importBotScript } from './botscript/import-botscript.ts';
import { importRasaTests } from './import-rasa.ts';
import type { Imported } from './import-report.ts';

export type ImportFormat = 'botscript' | 'rasa';

export interface ImportedTests extends Imported {
  format: ImportFormat;
}

/** @returns true for the name of a BotScript file that can be imported */
export const isBotScriptFile = (name: string): boolean =>
  /\.(p?convo|utterances|scriptingmemory)\.txt$/i.test(name);

/** @returns undefined if the files belong to no supported tool */
export function importTests(files: { name: string; text: string }[]): ImportedTests | undefined {
  const isBotScript = files.some(({ name }) => isBotScriptFile(name));
  if (isBotScript) return { format: 'botscript', ...importBotScript(files) };
  const yaml = files.filter(({ name }) => /\.ya?ml$/i.test(name));
  const rasa = importRasaTests(yaml);
  return rasa && { format: 'rasa', ...rasa };
}
