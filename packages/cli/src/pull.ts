/** `parley pull`: writes what a server has as a configuration file with suites, for `parley deploy`. */

import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { counted } from '@parley/suite';
import { stringify } from 'yaml';
import { readArguments } from './command-line.ts';
import {
  type FoundAgent,
  type FoundCalendar,
  type FoundChannel,
  type FoundDevice,
  type FoundEnvironment,
  type FoundProject,
  type FoundStatusPage,
  type FoundSuite,
  type FoundWebhook,
  readAgents,
  readCalendars,
  readChannels,
  readDevices,
  readEnvironments,
  readLibrary,
  readProjects,
  readStatusPage,
  readSuites,
  readWebhooks,
} from './deploy/found.ts';
import { callerOf } from './deploy.ts';
import { CommandError, exitCodes, UsageError } from './exit-codes.ts';
import { printJson } from './print-json.ts';
import type { CallServer } from './server-client.ts';
import { writeNew } from './write-new.ts';

export const help = `parley pull [folder]: writes parley.config.yml and the suites of a server into the folder.

  --project <name>        only this project and those within it (repeatable), without what all projects share
  --force                 overwrite files
  --server <address>      the server (default: PARLEY_URL; key: PARLEY_API_KEY)
  --json                  print the files for programs

Secrets and the addresses of alert channels and webhooks are not written, because a server never shows them. The file names
environment variables for them, which parley deploy needs only if the server does not have them yet.
`;

export async function pullCommand(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    help: { type: 'boolean', short: 'h' },
    project: { type: 'string', multiple: true },
    force: { type: 'boolean' },
    server: { type: 'string' },
    json: { type: 'boolean' },
  });
  if (values.help) {
    process.stdout.write(help);
    return exitCodes.passed;
  }
  const [folder = '.', ...more] = positionals;
  if (more.length > 0) throw new UsageError('parley pull takes one folder. See --help.');
  const call = callerOf(values.server);
  const all = await readProjects(call);
  const chosen = chosenProjects(all, values.project);
  const calendars = await readCalendars(call);
  const devices = await readDevices(call);
  const names = new Map([...calendars, ...devices].map(({ id, name }) => [id, name]));
  const files = new Map<string, string>();
  const projects = [];
  const places = new Map<string, Place>();
  for (const project of chosen) {
    const suites = await readSuites(call, project.id);
    const environments = await readEnvironments(call, project.id);
    const { source: library } = await readLibrary(call, project.id);
    const agents = await readAgents(call, project.id);
    refuseTwins(project, suites);
    refuseMasked([...suites, ...agents]);
    projects.push(
      projectEntry(all, project, { library, agents, suites, environments, names, files }),
    );
    const parent = all.find(({ id }) => id === project.parentProjectId)?.name;
    for (const { id, name } of suites)
      places.set(id, {
        project: project.name,
        ...(parent !== undefined && { parent }),
        suite: name,
      });
  }
  const config = {
    ...(values.server !== undefined && { server: values.server }),
    projects,
    // Without them for some projects: deleting what one project does not need would harm the others.
    ...(!values.project && (await sharedEntries(call, { calendars, devices, places }))),
  };
  files.set(
    'parley.config.yml',
    `# Made by parley pull. parley deploy --preview shows the difference.\n${stringify(config, { lineWidth: 0 })}`,
  );
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeNew(join(folder, path), text, values.force === true);
  }
  const paths = [...files.keys()].map((path) => join(folder, path));
  if (values.json) printJson({ files: paths });
  else
    process.stdout.write(
      `Wrote ${counted(paths.length, 'file')}. See the difference: parley deploy --preview\n`,
    );
  return exitCodes.passed;
}

/** Place of a test suite, by the names of its project and itself. */
interface Place {
  project: string;
  parent?: string;
  suite: string;
}

/** What all projects share; without the kinds of which there are none. */
async function sharedEntries(
  call: CallServer,
  {
    calendars,
    devices,
    places,
  }: { calendars: FoundCalendar[]; devices: FoundDevice[]; places: Map<string, Place> },
) {
  const channels = await readChannels(call);
  const webhooks = await readableWebhooks(call);
  const statusPage = await readStatusPage(call);
  return {
    ...(calendars.length > 0 && { exclusionCalendars: calendars.map(calendarEntry) }),
    ...(devices.length > 0 && { devices: devices.map(deviceEntry) }),
    ...(channels.length > 0 && { alertChannels: channels.map(channelEntry) }),
    ...(webhooks.length > 0 && { webhooks: webhooks.map(webhookEntry) }),
    ...(statusPage && { statusPage: statusPageEntry(statusPage, places) }),
  };
}

/** Reads the webhooks. Unlike everything else, a member may not read them, who may still pull the rest. */
async function readableWebhooks(call: CallServer): Promise<FoundWebhook[]> {
  try {
    const webhooks = await readWebhooks(call);
    const names = webhooks.map(({ name }) => name.toLowerCase());
    const twin = webhooks.find(({ name }, at) => names.indexOf(name.toLowerCase()) !== at);
    if (twin)
      throw new UsageError(`There are several webhooks named "${twin.name}"; rename all but one.`);
    return webhooks;
  } catch (error) {
    if (!(error instanceof CommandError) || error.code !== 'not_allowed') throw error;
    process.stderr.write(
      'Webhooks are left out: only an administrator’s key with full access may read them.\n',
    );
    return [];
  }
}

