/** What `parley.config.yml` or `.ts` asks for, read and checked before anything is sent. */
import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Agent,
  type Block,
  defaultJudge,
  isJudgeName,
  linkAgent,
  linkLibrary,
  type Problem,
  parseAgents,
  parseLibrary,
  parseSuite,
} from '@parley/suite';
import { parse } from 'yaml';
import { exitCodes, UsageError } from '../exit-codes.ts';
import { readNamed } from '../named-files.ts';
import { type Fields, type FromEnvironment, ValueReader } from './value-reader.ts';
import {
  readCalendar,
  readDevice,
  readStatusPage,
  readWebhook,
  type WantedCalendar,
  type WantedDevice,
  type WantedStatusPage,
  type WantedWebhook,
} from './wanted-organization.ts';

export interface WantedSuite {
  name: string;
  /** Path of its text, from the folder of the configuration. */
  file: string;
  source: string;
  description?: string;
  /** Name of its virtual device; `false` for none, absent if the file says nothing. */
  device?: string | false;
  /** Schedule of its monitor; `null` for every hour, `false` for none, absent if the file says nothing. */
  monitor?: Record<string, unknown> | null | false;
}

/** An agent with its own part of the file. */
interface WantedAgent {
  name: string;
  source: string;
}

export interface WantedEnvironment {
  name: string;
  variables: Record<string, string>;
  secrets: Record<string, FromEnvironment>;
}

export interface WantedProject {
  name: string;
  /** Name of the project above. */
  parent?: string;
  /** Its blocks for several suites; absent if the file says nothing of them. */
  library?: { file: string; source: string };
  /** Its agents; absent if the file says nothing of them. */
  agents?: { file: string; all: WantedAgent[] };
  suites: WantedSuite[];
  environments: WantedEnvironment[];
}

export interface WantedChannel {
  name: string;
  kind: string;
  isEnabled: boolean;
  classes: string[];
  afterMinutes: number;
  remindEveryMinutes: number | null;
  recipients?: string[];
  url?: string | FromEnvironment;
  routingKey?: FromEnvironment;
}

/** A judge that suites ask for by its name. What is absent is as for the default judge. */
export interface WantedJudge {
  name: string;
  model?: string;
  rubric?: string;
  votes?: number;
  needed?: number;
}

export interface Wanted {
  server?: string;
  /** Judges of `parley run` without a server. They are not deployed. */
  judges: WantedJudge[];
  projects: WantedProject[];
  /** Each is absent if the file says nothing of it. */
  exclusionCalendars?: WantedCalendar[];
  devices?: WantedDevice[];
  alertChannels?: WantedChannel[];
  webhooks?: WantedWebhook[];
  statusPage?: WantedStatusPage;
}

/** Maximum number of votes of a judge. */
const judgeVotesMax = 9;

const fileNames = [
  'parley.config.ts',
  'parley.config.mjs',
  'parley.config.js',
  'parley.config.yml',
  'parley.config.yaml',
];

/** Finds the configuration in the current folder if none is named. */
export async function findConfig(named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const path = await findConfigIfAny('name one with --config');
  if (path === undefined)
    throw new UsageError(
      'There is no parley.config.yml here. Write one, or get it with parley pull.',
    );
  return path;
}

/** @returns the configuration in the current folder; undefined if there is none */
export async function findConfigIfAny(advice = 'keep one of them'): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of fileNames) if (await stat(name).catch(() => undefined)) found.push(name);
  const [path, ...more] = found;
  if (more.length > 0) throw new UsageError(`There are ${found.join(' and ')}; ${advice}.`);
  return path;
}

/** Reads the judges in the configuration, without the suites that it names. */
export async function readWantedJudges(path: string): Promise<WantedJudge[]> {
  return new ConfigReader(path).wanted(await readValue(path)).judges;
}

