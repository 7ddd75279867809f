import { settings } from '../apps/server/src/platform/config/settings.ts';

/** docs/configuration.md, from the table that the server parses its environment by. */
export function configurationDocs() {
  const rows = Object.entries(settings).map(
    ([name, setting]) => `| \`${name}\` | ${setting.about} | ${shownDefault(setting)} |`,
  );
  const secrets = Object.entries(settings).filter(([, setting]) => 'isSecret' in setting);
  return `# Configuration

Parley is configured by environment variables. Each has a default, so \`npm start\` needs none. A value that
makes no sense is refused at the start, with the name of its variable.

| Variable | What it does | Default |
| --- | --- | --- |
${rows.join('\n')}

Switches are \`on\` or \`off\`. Addresses are written without a slash at the end. An empty variable counts as
none. Values that are secret never appear in the log, and may lie in a file each: \`PARLEY_SECRET_FILE\` is
the path of a file that holds what \`PARLEY_SECRET\` would. The same holds for ${nameAll(secrets)}.
`;
}

/** @param {import('../apps/server/src/platform/config/settings.ts').Setting} setting */
function shownDefault({ schema, defaultShown }) {
  if (defaultShown !== undefined) return defaultShown;
  const value = schema.parse(undefined);
  if (typeof value === 'boolean') return value ? '`on`' : '`off`';
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : `\`${value.join(',')}\``;
  return `\`${value}\``;
}

/** @param {[string, unknown][]} entries */
function nameAll(entries) {
  const others = entries.map(([name]) => name).filter((name) => name !== 'PARLEY_SECRET');
  return others.map((name) => `\`${name}\``).join(', ');
}
