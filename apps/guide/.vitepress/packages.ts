import { readFileSync } from 'node:fs';
import type { Plugin } from 'vitepress';

/** Packages whose code is in the pages; docs/licences.md names them. */
const { codeInPages } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { codeInPages: string[] };

/** Fails if the pages contain code of a package that is not listed. */
export function onlyListedPackages(): Plugin {
  return {
    name: 'only-listed-packages',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.keys(file.modules) : [],
      );
      const names = new Set(modules.flatMap((id) => packageOf(id) ?? []));
      const unlisted = [...names].filter((name) => !codeInPages.includes(name));
      if (unlisted.length > 0)
        this.error(`Add ${unlisted.join(', ')} to "codeInPages" in apps/guide/package.json.`);
    },
  };
}

const packageOf = (id: string) =>
  /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1]?.replace('\\', '/');
