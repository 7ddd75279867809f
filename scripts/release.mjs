// `npm run release -- <version>`: checks that a release can be made, and says what it would do. With --yes, it writes the
// version, dates the changelog, commits, tags, and puts the archives with their checksums into dist/. It never publishes
// anything; the last lines of its output say how to.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { packCli } from './pack-cli.mjs';

/** @param {string} message @returns {never} */
function refuse(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} program @param {string[]} args @returns {string} */
function run(program, ...args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) refuse(`${program} ${args.join(' ')} failed:\n${stderr}`);
  return stdout.trim();
}

/** @param {string} text the changelog @param {string} version @returns {string | undefined} */
function notesOf(text, version) {
  const heading = `## ${version} (unreleased)\n`;
  const start = text.indexOf(heading);
  if (start === -1) return;
  const [notes = ''] = text.slice(start + heading.length).split(/^## /m);
  return notes.trim() || undefined;
}

const manifests = () => [
  'package.json',
  ...globSync(
    JSON.parse(readFileSync('package.json', 'utf8')).workspaces.map(
      (/** @type {string} */ pattern) => `${pattern}/package.json`,
    ),
  ),
];

/**
 * Writes Parley's version to all manifests; third-party packages keep theirs.
 * @param {string} version
 */
function writeVersion(version) {
  for (const path of [...manifests(), 'package-lock.json']) {
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    for (const entry of [manifest, ...Object.values(manifest.packages ?? {})]) {
      if (isOurs(entry)) entry.version = version;
      for (const kind of ['dependencies', 'devDependencies']) {
        for (const name of Object.keys(entry[kind] ?? {})) {
          if (name.startsWith('@parley/')) entry[kind][name] = version;
        }
      }
    }
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  const page = readFileSync('docs/cli.md', 'utf8');
  const archive = `parley-cli-${version}.tgz`;
  writeFileSync('docs/cli.md', page.replaceAll(/parley-cli-\d[\w.-]*\.tgz/g, archive));
}

/** @param {{ name?: string, version?: string }} entry */
const isOurs = ({ name, version }) =>
  version !== undefined && (name === 'parley' || name?.startsWith('@parley/') === true);

/** @param {string} version @returns {Promise<string[]>} the paths of the archives */
async function writeArchives(version) {
  rmSync('dist', { recursive: true, force: true });
  mkdirSync('dist');
  const source = `dist/parley-${version}.tar.gz`;
  run('git', 'archive', '--prefix', `parley-${version}/`, '--output', source, 'HEAD');
  const archives = [source, await packCli('dist')];
  const sums = archives.map((path) => {
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${sum}  ${basename(path)}\n`;
  });
  writeFileSync('dist/SHA256SUMS', sums.join(''));
  return [...archives.map((path) => `dist/${basename(path)}`), 'dist/SHA256SUMS'];
}

const { values, positionals } = parseArgs({
  options: { yes: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const [version] = positionals;
if (!version || !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) {
  refuse('Name the version: npm run release -- 1.2.3');
}
if (run('git', 'status', '--porcelain')) refuse('There are changes that are not committed.');
if (run('git', 'tag', '--list', `v${version}`)) refuse(`There is a tag v${version} already.`);
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const notes = notesOf(changelog, version);
if (!notes) refuse(`CHANGELOG.md has no section "## ${version} (unreleased)" with lines in it.`);

if (!values.yes) {
  console.log(`Parley ${version} would be released from ${run('git', 'log', '-1', '--oneline')}:

${notes}

Written: the version into ${manifests().length} manifests, the lockfile and docs/cli.md, today's date into CHANGELOG.md.
Made: a commit, the tag v${version}, dist/parley-${version}.tar.gz, dist/parley-cli-${version}.tgz, dist/SHA256SUMS.
npm test has to pass before. Nothing was changed; npm run release -- ${version} --yes does it.`);
  process.exit(0);
}

writeVersion(version);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(
  'CHANGELOG.md',
  changelog.replace(`## ${version} (unreleased)`, `## ${version} (${today})`),
);
run('git', 'commit', '--all', '--message', `Release ${version}`);
run('git', 'tag', '--annotate', `v${version}`, '--message', `Parley ${version}\n\n${notes}`);
for (const path of await writeArchives(version)) console.log(path);
console.log(`
Parley ${version} is committed and tagged here. To make it public:
  git push --follow-tags
  npm publish ./dist/parley-cli-${version}.tgz --access public
  docker build -f deploy/Dockerfile -t parley:${version} .`);