export async function readConfig(path: string): Promise<Wanted> {
  const value = await readValue(path);
  const reader = new ConfigReader(path);
  const wanted = reader.wanted(value);
  for (const { library } of wanted.projects)
    if (library) library.source = await readLibrary(join(dirname(path), library.file));
  for (const { agents } of wanted.projects)
    if (agents) agents.all = await readAgents(join(dirname(path), agents.file));
  for (const project of wanted.projects) {
    const usable = {
      blocks: libraryOf(project, wanted.projects),
      agents: agentsOf(project, wanted.projects),
    };
    for (const suite of project.suites)
      suite.source = await readSource(join(dirname(path), suite.file), usable);
  }
  return wanted;
}

const aboveOf = (project: WantedProject, projects: readonly WantedProject[]) =>
  projects.find(
    ({ name, parent }) =>
      parent === undefined && name.toLowerCase() === project.parent?.toLowerCase(),
  );

/** @returns the blocks that suites of the project can use; undefined if only the server may have some */
function libraryOf(
  project: WantedProject,
  projects: readonly WantedProject[],
): Block[] | undefined {
  const above = aboveOf(project, projects);
  const sources = [project, ...(above ? [above] : [])].map(({ library }) => library?.source);
  const isKnown = sources[0] !== undefined && (sources[0].trim() !== '' || sources.length > 1);
  const source = sources.find((one) => one !== undefined && one.trim() !== '');
  if (source !== undefined) return parseLibrary(source).blocks;
  return isKnown ? [] : undefined;
}

/** @returns the agents that suites of the project can name; undefined if the server may have more */
function agentsOf(
  project: WantedProject,
  projects: readonly WantedProject[],
): { known: Agent[]; isComplete: boolean } {
  const above = aboveOf(project, projects);
  const parsed = [project, ...(above ? [above] : [])].map(({ agents }) =>
    agents?.all.flatMap(({ source }) => parseAgents(source).agents),
  );
  const isComplete =
    parsed.every((one) => one !== undefined) && (project.parent === undefined || !!above);
  const [own = [], others = []] = parsed;
  const names = new Set(own.map(({ name }) => name));
  return { known: [...own, ...others.filter(({ name }) => !names.has(name))], isComplete };
}

async function readAgents(path: string): Promise<WantedAgent[]> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no file "${path}", which the configuration names.`);
  });
  const errors = parseAgents(text).problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new InvalidSuite(path, errors);
  return text.split(/^---(?=\s|$)/m).flatMap((part) => {
    const [agent] = parseAgents(part).agents;
    return agent ? { name: agent.name, source: `${part.trim()}\n` } : [];
  });
}

async function readLibrary(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no file "${path}", which the configuration names.`);
  });
  const errors = parseLibrary(text).problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new InvalidSuite(path, errors);
  return text;
}

async function readValue(path: string): Promise<unknown> {
  if (/\.ya?ml$/.test(path)) {
    const text = await readNamed(path);
    try {
      return parse(text, { uniqueKeys: true });
    } catch (error) {
      throw new UsageError(`${path} can't be read: ${(error as Error).message.split('\n')[0]}`);
    }
  }
  await readNamed(path);
  const { default: value } = await import(pathToFileURL(resolve(path)).href).catch((error) => {
    throw new UsageError(`${path} can't be loaded: ${(error as Error).message}`);
  });
  return typeof value === 'function' ? await value() : value;
}

async function readSource(
  path: string,
  { blocks, agents }: { blocks: Block[] | undefined; agents: ReturnType<typeof agentsOf> },
): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`There is no file "${path}", which the configuration names.`);
  });
  const usesUnknown = blocks === undefined && /\$USE(?=\s)/i.test(text);
  const { problems } = parseSuite(linkLibrary(linkAgent(text, agents.known), blocks ?? []));
  const errors = problems.filter(({ severity }) => severity === 'error');
  // The server may have the block or the agent. It refuses the suite if it does not.
  const isLeftToServer = errors.every(
    ({ message }) =>
      (usesUnknown && message.startsWith('There is no block')) ||
      (!agents.isComplete && message.startsWith('There is no agent')),
  );
  if (errors.length > 0 && !isLeftToServer) throw new InvalidSuite(path, errors);
  if (await stat(join(dirname(path), 'testing.json')).catch(() => undefined))
    process.stderr.write(
      `${path}: testing.json beside it is not deployed. Put its settings into the configuration of the suite.\n`,
    );
  return text;
}

