/** The difference between a configuration and a server, as changes in the order in which they are made. */
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../exit-codes.ts';
import type { CallServer } from '../server-client.ts';
import {
  type FoundAgent,
  type FoundCalendar,
  type FoundChannel,
  type FoundEnvironment,
  type FoundProject,
  type FoundSuite,
  readAgents,
  readCalendars,
  readChannels,
  readEnvironments,
  readLibrary,
  readProjects,
  readSuites,
} from './found.ts';
import type {
  FromEnvironment,
  Wanted,
  WantedChannel,
  WantedEnvironment,
  WantedProject,
  WantedSuite,
} from './wanted.ts';

export interface Change {
  action: 'create' | 'update' | 'delete';
  kind: 'project' | 'environment' | 'agent' | 'library' | 'suite' | 'monitor' | 'alert channel';
  /** Name to show, such as `Bank › Opening hours`. */
  name: string;
  /** What differs, in words. */
  details: string[];
  /** Makes the change. Later changes find what earlier ones created. */
  make(call: CallServer, created: Map<WantedProject | WantedSuite, string>): Promise<void>;
}

export interface Plan {
  changes: Change[];
  /** Things of the server that the configuration lacks, and that stay. */
  kept: { kind: Change['kind']; name: string }[];
}

export interface PlanOptions {
  /** Deletes what the configuration lacks. */
  deletes: boolean;
  /** Sends secrets and destinations again that the server has. */
  setsSecrets: boolean;
  environment: NodeJS.ProcessEnv;
}

export async function planDeploy(
  call: CallServer,
  wanted: Wanted,
  options: PlanOptions,
): Promise<Plan> {
  const planner = new Planner(call, options, await readProjects(call));
  for (const project of ordered(wanted.projects)) await planner.project(project);
  if (wanted.alertChannels) await planner.channels(wanted.alertChannels);
  return planner.plan();
}

/** Projects above come before those within. */
const ordered = (projects: WantedProject[]): WantedProject[] =>
  projects.toSorted((a, b) => Number(a.parent !== undefined) - Number(b.parent !== undefined));

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

class Planner {
  private readonly changes: Change[] = [];
  private readonly deletions: Change[] = [];
  private readonly kept: Plan['kept'] = [];
  private readonly known = new Map<WantedProject, FoundProject | undefined>();
  private calendars: FoundCalendar[] | undefined;
  private readonly call: CallServer;
  private readonly options: PlanOptions;
  private readonly projects: FoundProject[];

  constructor(call: CallServer, options: PlanOptions, projects: FoundProject[]) {
    this.call = call;
    this.options = options;
    this.projects = projects;
  }

  plan(): Plan {
    // Suites that name an agent are deleted before it.
    const last = (kind: Change['kind']) => Number(kind === 'agent');
    const deletions = this.deletions.toSorted((a, b) => last(a.kind) - last(b.kind));
    return { changes: [...this.changes, ...deletions], kept: this.kept };
  }

  async project(project: WantedProject): Promise<void> {
    const above = this.above(project);
    const found = this.projects.find(
      ({ name, parentProjectId }) =>
        sameName(name, project.name) &&
        (project.parent === undefined
          ? parentProjectId === null
          : above !== 'new' && parentProjectId === above?.id),
    );
    this.known.set(project, found);
    if (!found) this.createProject(project, above);
    const environments = found ? await readEnvironments(this.call, found.id) : [];
    const suites = found ? await readSuites(this.call, found.id) : [];
    for (const one of project.environments) this.environment(project, one, environments);
    const agents = found ? await readAgents(this.call, found.id) : [];
    this.agents(project, agents);
    await this.library(project, found);
    for (const one of project.suites) await this.suite(project, one, suites);
    this.lacking(
      'environment',
      project.name,
      environments,
      project.environments,
      (one) => `projects/${found?.id}/environments/${one.id}`,
    );
    this.lacking('suite', project.name, suites, project.suites, ({ id }) => `suites/${id}`);
  }

