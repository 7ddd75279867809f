/** The difference between a configuration and a server, as changes in the order in which they are made. */
import { isDeepStrictEqual } from 'node:util';
import { UsageError } from '../exit-codes.ts';
import type { CallServer } from '../server-client.ts';
import {
  type Change,
  type Created,
  type FindReference,
  idOf,
  type Kept,
  lacking,
  type PlanOptions,
  type PlanPart,
  type Reference,
  references,
  sameName,
  secretOf,
} from './change.ts';
import {
  type FoundAgent,
  type FoundChannel,
  type FoundEnvironment,
  type FoundProject,
  type FoundSuite,
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
} from './found.ts';
import { planCalendars, planDevices, planStatusPage, planWebhooks } from './plan-organization.ts';
import type { FromEnvironment } from './value-reader.ts';
import type {
  Wanted,
  WantedChannel,
  WantedEnvironment,
  WantedProject,
  WantedSuite,
} from './wanted.ts';
import type { WantedStatusPage, WantedStatusSuite } from './wanted-organization.ts';

export interface Plan {
  changes: Change[];
  kept: Kept[];
}

export async function planDeploy(
  call: CallServer,
  wanted: Wanted,
  options: PlanOptions,
): Promise<Plan> {
  const planner = new Planner(call, options, await readProjects(call));
  const suites = wanted.projects.flatMap((project) => project.suites);
  const { exclusionCalendars, devices, alertChannels, webhooks, statusPage } = wanted;
  const namesCalendars = suites.some(({ monitor }) => monitor && monitor.calendars !== undefined);
  const namesDevices = suites.some(({ device }) => device !== undefined && device !== false);
  const storedCalendars = exclusionCalendars || namesCalendars ? await readCalendars(call) : [];
  const storedDevices = devices || namesDevices ? await readDevices(call) : [];
  // What suites name comes before them, and goes after them.
  const calendarPart =
    exclusionCalendars && planCalendars(exclusionCalendars, storedCalendars, options);
  const devicePart = devices && planDevices(devices, storedDevices, options);
  planner.add(calendarPart, 'changes');
  planner.add(devicePart, 'changes');
  planner.calendar = references(
    'exclusion calendar',
    storedCalendars,
    exclusionCalendars,
    options.deletes,
  );
  planner.device = references('virtual device', storedDevices, devices, options.deletes);
  for (const project of ordered(wanted.projects)) await planner.project(project);
  if (alertChannels) await planner.channels(alertChannels);
  if (webhooks) planner.add(planWebhooks(webhooks, await readWebhooks(call), options));
  if (statusPage) await planner.statusPage(statusPage);
  planner.add(devicePart, 'deletions');
  planner.add(calendarPart, 'deletions');
  return planner.plan();
}

/** Projects above come before those within. */
const ordered = (projects: WantedProject[]): WantedProject[] =>
  projects.toSorted((a, b) => Number(a.parent !== undefined) - Number(b.parent !== undefined));

class Planner {
  private readonly changes: Change[] = [];
  private readonly deletions: Change[] = [];
  private readonly kept: Kept[] = [];
  private readonly known = new Map<WantedProject, FoundProject | undefined>();
  private readonly suitesOf = new Map<string, FoundSuite[]>();
  calendar: FindReference = references('exclusion calendar', [], undefined, false);
  device: FindReference = references('virtual device', [], undefined, false);
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

