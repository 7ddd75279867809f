/** Writes suites in the formats of other tools. Each file lists what its format cannot express. */
import { type ImportLoss, parseSuite } from '@parley/suite';
import { exportBotScript } from '@parley/suite/export-botscript';
import { exportRasa } from '@parley/suite/export-rasa';
import { strToU8, zipSync } from 'fflate';

export function writeBotScriptZip(source: string): Uint8Array {
  const { files, losses } = exportBotScript(parseSuite(source).suite);
  const texts: [string, Uint8Array][] = files.map(({ name, text }) => [name, strToU8(text)]);
  const lines = losses.map(describeLoss);
  if (lines.length > 0) texts.push(['not-carried-over.md', strToU8(`${lines.join('\n')}\n`)]);
  return zipSync(Object.fromEntries(texts));
}

export function writeRasaTests(source: string): Uint8Array {
  const { text, losses } = exportRasa(parseSuite(source).suite);
  const notes = losses.map((loss) => `# Not carried over: ${describeLoss(loss)}\n`);
  return strToU8(notes.join('') + text);
}

function describeLoss({ file, what, reason }: ImportLoss): string {
  const line = `${file ? `${file}: ` : ''}${what}: ${reason}`;
  return line.replaceAll(/\s+/g, ' ');
}
