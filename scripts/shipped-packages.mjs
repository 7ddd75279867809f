// Determines which npm packages a running Parley consists of, according to the lockfile: the dependencies of server, dashboard
// and command line, including indirect ones. Those of tests, benches and examples are left out.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

const { dirname, join } = posix;

const products = ['apps/server', 'apps/web', 'packages/cli'];

/** Build dependencies of the guide whose code ends up in its pages. */
const { codeInPages } = JSON.parse(readFileSync('apps/guide/package.json', 'utf8'));

/**
 * @typedef {{ path: string, name: string, version: string, license?: string, hasInstallScript?: true }} ShippedPackage
 * @returns {ShippedPackage[]} sorted by name and version
 */
export function shippedPackages() {
  /** @type {{ packages: Record<string, any> }} */
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

  /** Finds a package as Node does: next to the one that requires it, then in each parent folder. */
  const find = (/** @type {string} */ from, /** @type {string} */ name) => {
    for (let folder = from; ; folder = dirname(folder)) {
      const path = join(folder, 'node_modules', name);
      const entry = packages[path];
      if (entry) return entry.link ? entry.resolved : path;
      if (folder === '.') return;
    }
  };

  const seen = new Set(products);
  // A set can grow while it is iterated.
  for (const path of seen) {
    const entry = packages[path];
    const names = { ...entry.dependencies, ...entry.optionalDependencies };
    for (const name of Object.keys(names)) {
      const found = find(path, name);
      if (found) seen.add(found);
    }
  }
  // `codeInPages` is complete: dependencies that only build the pages are not shipped.
  for (const name of codeInPages) seen.add(find('apps/guide', name) ?? name);
  return [...seen]
    .filter((path) => path.includes('node_modules/'))
    .map((path) => ({ ...packages[path], path, name: path.replace(/.*node_modules\//, '') }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'));
}
