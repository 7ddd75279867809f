import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { counted } from '@parley/suite';
import { exportBotScript } from '@parley/suite/export-botscript';
import { exportRasa } from '@parley/suite/export-rasa';
import { readArguments } from './command-line.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { findSuites } from './find-suites.ts';
import { hasErrors, printProblems } from './lint.ts';
import { printJson } from './print-json.ts';
import { printLosses } from './print-losses.ts';
import { writeNew } from './write-new.ts';

export const help = `parley export <file>: writes a suite as Botium BotScript or Rasa end-to-end tests.

  --to <format>          botscript or rasa
  -o, --output <path>    botscript: a folder, one file for each test; rasa: a file (default: standard output)
  --force                overwrite files
  --json                 print the result for programs, with the text if no path is named

What the other format cannot express is listed, with the reason.
`;

export async function exportCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    to: { type: 'string' },
    output: { type: 'string', short: 'o' },
    force: { type: 'boolean' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (positionals.length !== 1) throw new UsageError('Name one suite to export.');
  const { to, output, force = false } = values;
  const files = await findSuites(positionals);
  const [file] = files;
  if (file === undefined || files.length > 1) throw new UsageError('Name one suite to export.');
  if (hasErrors(file)) {
    printProblems(files, process.stderr);
    return exitCodes.invalidSuite;
  }
  if (to === 'rasa') {
    const { text, losses } = exportRasa(file.suite);
    if (output !== undefined) await writeNew(output, text, force);
    else if (!values.json) process.stdout.write(text);
    if (values.json)
      printJson({ ...(output === undefined ? { text } : { files: [output] }), losses });
    else printLosses(losses);
  } else if (to === 'botscript') {
    if (output === undefined)
      throw new UsageError('BotScript is several files; name a folder with --output.');
    const { files: scripts, losses } = exportBotScript(file.suite);
    await mkdir(output, { recursive: true });
    for (const { name, text } of scripts) await writeNew(join(output, name), text, force);
    if (values.json) {
      printJson({ files: scripts.map(({ name }) => join(output, name)), losses });
      return exitCodes.passed;
    }
    process.stderr.write(`Wrote ${counted(scripts.length, 'file')} to ${output}.\n`);
    printLosses(losses);
  } else throw new UsageError('--to is botscript or rasa.');
  return exitCodes.passed;
}
