import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { patternOf, phrasesOf, wordProblems } from './check-words.mjs';
import { isProse, textsOf } from './interface-texts.mjs';

const phrases = ['judge again', 'can not'];

const problemsOf = (file: string, text: string) => wordProblems([{ file, text }], phrases);

describe('the check of words', () => {
  it.each([
    ['a document', 'docs/a.md', 'One.\nIt can not fail.', 2],
    ['an element', 'apps/web/src/a.tsx', 'export const a = <p>Please\n  judge again</p>;', 1],
    ['an attribute', 'apps/web/src/a.tsx', 'const a = <B aria-label="Judge again" />;', 1],
    ['a toast', 'apps/web/src/a.ts', "toast({ title: 'It can not be saved' });", 1],
    ['a template', 'packages/cli/src/a.ts', `say(\`The run \${id} can not end.\`);`, 1],
    ['a docblock', 'packages/suite/src/a.ts', '\n/** Says what can not be. */\nlet a;', 2],
  ])('finds a phrase that is out in %s', (_, file, text, line) => {
    const [problem] = problemsOf(file, text);
    expect(problem).toMatch(new RegExp(`^${file}:${line}: "(judge again|can not)" is out`, 'i'));
  });

  it.each([
    ['the specification', 'docs/specification/decisions.md', 'It can not fail.'],
    ['tests of the specification', 'apps/web/src/specification/a.ts', "say('It can not fail');"],
    ['code', 'apps/web/src/a.ts', "import { can } from './judge again.ts';"],
    ['other words', 'docs/a.md', 'It cannot fail. Judges against it.'],
  ])('leaves %s alone', (_, file, text) => {
    expect(problemsOf(file, text)).toEqual([]);
  });

  it('reads the phrases from the column "Not" of the glossary', () => {
    const glossary = '| reply | A `word` | prompt, `what is said` |\n- "Cannot", so not `can not`.';
    expect(phrasesOf(glossary)).toEqual(['what is said', 'can not']);
  });

  it('finds a phrase across the end of a line', () => {
    expect('judge\n  again'.match(patternOf(phrases))).not.toBeNull();
  });
});

describe('the script', () => {
  const folders: string[] = [];

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  function said(files: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-words-'));
    folders.push(folder);
    cpSync('scripts', join(folder, 'scripts'), { recursive: true });
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    const all = {
      '.gitignore': 'node_modules\nscripts\n',
      'imports.json': JSON.stringify({ workspaces: {} }),
      'docs/glossary.md': '| cannot | | `can not` |',
      ...files,
    };
    for (const [file, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    try {
      execFileSync(process.execPath, ['scripts/check-words.mjs'], { cwd: folder, stdio: 'pipe' });
      return '';
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr);
    }
  }

  it('fails for a planted phrase', () => {
    expect(said({ 'README.md': 'It can not be.' })).toContain('README.md:1: "can not" is out');
  });

  it('fails for planted docblocks with a loose opening', () => {
    const blocks = '/** Whether it holds. */\nlet a;\n'.repeat(1000);
    expect(said({ 'packages/suite/src/a.ts': blocks })).toContain('opens with a loose word');
  });

  it('is silent where all is well', () => {
    expect(said({ 'README.md': 'It cannot be.' })).toBe('');
  });
});

describe('the interface texts', () => {
  it('are sentences with placeholders for values, in the order of the source', () => {
    const source = `
      const size = cn('flex gap-2');
      export const A = ({ run }) => (
        <Card title="All runs" className="Wide one">
          Ended by {run.name}{' '}
          <strong>today</strong>.
          {run.isOver ? 'No reply yet' : <B label={\`Delete \${run.name}?\`} />}
        </Card>
      );
      toast({ variant: 'success', title: 'Run deleted' });
    `;
    expect(textsOf('a.tsx', source).map(({ text }) => text)).toEqual([
      'All runs',
      'Ended by {name} today. {…}',
      'No reply yet',
      'Delete {name}?',
      'Run deleted',
    ]);
  });

  it.each(['Save', 'Loading…', 'no reply yet', '1 day'])('"%s" is one', (text) => {
    expect(isProse(text)).toBe(true);
  });

  it.each(['flex gap-2', 'audio/wav', 'GET', 'isOpen', 'grid grid-cols-2', ''])(
    '"%s" is none',
    (text) => {
      expect(isProse(text)).toBe(false);
    },
  );
});