/** A suite that must not be deployed. */
class InvalidSuite extends UsageError {
  override readonly exitCode: number = exitCodes.invalidSuite;

  constructor(path: string, problems: Problem[]) {
    super(
      problems
        .map(({ line, column, message }) => `${path}:${line}:${column} error ${message}`)
        .join('\n'),
    );
  }
}

class ConfigReader extends ValueReader {
  wanted(value: unknown): Wanted {
    const fields = this.fields(value, 'The configuration', [
      'server',
      'projects',
      'exclusionCalendars',
      'devices',
      'alertChannels',
      'webhooks',
      'statusPage',
      'judges',
    ]);
    const judges = this.list(fields.judges, 'judges', (one, at) => this.judge(one, at));
    this.unique(
      judges.map(({ name }) => name),
      judges,
      'judges',
    );
    const projects = this.list(fields.projects, 'projects', (one, at) => this.project(one, at));
    this.unique(
      projects.map(({ name, parent = '' }) => `${parent} ${name}`),
      projects,
      'projects',
    );
    for (const { name, parent } of projects)
      if (parent !== undefined && parent === name)
        this.refuse('projects', `"${name}" is its own parent.`);
    const { server, statusPage } = fields;
    return {
      projects,
      judges,
      ...(server !== undefined && { server: this.text(server, 'server') }),
      ...this.named(fields, 'exclusionCalendars', (one, at) => readCalendar(this, one, at)),
      ...this.named(fields, 'devices', (one, at) => readDevice(this, one, at)),
      ...this.named(fields, 'alertChannels', (one, at) => this.channel(one, at)),
      ...this.named(fields, 'webhooks', (one, at) => readWebhook(this, one, at)),
      ...(statusPage !== undefined &&
        statusPage !== null && { statusPage: readStatusPage(this, statusPage, 'statusPage') }),
    };
  }

  /** Reads a list of things with names of their own; nothing if the file does not have the key. */
  private named<Key extends string, T extends { name: string }>(
    fields: Fields,
    key: Key,
    read: (one: unknown, at: string) => T,
  ): { [K in Key]?: T[] } {
    if (fields[key] === undefined) return {};
    const all = this.list(fields[key], key, read);
    this.unique(
      all.map(({ name }) => name),
      all,
      key,
    );
    return { [key]: all } as { [K in Key]?: T[] };
  }

  private project(value: unknown, at: string): WantedProject {
    const fields = this.fields(value, at, [
      'name',
      'parent',
      'library',
      'agents',
      'suites',
      'environments',
    ]);
    const suites = this.list(fields.suites, `${at}.suites`, (one, place) => this.suite(one, place));
    const environments = this.list(fields.environments, `${at}.environments`, (one, place) =>
      this.environment(one, place),
    );
    this.unique(
      suites.map(({ name }) => name),
      suites,
      `${at}.suites`,
    );
    this.unique(
      environments.map(({ name }) => name),
      environments,
      `${at}.environments`,
    );
    const { parent, library, agents } = fields;
    return {
      name: this.text(fields.name, `${at}.name`),
      ...(parent !== undefined && { parent: this.text(parent, `${at}.parent`) }),
      ...(library !== undefined && {
        library: { file: this.text(library, `${at}.library`), source: '' },
      }),
      ...(agents !== undefined && {
        agents: { file: this.text(agents, `${at}.agents`), all: [] },
      }),
      suites,
      environments,
    };
  }

  private suite(value: unknown, at: string): WantedSuite {
    const fields = this.fields(value, at, ['name', 'file', 'description', 'device', 'monitor']);
    const { description, device, monitor } = fields;
    return {
      name: this.text(fields.name, `${at}.name`),
      file: this.text(fields.file, `${at}.file`),
      source: '',
      ...(description !== undefined && {
        description: this.text(description, `${at}.description`),
      }),
      ...(device !== undefined && {
        device: device === false ? device : this.text(device, `${at}.device`),
      }),
      ...(monitor !== undefined && { monitor: this.monitor(monitor, `${at}.monitor`) }),
    };
  }

