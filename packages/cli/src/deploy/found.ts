/** What a server has, as far as a configuration can describe it. */
import type { CallServer } from '../server-client.ts';

export interface FoundProject {
  id: string;
  name: string;
  parentProjectId: string | null;
}

export interface FoundSuite {
  id: string;
  name: string;
  description: string;
  projectId: string;
  /** The virtual device; null if it has none. */
  deviceId: string | null;
  source: string;
  version: number;
  isMonitoring: boolean;
  /** Schedule as stored; null for every hour. */
  schedule: Record<string, unknown> | null;
}

export interface FoundEnvironment {
  id: string;
  projectId: string;
  name: string;
  variables: Record<string, string>;
  secrets: { name: string }[];
  version: number;
}

export interface FoundChannel {
  id: string;
  name: string;
  kind: string;
  isEnabled: boolean;
  classes: string[];
  afterMinutes: number;
  remindEveryMinutes: number | null;
  targetShown: string;
}

export interface FoundCalendar {
  id: string;
  name: string;
  timeZone: string;
  windows: Record<string, unknown>[];
  holidays: Record<string, unknown>[];
}

export interface FoundDevice {
  id: string;
  name: string;
  locale: string;
  concurrencyLimit: number;
  settings: Record<string, unknown>;
}

export interface FoundWebhook {
  id: string;
  name: string;
  /** Host of the address. The rest is never shown. */
  urlShown: string;
  events: string[];
  isEnabled: boolean;
}

export interface FoundStatusPage {
  slug: string;
  title: string;
  isPublic: boolean;
  isListed: boolean;
  suites: { suiteId: string; label: string }[];
}

interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Reads all pages of a list. */
async function readAll<T>(call: CallServer, path: string): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: Page<T> = await call(
      'GET',
      `${path}${path.includes('?') ? '&' : '?'}limit=100${more}`,
    );
    all.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return all;
}

export const readProjects = (call: CallServer): Promise<FoundProject[]> =>
  readAll(call, 'projects');

export async function readSuites(call: CallServer, projectId: string): Promise<FoundSuite[]> {
  const listed = await readAll<FoundSuite>(
    call,
    `suites?projectId=${encodeURIComponent(projectId)}`,
  );
  const found: FoundSuite[] = [];
  for (const { id, projectId: own } of listed) {
    // A project lists the suites of those below it, too.
    if (own !== projectId) continue;
    const suite = await call<FoundSuite>('GET', `suites/${id}`);
    const { schedule } = await call<Pick<FoundSuite, 'schedule'>>('GET', `monitors/${id}`);
    found.push({ ...suite, schedule });
  }
  return found;
}

/** @returns the environments of the project itself, without those of the one above */
export async function readEnvironments(
  call: CallServer,
  projectId: string,
): Promise<FoundEnvironment[]> {
  const all = await call<FoundEnvironment[]>('GET', `projects/${projectId}/environments`);
  return all.filter((one) => one.projectId === projectId);
}

export interface FoundLibrary {
  source: string;
  version: number;
}

/** @returns the library of the project itself, without that of the one above; empty if there is none */
export const readLibrary = (call: CallServer, projectId: string): Promise<FoundLibrary> =>
  call('GET', `projects/${projectId}/library`);

export interface FoundAgent {
  id: string;
  projectId: string;
  name: string;
  source: string;
  version: number;
}

/** @returns the agents of the project itself, without those of the one above */
export async function readAgents(call: CallServer, projectId: string): Promise<FoundAgent[]> {
  const all = await call<FoundAgent[]>('GET', `projects/${projectId}/agents`);
  return all.filter((one) => one.projectId === projectId);
}

export const readChannels = (call: CallServer): Promise<FoundChannel[]> =>
  call('GET', 'alert-channels');

export const readCalendars = (call: CallServer): Promise<FoundCalendar[]> =>
  call('GET', 'exclusion-calendars');

export const readDevices = (call: CallServer): Promise<FoundDevice[]> => readAll(call, 'devices');

export const readWebhooks = (call: CallServer): Promise<FoundWebhook[]> => call('GET', 'webhooks');

/** @returns the settings of the status page; undefined if there is none */
export async function readStatusPage(call: CallServer): Promise<FoundStatusPage | undefined> {
  const found = await call<{ settings: FoundStatusPage } | null>('GET', 'status-page');
  return found?.settings;
}