function chosenProjects(all: FoundProject[], names: string[] | undefined): FoundProject[] {
  if (!names) return all;
  const chosen = names.map((name) => {
    const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (found) return found;
    throw new UsageError(`There is no project "${name}".`);
  });
  return all.filter((one) => chosen.some(({ id }) => id === one.id || id === one.parentProjectId));
}

/** Deploy matches by name, so it could not tell them apart. */
function refuseTwins(project: FoundProject, suites: FoundSuite[]): void {
  const names = suites.map(({ name }) => name.toLowerCase());
  const twin = suites.find(({ name }, index) => names.indexOf(name.toLowerCase()) !== index);
  if (twin)
    throw new UsageError(
      `"${project.name}" has several suites named "${twin.name}"; rename all but one.`,
    );
}

function refuseMasked(found: readonly object[]): void {
  if (found.some((one) => 'isMasked' in one))
    throw new UsageError(
      'This API key may not edit suites, so their credentials are hidden from it. Use another key.',
    );
}

interface Within {
  library: string;
  agents: FoundAgent[];
  suites: FoundSuite[];
  environments: FoundEnvironment[];
  /** Names of exclusion calendars and virtual devices, by id. */
  names: Map<string, string>;
  files: Map<string, string>;
}

function projectEntry(
  all: FoundProject[],
  project: FoundProject,
  { library, agents, suites, environments, names, files }: Within,
) {
  const parent = all.find(({ id }) => id === project.parentProjectId)?.name;
  const folders = ['tests', ...(parent === undefined ? [] : [parent]), project.name];
  // Beside its suites, where parley run finds it.
  const blocks = `${folders.map(slug).join('/')}/blocks.yml`;
  if (library !== '') files.set(blocks, library);
  const ofAgents = `${folders.map(slug).join('/')}/agents.yml`;
  if (agents.length > 0) files.set(ofAgents, agents.map(agentPart).join('---\n'));
  return {
    name: project.name,
    ...(parent !== undefined && { parent }),
    ...(library !== '' && { library: blocks }),
    ...(agents.length > 0 && { agents: ofAgents }),
    ...(suites.length > 0 && {
      suites: suites.map((suite) => {
        const path = freePath(files, folders, suite.name);
        files.set(path, suite.source);
        return {
          name: suite.name,
          file: path,
          ...(suite.description !== '' && { description: suite.description }),
          ...(suite.deviceId !== null && { device: names.get(suite.deviceId) }),
          ...(suite.isMonitoring && { monitor: monitorEntry(suite.schedule, names) }),
        };
      }),
    }),
    ...(environments.length > 0 && { environments: environments.map(environmentEntry) }),
  };
}

/** The text of an agent without a separator of its own. */
const agentPart = ({ source }: FoundAgent): string =>
  `${source.replace(/^\s*---[ \t]*$/m, '').trim()}\n`;

function monitorEntry(schedule: FoundSuite['schedule'], calendars: Map<string, string>) {
  if (schedule === null) return true;
  const { calendarIds, ...others } = schedule;
  if (!Array.isArray(calendarIds)) return others;
  return { ...others, calendars: calendarIds.map((id) => calendars.get(String(id)) ?? String(id)) };
}

const environmentEntry = ({ name, variables, secrets }: FoundEnvironment) => ({
  name,
  ...(Object.keys(variables).length > 0 && { variables }),
  ...(secrets.length > 0 && {
    secrets: Object.fromEntries(
      secrets.map((secret) => [secret.name, { env: variableName(name, secret.name) }]),
    ),
  }),
});

function channelEntry({
  name,
  kind,
  isEnabled,
  classes,
  afterMinutes,
  remindEveryMinutes,
  targetShown,
}: FoundChannel) {
  const env = variableName('alert', name);
  return {
    name,
    kind,
    ...(!isEnabled && { isEnabled }),
    ...(classes.length > 0 && { classes }),
    ...(afterMinutes > 0 && { afterMinutes }),
    ...(remindEveryMinutes !== null && { remindEveryMinutes }),
    ...(kind === 'email'
      ? { recipients: targetShown.split(', ') }
      : kind === 'pagerduty'
        ? { routingKey: { env } }
        : { url: { env } }),
  };
}

const calendarEntry = ({ name, timeZone, windows, holidays }: FoundCalendar) => ({
  name,
  timeZone,
  ...(windows.length > 0 && { windows }),
  ...(holidays.length > 0 && { holidays }),
});

const deviceEntry = ({ name, locale, concurrencyLimit, settings }: FoundDevice) => ({
  name,
  locale,
  concurrencyLimit,
  settings,
});

const webhookEntry = ({ name, events, isEnabled }: FoundWebhook) => ({
  name,
  url: { env: variableName('webhook', name) },
  events,
  ...(!isEnabled && { isEnabled }),
});

const statusPageEntry = ({ suites, ...page }: FoundStatusPage, places: Map<string, Place>) => ({
  ...page,
  suites: suites.flatMap(({ suiteId, label }) => {
    const place = places.get(suiteId);
    return place ? [{ ...place, label }] : [];
  }),
});

const variableName = (...parts: string[]): string =>
  parts
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^(?=\d)|_+$/g, '');

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'suite';

/** A path that no other suite has, from names that people may have written in any script. */
function freePath(files: Map<string, string>, folders: string[], name: string): string {
  const stem = [...folders.map(slug), slug(name)].join('/');
  for (let number = 1; ; number += 1) {
    const path = `${stem}${number === 1 ? '' : `-${number}`}.test.yml`;
    if (!files.has(path)) return path;
  }
}