  private monitor(value: unknown, at: string): Fields | null | false {
    if (value === false || value === null) return value as false | null;
    if (value === true) return null;
    return this.fields(value, at, [
      'everyMinutes',
      'cron',
      'timeZone',
      'calendars',
      'environment',
      'repeat',
      'retries',
      'alertWhen',
    ]);
  }

  private environment(value: unknown, at: string): WantedEnvironment {
    const fields = this.fields(value, at, ['name', 'variables', 'secrets']);
    const variables = this.mapping(fields.variables, `${at}.variables`, (one, place) =>
      typeof one === 'number' || typeof one === 'boolean'
        ? String(one)
        : this.text(one, place, true),
    );
    const secrets = this.mapping(fields.secrets, `${at}.secrets`, (one, place) =>
      this.fromEnvironment(one, place),
    );
    return { name: this.text(fields.name, `${at}.name`), variables, secrets };
  }

  private channel(value: unknown, at: string): WantedChannel {
    const fields = this.fields(value, at, [
      'name',
      'kind',
      'isEnabled',
      'classes',
      'afterMinutes',
      'remindEveryMinutes',
      'recipients',
      'url',
      'routingKey',
    ]);
    const kind = this.text(fields.kind, `${at}.kind`);
    const need = {
      email: 'recipients',
      webhook: 'url',
      slack: 'url',
      teams: 'url',
      pagerduty: 'routingKey',
    }[kind];
    if (need === undefined)
      this.refuse(`${at}.kind`, 'is email, webhook, slack, teams or pagerduty.');
    if (fields[need as string] === undefined) this.refuse(at, `needs ${need}.`);
    const {
      isEnabled = true,
      classes = [],
      afterMinutes = 0,
      remindEveryMinutes = null,
      url,
    } = fields;
    return {
      name: this.text(fields.name, `${at}.name`),
      kind,
      isEnabled: isEnabled === true,
      classes: this.list(classes, `${at}.classes`, (one, place) => this.text(one, place)),
      afterMinutes: Number(afterMinutes),
      remindEveryMinutes: remindEveryMinutes === null ? null : Number(remindEveryMinutes),
      ...(fields.recipients !== undefined && {
        recipients: this.list(fields.recipients, `${at}.recipients`, (one, place) =>
          this.text(one, place),
        ),
      }),
      ...(url !== undefined && {
        url: typeof url === 'string' ? url : this.fromEnvironment(url, `${at}.url`),
      }),
      ...(fields.routingKey !== undefined && {
        routingKey: this.fromEnvironment(fields.routingKey, `${at}.routingKey`),
      }),
    };
  }

  private judge(value: unknown, at: string): WantedJudge {
    const fields = this.fields(value, at, ['name', 'model', 'rubric', 'votes', 'needed']);
    const { model, rubric, votes, needed } = fields;
    const name = this.text(fields.name, `${at}.name`);
    if (!isJudgeName(name) || name === defaultJudge)
      this.refuse(
        `${at}.name`,
        'begins with a letter, and has letters, digits, spaces, _ and -, at most 40 characters; it is not "default".',
      );
    return {
      name,
      ...(model !== undefined && { model: this.text(model, `${at}.model`) }),
      ...(rubric !== undefined && { rubric: this.text(rubric, `${at}.rubric`) }),
      ...(votes !== undefined && { votes: this.voteCount(votes, `${at}.votes`) }),
      ...(needed !== undefined && { needed: this.voteCount(needed, `${at}.needed`) }),
    };
  }

  private voteCount(value: unknown, at: string): number {
    const isCount = Number.isInteger(value) && Number(value) >= 1;
    if (!isCount || Number(value) > judgeVotesMax)
      this.refuse(at, `is a whole number from 1 to ${judgeVotesMax}.`);
    return value as number;
  }
}
