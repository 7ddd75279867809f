import { execFile, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sidebar } from '../apps/guide/.vitepress/sidebar.ts';

const execute = promisify(execFile);

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const pages = globSync(['*.md', 'docs/**/*.md']).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const configuration = readFileSync('docs/configuration.md', 'utf8');

/** Returns the anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');

function anchorsOf(path: string): Set<string> {
  const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm);
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)));
}

/** Finds false statements in the pages, as `page: statement`. */
function wrong(pattern: RegExp, isWrong: (match: RegExpMatchArray, page: string) => boolean) {
  return pages.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .filter((match) => isWrong(match, path))
      .map(([found]) => `${path}: ${found}`),
  );
}

/** Returns a second of sound as a WAV file: mono, 16 bits, 8,000 samples per second. */
function sweep(): Buffer {
  const rate = 8_000;
  const data = Buffer.alloc(rate * 2);
  for (let at = 0; at < rate; at += 1)
    data.writeInt16LE(Math.round(8_000 * Math.sin((at * (at + 4_000)) / 9_000)), at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  for (const [place, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, place);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** Pages of the guide, except the first. */
const others = globSync('docs/*.md')
  .map((path) => basename(path, '.md'))
  .filter((page) => page !== 'index');

describe('the documents', () => {
  it('link to files and headings that there are', () => {
    const broken = wrong(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g, (match, page) => {
      const [, file = '', anchor] = match;
      const target = file === '' ? page : normalize(join(dirname(page), file));
      if (!existsSync(target)) return true;
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('show every picture that there is, each with words for who does not see it', () => {
    const shown = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, words = '', file = '']) => ({
        file: normalize(join(dirname(path), file)),
        words,
      })),
    );
    expect(shown.filter(({ words }) => words.length < 10)).toEqual([]);
    const files = new Set(shown.map(({ file }) => file));
    expect([...files].sort()).toEqual(globSync('docs/images/*').sort());
  });

  it('have pictures that the script takes, and no others', () => {
    const script = readFileSync('e2e/screens/guide.ts', 'utf8');
    const taken = [...script.matchAll(/\bname: '([\w-]+)',\s+path:/g)].map(
      ([, name]) => `docs/images/${name}.png`,
    );
    expect(globSync('docs/images/*').sort()).toEqual(taken.sort());
  });

  it('have pictures that are quick to load', () => {
    const sizes = globSync('docs/images/*').map((path) => ({ path, bytes: statSync(path).size }));
    expect(sizes.filter(({ bytes }) => bytes > 150_000)).toEqual([]);
    expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(2_000_000);
  });

  it('lead from the README to the guide, and from there to each page', () => {
    expect(readFileSync('README.md', 'utf8')).toContain('](docs/index.md)');
    const first = readFileSync('docs/index.md', 'utf8');
    const unnamed = others.filter((page) => !first.includes(`](${page}.md)`));
    expect(unnamed).toEqual([]);
  });

  it('are once in the sidebar of the guide', () => {
    const links = sidebar.flatMap(({ items = [] }) => items.map(({ link }) => link));
    expect(links.sort()).toEqual(others.map((page) => `/${page}`).sort());
  });

  it('show suites without errors', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-shown-'));
    const blocks = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/^```yaml.*\n([\s\S]*?)^```/gm)].map(([, suite = '']) => ({ path, suite })),
    );
    const shown = blocks.filter(({ suite }) => suite.includes('- test: '));
    for (const [index, { path, suite }] of shown.entries()) {
      writeFileSync(join(folder, `${basename(path)}-${index}.test.yml`), suite);
      for (const [, recording = ''] of suite.matchAll(/(?:sounds like|noise): ([\w-]+\.wav)/g))
        writeFileSync(join(folder, recording), sweep());
    }
    const lint = ['packages/cli/src/main.ts', 'lint', folder];
    const { stdout, status } = spawnSync(process.execPath, lint, { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(status, stdout).toBe(0);
    expect(shown.length).toBeGreaterThan(3);
  });

  it('explain messages that Parley has', () => {
    const sources = globSync(['packages/*/src/**/*.ts', 'apps/server/src/**/*.ts']);
    const said = sources
      .map((path) => readFileSync(path, 'utf8').replaceAll("\\'", "'"))
      .join('\n');
    const rows = readFileSync('docs/troubleshooting.md', 'utf8').matchAll(/^\| `([^`]+)` \|/gm);
    const messages = [...rows].map(([, message = '']) => message);
    const isSaid = (message: string) =>
      message.split('…').every((part) => part.trim().length < 3 || said.includes(part.trim()));
    expect(messages.length).toBeGreaterThan(30);
    expect(messages.filter((message) => !isSaid(message))).toEqual([]);
  });

  it('name scripts of npm that there are', () => {
    expect(wrong(/npm run ([\w:-]+)/g, ([, name = '']) => !Object.hasOwn(scripts, name))).toEqual(
      [],
    );
  });

  it('name benches and drills that there are', () => {
    const missing = wrong(/npm run (bench|drill) -- ([a-z][\w-]*)/g, ([, kind, name]) => {
      const file = kind === 'drill' ? `drill-${name}.ts` : `${name}.ts`;
      return !existsSync(join('bench', file));
    });
    expect(missing).toEqual([]);
  });

  it('name variables that there are', () => {
    const unknown = wrong(/\bPARLEY_[A-Z_]+[A-Z]\b/g, ([name]) => {
      // A secret can also be given as the name of a file that contains it.
      const setting = name.replace(/_FILE$/, '');
      return !configuration.includes(`| \`${setting}\` |`) && !readByOthers.has(name);
    });
    expect(unknown).toEqual([]);
  });

  it('name files of the repository that there are', () => {
    const missing = wrong(
      /`((?:apps|packages|examples|deploy|scripts|bench|e2e)\/[\w./-]+\.(?:ts|mjs|tsx|json|yaml|service))`/g,
      ([, path = '']) => !existsSync(path),
    );
    expect(missing).toEqual([]);
  });
});

describe('the command lines in the documents', () => {
  const lines = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/^\s*(?:- run: )?(?:npx |exec node_modules\/\.bin\/)?parley (.+)$/gm)].map(
      ([, line = '']) => ({
        path,
        name: line.split(' ')[0] ?? '',
        options: line.match(/(?<=\s)--?[a-z][\w-]*/g) ?? [],
      }),
    ),
  );
  const commands = [...new Set(lines.map(({ name }) => name))];

  it.each(commands)('`parley %s` is called with options that it has', async (name) => {
    const { stdout } = await execute(process.execPath, [
      'packages/cli/src/main.ts',
      name,
      '--help',
    ]);
    const known = new Set(stdout.match(/(?<=[\s,])--?[a-z][\w-]*/g));
    const unknown = lines
      .filter((line) => line.name === name)
      .flatMap(({ path, options }) =>
        options.filter((option) => !known.has(option)).map((option) => `${path}: ${option}`),
      );
    expect(unknown).toEqual([]);
  });
});

/** Variables of the command line and the tests, which the server does not read. */
const readByOthers = new Set(['PARLEY_URL', 'PARLEY_API_KEY', 'PARLEY_TEST_DATABASE_URL']);
