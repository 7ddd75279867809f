// Checks the lockfile against decisions about dependencies: licenses, versions with known vulnerabilities, refused packages,
// and packages with install scripts.
import { readFileSync } from 'node:fs';
import { licenceOf } from './licences-docs.mjs';
import { shippedPackages } from './shipped-packages.mjs';

/** Licenses under which a package may be part of Parley. */
const allowedLicences = new Set([
  'MIT',
  'MIT License',
  'MIT-0',
  'Apache-2.0',
  'Apache-2.0 AND BSL-1.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  '0BSD',
  'Unlicense',
  'PSF-2.0',
  'OFL-1.1',
  '(MIT OR CC0-1.0)',
  // For axe-core, which is shipped unmodified: docs/decisions/0041-accessibility-of-widgets.md.
  'MPL-2.0',
  // For the names of holidays; docs/licences.md credits their source.
  '(ISC AND CC-BY-3.0)',
]);

/** The first versions without vulnerabilities that would matter in Parley. */
const minimumVersions = {
  '@fastify/static': '8.0.0',
  'better-auth': '1.4.0',
  fastify: '5.8.3', // CVE-2026-3635
  'js-yaml': '4.1.1', // CVE-2025-64718
  jose: '5.0.0',
  nodemailer: '7.0.7',
  samlify: '2.10.0', // CVE-2025-47949
  undici: '7.24.0', // CVE-2026-22036, CVE-2026-2229
  vitest: '3.0.5', // CVE-2025-24964
  ws: '8.17.1', // CVE-2024-37890
  'xml-crypto': '6.0.1', // CVE-2025-29774, CVE-2025-29775
};

/**
 * Older versions that are allowed below the identity provider for sign-in tests: it only signs its own messages and trusts no
 * others.
 */
const olderInTests = new Set([
  'node_modules/saml/node_modules/xml-crypto',
  'node_modules/samlp/node_modules/xml-crypto',
]);

/** Refused packages, with the reason or the replacement. */
const refused = {
  ip: 'platform and engine judge addresses in egress.ts (CVE-2024-29415)',
  'jsonpath-plus': 'paths are read without eval (CVE-2025-1302)',
  vm2: 'users bring no code',
  xlsx: 'read-excel-file and write-excel-file (CVE-2023-30533)',
};

/**
 * Packages with an install script. It never runs, because dependencies are installed with --ignore-scripts. Each of these
 * packages was checked to work without it.
 */
const withInstallScript = new Set(['@firebase/util', 'esbuild', 'protobufjs']);

/** @param {string} a @param {string} b */
const isOlder = (a, b) => a.localeCompare(b, 'en', { numeric: true }) < 0;

/** @type {{ packages: Record<string, { version: string, resolved?: string, link?: true, hasInstallScript?: true }> }} */
const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const problems = [];
/** @type {string | undefined} */
let registry;

for (const entry of shippedPackages()) {
  const { name, version } = entry;
  const licence = licenceOf(entry);
  if (!licence || !allowedLicences.has(licence)) {
    problems.push(`${name} ${version} is licensed as ${licence ?? 'nobody says'}.`);
  }
}

for (const [path, entry] of Object.entries(lockfile.packages)) {
  const name = path.replace(/.*node_modules\//, '');
  // Packages that only tests use count too, because they run on developers' machines.
  const minimum = Object.hasOwn(minimumVersions, name)
    ? minimumVersions[/** @type {keyof typeof minimumVersions} */ (name)]
    : undefined;
  if (minimum && isOlder(entry.version, minimum) && !olderInTests.has(path)) {
    problems.push(`${name} ${entry.version} has a known hole; ${minimum} is the least.`);
  }
  if (Object.hasOwn(refused, name)) {
    problems.push(
      `${name} is not to be used: ${refused[/** @type {keyof typeof refused} */ (name)]}.`,
    );
  }
  if (entry.hasInstallScript && !withInstallScript.has(name)) {
    problems.push(`${name} ${entry.version} brings a program for install time that nobody read.`);
  }
  // Each machine configures its own registry, but all packages must come from the same one.
  if (!entry.link && entry.resolved) {
    const { protocol, origin } = new URL(entry.resolved);
    registry ??= origin;
    if (protocol !== 'https:' || origin !== registry) {
      problems.push(`${name} comes from ${entry.resolved} instead of the registry.`);
    }
  }
}

for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
