/** `parley deploy`: makes a server have what a configuration file says. */
import { counted } from '@parley/suite';
import { cancelledByInterrupt } from './cancelled-by-interrupt.ts';
import { readArguments } from './command-line.ts';
import type { Change, Created } from './deploy/change.ts';
import { type Plan, planDeploy } from './deploy/plan.ts';
import { type SecretsFile, secretsFile } from './deploy/secrets-file.ts';
import { findConfig, readConfig } from './deploy/wanted.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { printJson } from './print-json.ts';
import { type CallServer, createServerCaller } from './server-client.ts';

export const help = `parley deploy: makes a server have what parley.config.yml or parley.config.ts says.

  --preview               show the difference, and change nothing
  --delete                delete what the file lacks: suites and environments of its projects, their monitors,
                          variables and secrets, and exclusion calendars, virtual devices, alert channels and
                          webhooks if the file lists some; never projects
  --set-secrets           send secrets and destinations again that the server has, for example after a rotation
  --webhook-secrets <file>
                          append the signing secrets of new webhooks to this file, which only you can read
  --config <file>         the configuration (default: the one in this folder)
  --server <address>      the server (default: that of the file, then PARLEY_URL; key: PARLEY_API_KEY)
  --json                  print the changes for programs

Things are matched by name. Without --delete, nothing is deleted. An interrupted deploy is completed by the next one.

Exit codes: 0 the server has it, or the difference was shown, 2 wrong usage or not allowed, 3 a suite has errors,
4 the server was not reached or something changed in the meantime, 130 cancelled.
`;

export async function deployCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    preview: { type: 'boolean' },
    delete: { type: 'boolean' },
    'set-secrets': { type: 'boolean' },
    'webhook-secrets': { type: 'string' },
    config: { type: 'string' },
    server: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  if (positionals.length > 0)
    throw new UsageError('parley deploy takes no files; name the configuration with --config.');
  const wanted = await readConfig(await findConfig(values.config));
  if (wanted.judges.length > 0)
    process.stderr.write(
      'The judges of the configuration are for runs without a server, and are not deployed. Add them on the Judge page.\n',
    );
  const call = callerOf(values.server ?? wanted.server);
  const secrets = secretsFile(values['webhook-secrets']);
  const plan = await planDeploy(call, wanted, {
    deletes: values.delete === true,
    setsSecrets: values['set-secrets'] === true,
    environment: process.env,
    keepSecret: secrets.keep,
  });
  const isJson = values.json === true;
  if (!isJson) printPlan(plan);
  const made: Change[] = [];
  try {
    if (!values.preview) {
      await prepare(secrets, plan.changes);
      return await makeAll(call, plan.changes, made);
    }
    return exitCodes.passed;
  } finally {
    if (isJson) printJson({ ...inJson(plan), made: made.length });
    else if (!values.preview) printMade(made, plan);
  }
}

export function callerOf(address: string | undefined): CallServer {
  const server = address ?? process.env.PARLEY_URL;
  if (!server)
    throw new UsageError('Name a server with --server, in the configuration or in PARLEY_URL.');
  const key = process.env.PARLEY_API_KEY;
  if (!key) throw new UsageError('Set PARLEY_API_KEY to an API key from your account page.');
  return createServerCaller(server, key);
}

/** @throws UsageError before anything is changed if there is no place for a secret that the server shows only once */
async function prepare(secrets: SecretsFile, changes: Change[]): Promise<void> {
  const isNeeded = changes.some(({ action, kind }) => action === 'create' && kind === 'webhook');
  if (isNeeded) await secrets.open();
}

/** Makes the changes one after another. A signal lets the one that was begun end. */
async function makeAll(call: CallServer, changes: Change[], made: Change[]): Promise<number> {
  const signal = cancelledByInterrupt();
  const created: Created = new Map();
  for (const change of changes) {
    if (signal.aborted) return exitCodes.cancelled;
    try {
      await change.make(call, created);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // Whoever changed it meanwhile may want it as it is now.
      const code = error.code === 'conflict' ? exitCodes.error : error.exitCode;
      throw new CommandError(`${inWords(change)}: ${error.message}`, code);
    }
    made.push(change);
  }
  return exitCodes.passed;
}

const signs = { create: '+', update: '~', delete: '-' };

const inWords = ({ action, kind, name }: Change): string => `${signs[action]} ${kind} ${name}`;

function printPlan({ changes, kept }: Plan): void {
  const lines = changes.map((change) =>
    [inWords(change), change.details.join(', ')].filter(Boolean).join(': '),
  );
  if (kept.length > 0) lines.push('', 'Not in the file, and kept (--delete deletes it):');
  lines.push(...kept.map(({ kind, name }) => `  ${kind} ${name}`));
  if (changes.length === 0) lines.unshift('Nothing to change.');
  process.stdout.write(`${lines.join('\n')}\n`);
}

function printMade(made: Change[], { changes }: Plan): void {
  if (changes.length === 0) return;
  const left = changes.slice(made.length);
  process.stdout.write(`\n${counted(made.length, 'change')} made.\n`);
  if (left.length === 0) return;
  process.stdout.write(
    `Not made; run parley deploy again:\n${left.map((one) => `  ${inWords(one)}\n`).join('')}`,
  );
}

const inJson = ({ changes, kept }: Plan) => ({
  changes: changes.map(({ action, kind, name, details }) => ({ action, kind, name, details })),
  kept,
});
