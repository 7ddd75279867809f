import { shippedPackages } from './shipped-packages.mjs';

/** Licenses of packages that state them only in a separate file, which a person has read. */
const readByHand = new Map([['xmlhttprequest-ssl', 'MIT']]);

/** @param {import('./shipped-packages.mjs').ShippedPackage} entry */
export const licenceOf = ({ name, license }) => license ?? readByHand.get(name);

/** Generates docs/licences.md from the lockfile. */
export function licencesDocs() {
  /** @type {Map<string, string[]>} */
  const byLicence = new Map();
  for (const entry of shippedPackages()) {
    const licence = licenceOf(entry) ?? 'unknown';
    byLicence.set(licence, [...(byLicence.get(licence) ?? []), `${entry.name} ${entry.version}`]);
  }
  const sections = [...byLicence]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, names]) => `## ${licence} (${names.length})\n\n${names.join(', ')}\n`);
  return `# Licenses

Parley is licensed under [Apache-2.0](../LICENSE). It ships with these packages (server, dashboard, guide and
command line); their license texts are next to their code in \`node_modules\`. Packages that only
tests and examples use are not listed.

${sections.join('\n')}`;
}