  /** The project above: one of the server, or one that this plan creates. */
  private above({ name, parent }: WantedProject): FoundProject | 'new' | undefined {
    if (parent === undefined) return undefined;
    const wanted = [...this.known].find(
      ([one]) => one.parent === undefined && sameName(one.name, parent),
    );
    if (wanted) return wanted[1] ?? 'new';
    const found = this.projects.find(
      (one) => one.parentProjectId === null && sameName(one.name, parent),
    );
    if (found) return found;
    throw new UsageError(`There is no project "${parent}", which "${name}" names as its parent.`);
  }

  private createProject(project: WantedProject, above: FoundProject | 'new' | undefined): void {
    const parent = [...this.known.keys()].find(
      (one) => one.parent === undefined && sameName(one.name, project.parent ?? ''),
    );
    this.changes.push({
      action: 'create',
      kind: 'project',
      name: project.name,
      details: project.parent === undefined ? [] : [`in ${project.parent}`],
      async make(call, created) {
        const parentProjectId = above === 'new' ? parent && created.get(parent) : above?.id;
        const body = {
          name: project.name,
          ...(parentProjectId !== undefined && { parentProjectId }),
        };
        created.set(project, (await call<FoundProject>('POST', 'projects', body)).id);
      },
    });
  }

  private async library(project: WantedProject, found: FoundProject | undefined): Promise<void> {
    const stored = found ? await readLibrary(this.call, found.id) : { source: '', version: 0 };
    const wanted = project.library;
    if (!wanted) {
      if (stored.source !== '') this.kept.push({ kind: 'library', name: project.name });
      return;
    }
    if (stored.source === wanted.source) return;
    this.changes.push({
      action: stored.version === 0 ? 'create' : 'update',
      kind: 'library',
      name: project.name,
      details: [wanted.file],
      make: async (call, created) => {
        const { source } = wanted;
        const { version } = stored;
        await call('PUT', `projects/${this.idOf(project, created)}/library`, { source, version });
      },
    });
  }

  private agents(project: WantedProject, all: FoundAgent[]): void {
    const wanted = project.agents;
    if (!wanted) {
      for (const { name } of all)
        this.kept.push({ kind: 'agent', name: `${project.name} › ${name}` });
      return;
    }
    for (const { name, source } of wanted.all) {
      const found = all.find((one) => sameName(one.name, name));
      if (found?.source.trim() === source.trim()) continue;
      this.changes.push({
        action: found ? 'update' : 'create',
        kind: 'agent',
        name: `${project.name} › ${name}`,
        details: [wanted.file],
        make: async (call, created) => {
          const base = `projects/${this.idOf(project, created)}/agents`;
          if (found) await call('PUT', `${base}/${found.id}`, { source, version: found.version });
          else await call('POST', base, { source });
        },
      });
    }
    this.lacking('agent', project.name, all, wanted.all, (one) => {
      return `projects/${one.projectId}/agents/${one.id}`;
    });
  }

