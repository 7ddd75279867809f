import { settings } from '../apps/server/src/platform/config/settings.ts';

/** Generates docs/configuration.md from the table that the server uses to parse its environment. */
export function configurationDocs() {
  const rows = Object.entries(settings).map(
    ([name, setting]) => `| \`${name}\` | ${setting.about} | ${shownDefault(setting)} |`,
  );
  const secrets = Object.entries(settings).filter(([, setting]) => 'isSecret' in setting);
  return `# Configuration

For operators who set up an installation. Parley is configured by environment variables. All have a default, so
\`npm start\` needs none. Parley refuses to start with an invalid value, and names the variable.

| Variable | What it does | Default |
| --- | --- | --- |
${rows.join('\n')}

Switches are \`on\` or \`off\`. Write addresses without a trailing slash. An empty variable counts as
unset. Secret values never appear in the log. You can put each into a file: \`PARLEY_SECRET_FILE\` is
the path of a file with the value of \`PARLEY_SECRET\`. The same works for ${nameAll(secrets)}.

## Certificate authorities of your own

If a service has a certificate of your company's own certificate authority, name a file with the authority's certificate in PEM
format. Set the variable for the server and for each worker:

\`\`\`
NODE_EXTRA_CA_CERTS=/etc/parley/company-ca.pem
\`\`\`

The certificate is added to the public authorities for all outgoing connections: the mail server, the judge, the identity
provider of IBM and metadata addresses of single sign-on, PostgreSQL, storage, bots, webhooks and phone lines. Node.js reads the
variable only at the start, so it must be in the environment of the process, such as the systemd unit or the compose file. Do
not turn off the check of certificates with \`NODE_TLS_REJECT_UNAUTHORIZED\`.
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
