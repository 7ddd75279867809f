import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const scripts = fs
  .globSync(['scripts/*.mjs', 'bench/*.mjs'], { cwd: root })
  .filter((path) => /^requireNode24\(\);$/m.test(fs.readFileSync(`${root}${path}`, 'utf8')));

const asModule = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;

/** Node 20 has no `globSync`, which ends the load of whatever of ours imports it. */
const known = Object.keys(fs).filter((name) => !['globSync', 'default'].includes(name));
const olderFs = asModule(`import * as fs from 'node:fs?whole'; export const { ${known} } = fs;`);
const olderNode = asModule(`
  import { registerHooks } from 'node:module';
  Object.defineProperty(process.versions, 'node', { value: '20.19.0' });
  Object.defineProperty(process, 'version', { value: 'v20.19.0' });
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === 'node:fs?whole') return next('node:fs', context);
      const isAsked = specifier === 'node:fs' && /^file:(?!.*node_modules)/.test(context.parentURL);
      return isAsked ? { url: ${JSON.stringify(olderFs)}, shortCircuit: true } : next(specifier, context);
    },
  });
`);

describe('on Node 20', () => {
  it.each(scripts)('%s says which Node it needs, and nothing else', (script) => {
    const { status, stderr } = spawnSync(process.execPath, ['--import', olderNode, script], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^Parley needs Node 24 or newer and found v20\.19\.0\.\nInstall .*\n$/);
    expect(status).toBe(1);
  });
});
