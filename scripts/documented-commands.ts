/** Commands that README.md and the pages of docs/ tell their readers to type. */
import { globSync, readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

export interface DocumentedCommand {
  page: string;
  /** The command, joined into one line. */
  text: string;
}

const fence = /^( *)```(\S*)[^\n]*\n([\s\S]*?)^ *```$/gm;

/** Languages of code blocks that are read or saved rather than typed. */
const dataLanguages = ['ini', 'js', 'json', 'text', 'ts'];

const programs =
  'npm|npx|node|node_modules/\\.bin/\\S+|parley|docker|systemctl|journalctl|apt-get|curl|git|psql|select|update';

/** Matches a command within a sentence: settings alone, or a program with at least one argument. */
const typed = new RegExp(`^(?:[A-Z][A-Z0-9_]*=\\S+ ?)+$|^(?:[A-Z]\\w*=\\S+ )*(?:${programs}) \\S`);

/** Lists the commands of all pages, each once per page. */
export function documentedCommands(): DocumentedCommand[] {
  return globSync(['README.md', 'docs/*.md']).flatMap((page) => {
    const text = readFileSync(page, 'utf8');
    const blocks = [...text.matchAll(fence)].flatMap(([, , language = '', body = '']) =>
      inBlock(language, body),
    );
    const prose = text.replaceAll(fence, '');
    const indented = [...prose.matchAll(/^ {4,}(\S.*)$/gm)].flatMap(([, line = '']) =>
      inShell(line),
    );
    const spans = [...prose.matchAll(/`([^`]+)`/g)].map(([, span = '']) => onOneLine(span));
    const found = [...blocks, ...[...indented, ...spans].filter((line) => typed.test(line))];
    return [...new Set(found)].map((command) => ({ page, text: command }));
  });
}

function inBlock(language: string, body: string): string[] {
  if (language === 'yaml') return parseAllDocuments(body).flatMap((one) => stepsIn(one.toJS()));
  // The steps of a Jenkinsfile.
  if (language === 'groovy')
    return [...body.matchAll(/\bsh '([^']+)'/g)].map(([, step = '']) => step);
  if (language === 'sql') return [onOneLine(body)];
  return dataLanguages.includes(language) ? [] : inShell(body);
}

/** Collects the `run` values of GitHub Actions and the `script` values of GitLab CI, at any depth. */
function stepsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, held]) =>
    key === 'run' || key === 'script' ? [held].flat().map(String) : stepsIn(held),
  );
}

/** Splits a shell script into commands, which continue after a backslash, a pipe or an open quote. */
function inShell(body: string): string[] {
  const commands: string[] = [];
  let begun = '';
  for (const line of body.replaceAll(/(?:^|\s)#\s.*$/gm, '').split('\n')) {
    begun += `${line.replace(/\\$/, '')}\n`;
    const isOpen = /[\\|]$/.test(line) || (begun.match(/'/g)?.length ?? 0) % 2 === 1;
    if (isOpen) continue;
    commands.push(onOneLine(begun));
    begun = '';
  }
  return commands.filter((command) => command !== '');
}

const onOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
