import { createWriteStream, existsSync, openSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Reporter, type ReporterName, reporters } from '@parley/engine';
import { UsageError } from './exit-codes.ts';

/**
 * Creates the reporters. Those with a path write to a file, the others to standard output.
 *
 * @throws UsageError if a file cannot be opened, or if standard output would get a document and another report
 */
export function openReports(reports: { name: ReporterName; path?: string }[]): {
  reporters: Reporter[];
  /** Completes the files. @returns false if one could not be written completely */
  close(): Promise<boolean>;
} {
  const onScreen = reports.filter(({ path }) => path === undefined);
  const document = onScreen.find(({ name }) => reporters[name].writesDocument);
  if (document && onScreen.length > 1) {
    const { name } = document;
    throw new UsageError(`Only one report can go to the screen; write ${name}=path for a file.`);
  }
  const files: ReturnType<typeof createWriteStream>[] = [];
  const opened = reports.map(({ name, path }) => {
    if (path === undefined) {
      const { stdout } = process;
      return reporters[name].create({
        write: (text) => stdout.write(text),
        hasColors: wantsColors(),
        pathFor: pathInRepository,
      });
    }
    const file = createWriteStream(path, { fd: openFile(path) });
    file.on('error', (error) => process.stderr.write(`${whyUnwritten(path, error)}\n`));
    files.push(file);
    return reporters[name].create({
      write: (text) => file.write(text),
      hasColors: false,
      pathFor: pathInRepository,
    });
  });
  return {
    reporters: opened,
    async close() {
      for (const file of files) file.end();
      const ends = await Promise.allSettled(files.map((file) => finished(file)));
      return ends.every(({ status }) => status === 'fulfilled');
    },
  };
}

/**
 * Converts a path for GitHub's annotations, which need paths relative to the repository.
 *
 * @returns undefined if there is no such file, for example for a suite of a server, or it is not in the repository
 */
function pathInRepository(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const repository = process.env.GITHUB_WORKSPACE;
  if (!repository) return path;
  const inside = relative(repository, resolve(path));
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside.split(sep).join('/');
}

/** Opens a report file. Done before any conversation starts, so that none is wasted on a report that cannot be written. */
function openFile(path: string): number {
  try {
    return openSync(path, 'w');
  } catch (error) {
    throw new UsageError(whyUnwritten(path, error as Error));
  }
}

const whyUnwritten = (path: string, { message }: Error): string =>
  `The report ${path} can't be written: ${message}.`;

/** Follows no-color.org: Node's `hasColors` respects NO_COLOR and FORCE_COLOR. */
const wantsColors = (): boolean => process.stdout.isTTY === true && process.stdout.hasColors();