  /** Adds what happens to things of one kind: all of it, or first the changes and later the rest. */
  add(part: PlanPart | undefined, only?: 'changes' | 'deletions'): void {
    if (!part) return;
    if (only !== 'deletions') this.changes.push(...part.changes);
    if (only === 'changes') return;
    this.deletions.push(...part.deletions);
    this.kept.push(...part.kept);
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
    const suites = found ? await this.suitesIn(found) : [];
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
      toSet.map(([name, from]) => [name, secretOf(from, `the secret "${name}"`, this.options)]),
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
    const device = wanted.device ? this.device(wanted.device, name) : undefined;
    const hasDevice =
      wanted.device !== undefined && (found?.deviceId ?? null) !== (device ? device.id : null);
    const change = {
      ...(found?.source !== source && { source }),
      ...(wanted.description !== undefined &&
        found?.description !== description && { description }),
    };
    const keys = [...Object.keys(change), ...(hasDevice ? ['device'] : [])];
    const deviceOf = (created: Created) =>
      hasDevice && { deviceId: device ? idOf(device, created) : null };
    if (!found || keys.length > 0)
      this.changes.push({
        action: found ? 'update' : 'create',
        kind: 'suite',
        name,
        details: found
          ? keys.map((key) => (key === 'source' ? `text of ${wanted.file}` : key))
          : [wanted.file],
        make: async (call, created) => {
          const { version } = found ?? {};
          const more = deviceOf(created);
          if (found) await call('PUT', `suites/${found.id}`, { ...change, ...more, version });
          else {
            const body = {
              name: wanted.name,
              description,
              source,
              projectId: this.idOf(project, created),
              ...more,
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
    const scheduleOf = isOff ? undefined : this.schedule(name, wanted);
    const isSame = isOff
      ? !isOn
      : isOn && isDeepStrictEqual(scheduleOf?.(new Map()), found?.schedule ?? null);
    if (isSame) return;
    this.changes.push({
      action: isOff ? 'delete' : isOn ? 'update' : 'create',
      kind: 'monitor',
      name,
      details: isOff ? [] : [wanted.monitor ? JSON.stringify(wanted.monitor) : 'every hour'],
      make: async (call, created) => {
        const id = found?.id ?? created.get(wanted);
        await call(
          'PUT',
          `monitors/${id}`,
          isOff ? { isMonitoring: false } : { isMonitoring: true, schedule: scheduleOf?.(created) },
        );
      },
    });
  }

  /** @returns the schedule as the server stores it, with ids of calendars */
  private schedule(
    suite: string,
    { monitor }: WantedSuite,
  ): (created: Created) => Record<string, unknown> | null {
    if (!monitor) return () => null;
    const { calendars: names, ...schedule } = monitor;
    if (names === undefined) return () => schedule;
    const calendars = (names as string[]).map((name) => this.calendar(name, suite));
    return (created) => ({
      ...schedule,
      calendarIds: calendars.map((calendar) => idOf(calendar, created)),
    });
  }

  private async suitesIn({ id }: FoundProject): Promise<FoundSuite[]> {
    const suites = this.suitesOf.get(id) ?? (await readSuites(this.call, id));
    this.suitesOf.set(id, suites);
    return suites;
  }

  async statusPage(wanted: WantedStatusPage): Promise<void> {
    const found = await readStatusPage(this.call);
    const shown = new Map<WantedStatusSuite, Reference>();
    for (const suite of wanted.suites) shown.set(suite, await this.suiteOnPage(suite));
    const find = (suite: WantedStatusSuite) => shown.get(suite) ?? {};
    this.add(planStatusPage(wanted, found, find, this.options));
  }

  /** Finds the suite that the status page names, on the server or in the configuration. */
  private async suiteOnPage({ project, parent, suite }: WantedStatusSuite): Promise<Reference> {
    const stored = this.projects.filter((one) => ![...this.known.values()].includes(one));
    const all = [
      ...[...this.known].map(([wanted, found]) => ({ wanted, found, above: wanted.parent })),
      ...stored.map((found) => {
        const above = this.projects.find(({ id }) => id === found.parentProjectId)?.name;
        return { wanted: undefined, found, above };
      }),
    ].filter(
      ({ wanted, found, above }) =>
        sameName(wanted?.name ?? found?.name ?? '', project) &&
        (parent === undefined || (above !== undefined && sameName(above, parent))),
    );
    const top = all.filter(({ above }) => above === undefined);
    const [one, ...others] = all.length > 1 && top.length === 1 ? top : all;
    if (!one)
      throw new UsageError(`There is no project "${project}", which the status page names.`);
    if (others.length > 0)
      throw new UsageError(`There are several projects "${project}"; name its parent, too.`);
    const wanted = one.wanted?.suites.find(({ name }) => sameName(name, suite));
    const [found, ...more] = (one.found ? await this.suitesIn(one.found) : []).filter(({ name }) =>
      sameName(name, suite),
    );
    const isDeleted = this.options.deletes && one.wanted !== undefined && !wanted;
    if ((!wanted && !found) || isDeleted)
      throw new UsageError(
        `There is no suite "${suite}" in "${project}"${isDeleted ? ' of the file' : ''}, which the status page names.`,
      );
    if (more.length > 0)
      throw new UsageError(
        `The server has ${more.length + 1} suites named "${suite}" in "${project}"; rename all but one.`,
      );
    return { ...(found && { id: found.id }), ...(wanted && { wanted }) };
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
        routingKey: secretOf(routingKey, what, this.options),
        ...(typeof url === 'string' && { url }),
      };
    return {
      kind,
      url: typeof url === 'string' ? url : secretOf(url as FromEnvironment, what, this.options),
    };
  }

  private lacking<T extends { id: string; name: string }>(
    kind: Change['kind'],
    project: string | undefined,
    found: T[],
    wanted: { name: string }[],
    pathOf: (one: T) => string,
  ): void {
    const nameOf = ({ name }: T) => (project === undefined ? name : `${project} › ${name}`);
    const { deletes } = this.options;
    this.add({ changes: [], ...lacking(kind, found, wanted, { deletes, nameOf, pathOf }) });
  }

  private idOf(project: WantedProject, created: Created): string {
    return this.known.get(project)?.id ?? created.get(project) ?? '';
  }
}
