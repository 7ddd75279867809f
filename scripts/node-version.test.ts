import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const scripts = fs
  .globSync(['scripts/*.mjs', 'bench/*.mjs'], { cwd: root })
  .filter((path) => /^requireNode24\(\);$/m.test(fs.readFileSync(`${root}${path}`, 'utf8')));

const asModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Exports of an older `node:fs`: Node 20 lacks `globSync`, so modules of ours that import it fail to load. */
const known = Object.keys(fs).filter((name) => !['globSync', 'default'].includes(name));
const olderFs = asModule(`import * as fs from 'node:fs?whole'; export const { ${known} } = fs;`);
const olderNode = (version: string) =>
  asModule(`
  import { registerHooks } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '${version}' });
  Object.defineProperty(process, 'version', { value: 'v${version}' });
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:fs?whole') return next('node:fs', context);
      const isAsked = specifier === 'node:fs' && /^file:(?!.*node_modules)/.test(context.parentURL);
      return isAsked ? { url: ${JSON.stringify(olderFs)}, shortCircuit: true } : next(specifier, context);
    },
  });
`);

function runOn(version: string, ...program: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', olderNode(version), ...program],
    { cwd: root, encoding: 'utf8' },
  );
  return { status, said: stdout + stderr };
}

describe('on Node 20', () => {
  it.each(scripts)('%s says which Node it needs, and nothing else', (script) => {
    const { status, said } = runOn('20.19.0', script);
    expect(said).toMatch(/^Parley needs Node 24 or newer and found v20\.19\.0\.\nInstall .*\n$/);
    expect(status).toBe(1);
  });
});

const bringsNode = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

describe.runIf(bringsNode)('the installation, where Parley brings its own Node', () => {
  it.each(['20.19.0', '22.12.0', '23.0.0'])('begins on Node %s', (version) => {
    // Don't run the installation itself, which would start if the lockfile has changed.
    const asked =
      "import { requireNodeToInstall } from './scripts/node-version.mjs'; requireNodeToInstall();";
    const { status, said } = runOn(version, '--input-type=module', '--eval', asked);
    expect({ status, said }).toEqual({ status: 0, said: '' });
  });

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.11.0'])(
    'says on Node %s which it needs, before it installs anything',
    (version) => {
      const { status, said } = runOn(version, 'scripts/ensure-install.mjs');
      expect(said).toMatch(
        /^Parley needs Node 20\.19, 22\.12 or newer and found v.*\.\nInstall .*\n$/,
      );
      expect(status).toBe(1);
    },
  );

  it('needs the Node that package.json and the documents name', () => {
    const { engines } = JSON.parse(fs.readFileSync(`${root}package.json`, 'utf8'));
    expect(engines).toEqual({ node: '^20.19.0 || >=22.12.0' });
    for (const document of ['README.md', 'docs/first-run.md', 'docs/installing.md'])
      expect(fs.readFileSync(`${root}${document}`, 'utf8')).toContain('Node 20.19, 22.12 or newer');
  });
});
