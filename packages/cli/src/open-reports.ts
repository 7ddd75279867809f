import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { type Reporter, type ReporterName, reporters } from '@parley/engine';
import { UsageError } from './exit-codes.ts';

/** Makes the reporters; those with a path write to a file, the others to standard output. */
export function openReports(reports: { name: ReporterName; path?: string }[]): {
  reporters: Reporter[];
  close(): Promise<void>;
} {
  const onScreen = reports.filter(({ path }) => path === undefined);
  const document = onScreen.find(({ name }) => reporters[name].writesDocument);
  if (document && onScreen.length > 1) {
    const { name } = document;
    throw new UsageError(
      `The screen holds ${name} or another report; write ${name}=path for a file.`,
    );
  }
  const files: ReturnType<typeof createWriteStream>[] = [];
  const opened = reports.map(({ name, path }) => {
    if (path === undefined) {
      const { stdout } = process;
      return reporters[name].create({
        write: (text) => stdout.write(text),
        hasColors: wantsColors(),
      });
    }
    const file = createWriteStream(path);
    file.on('error', (error) =>
      process.stderr.write(`${path} can't be written: ${error.message}\n`),
    );
    files.push(file);
    return reporters[name].create({ write: (text) => file.write(text), hasColors: false });
  });
  return {
    reporters: opened,
    async close() {
      for (const file of files) {
        file.end();
        if (!file.errored) await once(file, 'close');
      }
    },
  };
}

/** As agreed at no-color.org; `hasColors` of Node follows NO_COLOR and FORCE_COLOR. */
const wantsColors = (): boolean => process.stdout.isTTY === true && process.stdout.hasColors();