  private environment(
    project: WantedProject,
    wanted: WantedEnvironment,
    all: FoundEnvironment[],
  ): void {
    const found = all.find(({ name }) => sameName(name, wanted.name));
    const has = new Set(found?.secrets.map(({ name }) => name));
    const toSet = Object.entries(wanted.secrets).filter(
      ([name]) => this.options.setsSecrets || !has.has(name),
    );
    const secrets: Record<string, string | null> = Object.fromEntries(
      toSet.map(([name, from]) => [name, this.secret(from, `the secret "${name}"`)]),
    );
    const gone = [...has].filter((name) => !Object.hasOwn(wanted.secrets, name));
    if (this.options.deletes) for (const name of gone) secrets[name] = null;
    const own = found?.variables ?? {};
    const variables = this.options.deletes ? wanted.variables : { ...own, ...wanted.variables };
    const names = [...new Set([...Object.keys(own), ...Object.keys(variables)])].filter(
      (name) => own[name] !== variables[name],
    );
    const details = [
      ...names.map((name) => `${variables[name] === undefined ? '- ' : ''}variable ${name}`),
      ...Object.entries(secrets).map(
        ([name, value]) => `${value === null ? '- ' : ''}secret ${name}`,
      ),
    ];
    const place = `${project.name} › ${wanted.name}`;
    if (!this.options.deletes) {
      const more = [
        ...Object.keys(own)
          .filter((name) => !Object.hasOwn(wanted.variables, name))
          .map((name) => `variable ${name}`),
        ...gone.map((name) => `secret ${name}`),
      ];
      for (const one of more) this.kept.push({ kind: 'environment', name: `${place}: ${one}` });
    }
    if (found && details.length === 0) return;
    this.changes.push({
      action: found ? 'update' : 'create',
      kind: 'environment',
      name: place,
      details,
      make: async (call, created) => {
        const base = `projects/${this.idOf(project, created)}/environments`;
        if (found)
          await call('PATCH', `${base}/${found.id}`, {
            variables,
            secrets,
            version: found.version,
          });
        else await call('POST', base, { name: wanted.name, variables, secrets });
      },
    });
  }

  private async suite(
    project: WantedProject,
    wanted: WantedSuite,
    all: FoundSuite[],
  ): Promise<void> {
    const [found, ...more] = all.filter(({ name }) => sameName(name, wanted.name));
    const name = `${project.name} › ${wanted.name}`;
    if (more.length > 0)
      throw new UsageError(
        `The server has ${more.length + 1} suites named "${wanted.name}" in "${project.name}"; rename all but one.`,
      );
    const { source, description = '' } = wanted;
    const change = {
      ...(found?.source !== source && { source }),
      ...(wanted.description !== undefined &&
        found?.description !== description && { description }),
    };
    if (!found || Object.keys(change).length > 0)
      this.changes.push({
        action: found ? 'update' : 'create',
        kind: 'suite',
        name,
        details: found
          ? Object.keys(change).map((key) => (key === 'source' ? `text of ${wanted.file}` : key))
          : [wanted.file],
        make: async (call, created) => {
          if (found) await call('PUT', `suites/${found.id}`, { ...change, version: found.version });
          else {
            const body = {
              name: wanted.name,
              description,
              source,
              projectId: this.idOf(project, created),
            };
            created.set(wanted, (await call<FoundSuite>('POST', 'suites', body)).id);
          }
        },
      });
    await this.monitor(name, wanted, found);
  }

  private async monitor(
    name: string,
    wanted: WantedSuite,
    found: FoundSuite | undefined,
  ): Promise<void> {
    const isOn = found?.isMonitoring === true;
    if (wanted.monitor === undefined && isOn && !this.options.deletes)
      this.kept.push({ kind: 'monitor', name });
    const isOff =
      wanted.monitor === false || (wanted.monitor === undefined && this.options.deletes);
    if (wanted.monitor === undefined && !isOff) return;
    const schedule = isOff ? undefined : await this.schedule(wanted);
    const isSame = isOff ? !isOn : isOn && isDeepStrictEqual(schedule, found?.schedule ?? null);
    if (isSame) return;
    this.changes.push({
      action: isOff ? 'delete' : isOn ? 'update' : 'create',
      kind: 'monitor',
      name,
      details: isOff ? [] : [schedule === null ? 'every hour' : JSON.stringify(wanted.monitor)],
      make: async (call, created) => {
        const id = found?.id ?? created.get(wanted);
        await call(
          'PUT',
          `monitors/${id}`,
          isOff ? { isMonitoring: false } : { isMonitoring: true, schedule },
        );
      },
    });
  }

  /** The schedule as the server stores it, with ids of calendars. */
  private async schedule({ monitor }: WantedSuite): Promise<Record<string, unknown> | null> {
    if (!monitor) return null;
    const { calendars: names, ...schedule } = monitor;
    if (names === undefined) return schedule;
    this.calendars ??= await readCalendars(this.call);
    const calendarIds = (names as string[]).map((name) => {
      const found = this.calendars?.find((one) => sameName(one.name, name));
      if (found) return found.id;
      throw new UsageError(`There is no exclusion calendar "${name}".`);
    });
    return { ...schedule, calendarIds };
  }

  async channels(wanted: WantedChannel[]): Promise<void> {
    const all = await readChannels(this.call);
    for (const one of wanted) {
      const found = all.find(({ name }) => sameName(name, one.name));
      this.channel(one, found);
    }
    this.lacking('alert channel', undefined, all, wanted, ({ id }) => `alert-channels/${id}`);
  }

  private channel(wanted: WantedChannel, found: FoundChannel | undefined): void {
    const { name, kind, isEnabled, classes, afterMinutes, remindEveryMinutes } = wanted;
    if (found && found.kind !== kind)
      throw new UsageError(
        `The alert channel "${name}" is of the kind ${found.kind}. Give the one of the kind ${kind} another name.`,
      );
    const route = { name, isEnabled, classes, afterMinutes, remindEveryMinutes };
    const details = Object.entries(route).flatMap(([key, value]) =>
      found && isDeepStrictEqual(found[key as keyof FoundChannel], value) ? [] : [key],
    );
    const isTargetSent =
      !found || this.options.setsSecrets || !this.isShown(wanted, found.targetShown);
    const target = isTargetSent ? this.target(wanted) : undefined;
    if (found && isTargetSent) details.push('destination');
    if (found && details.length === 0) return;
    this.changes.push({
      action: found ? 'update' : 'create',
      kind: 'alert channel',
      name,
      details: found ? details : [kind],
      async make(call) {
        const body = { ...route, ...(target && { target }) };
        if (found) await call('PUT', `alert-channels/${found.id}`, body);
        else await call('POST', 'alert-channels', body);
      },
    });
  }

  /** @returns true if what the server shows of a destination fits; the rest of an address is never shown */
  private isShown({ recipients, url, routingKey }: WantedChannel, shown: string): boolean {
    if (recipients) return recipients.join(', ') === shown;
    const from = routingKey ?? url;
    const value = typeof from === 'string' ? from : from && this.options.environment[from.env];
    // Without a value there is nothing to compare with, and nothing to send.
    if (!value) return true;
    if (routingKey) return shown.endsWith(`key ending in ${value.slice(-4)}`);
    return URL.canParse(value) && `${new URL(value).host}/…` === shown;
  }

  private target({ name, kind, recipients, url, routingKey }: WantedChannel): object {
    if (recipients) return { kind, recipients };
    const what = `the destination of "${name}"`;
    if (routingKey)
      return {
        kind,
        routingKey: this.secret(routingKey, what),
        ...(typeof url === 'string' && { url }),
      };
    return { kind, url: typeof url === 'string' ? url : this.secret(url as FromEnvironment, what) };
  }

  private secret({ env }: FromEnvironment, what: string): string {
    const value = this.options.environment[env];
    if (value) return value;
    throw new UsageError(`Set ${env} to ${what}. Nothing was changed.`);
  }

  private lacking<T extends { id: string; name: string }>(
    kind: Change['kind'],
    project: string | undefined,
    found: T[],
    wanted: { name: string }[],
    pathOf: (one: T) => string,
  ): void {
    for (const one of found) {
      if (wanted.some(({ name }) => sameName(name, one.name))) continue;
      const name = project === undefined ? one.name : `${project} › ${one.name}`;
      if (!this.options.deletes) this.kept.push({ kind, name });
      else
        this.deletions.push({
          action: 'delete',
          kind,
          name,
          details: [],
          make: async (call) => void (await call('DELETE', pathOf(one))),
        });
    }
  }

  private idOf(project: WantedProject, created: Map<WantedProject | WantedSuite, string>): string {
    return this.known.get(project)?.id ?? created.get(project) ?? '';
  }
}
