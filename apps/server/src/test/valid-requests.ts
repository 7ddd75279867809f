/** Valid requests to all endpoints, for tests that call all of them. */

import type { Endpoint } from '@parley/contract';
import * as contract from '@parley/contract';
import { printSpeech } from '@parley/engine';
import { botSuiteSource } from './bot-suite.ts';
import { steadyLoad } from './load-suite.ts';
import { tone } from './tone.ts';

export function visitor(name: string) {
  const viewport = { width: 1440, height: 900 };
  const settings = { platform: 'webchat', browser: 'chrome-windows', viewport } as const;
  return { name, locale: 'en-US', settings };
}

export const mailTarget = { kind: 'email' as const, recipients: ['ops@example.org'] };

export const alertRoute = {
  name: 'On call',
  isEnabled: true,
  classes: [],
  afterMinutes: 0,
  remindEveryMinutes: null,
};

export const webhookInput = {
  name: 'Deployments',
  url: 'https://hooks.example.org/parley',
  events: ['run.finished' as const],
};

/** Ids of an organization's content, by the name of the path parameter. */
export type Holdings = Record<string, string>;

const newAgent = 'agent: New\nchannel: { kind: http, url: https://new.example }\n';

/** Valid bodies by the name of the endpoint. They contain ids of the given organization. */
const bodies: Record<string, (own: Holdings) => unknown> = {
  createOrganization: () => ({ name: 'Ada', onboardingData: { organizationName: 'New' } }),
  updateOrganization: () => ({ name: 'Renamed' }),
  changeMemberRole: () => ({ role: 'admin' }),
  setMailPreferences: () => ({ alerts: true, usage: true, runs: 'never' }),
  openCheckout: () => ({ planId: 'startup' }),
  invite: () => ({ email: 'more@example.org', role: 'member' }),
  setSingleSignOn: () => ({ company: 'acme', domain: 'acme.example', metadata: '<xml/>' }),
  createProject: () => ({ name: 'New' }),
  updateProject: () => ({ name: 'Renamed' }),
  createSubproject: () => ({ name: 'New' }),
  createAgent: () => ({ source: newAgent }),
  updateAgent: () => ({ source: newAgent }),
  addAgent: () => ({ source: newAgent }),
  writeAgent: () => ({ source: newAgent }),
  createEnvironment: () => ({ name: 'New', variables: { api: 'https://x.example' } }),
  updateEnvironment: () => ({ name: 'Renamed' }),
  addRecording: () => ({ name: 'new.wav', audio: tone().toString('base64') }),
  keepRunRecording: () => ({ name: 'new.wav' }),
  setJudge: () => ({ rubric: 'Be strict.' }),
  measureStability: () => ({}),
  labelReply: () => ({ label: 'passed' }),
  createDevice: () => visitor('New'),
  updateDevice: () => ({ concurrencyLimit: 2 }),
  checkDeviceHealth: () => ({}),
  renameDevice: () => ({ name: 'Renamed' }),
  renameApiKey: () => ({ name: 'Renamed' }),
  runDemo: () => ({}),
  tryConnection: () => ({ channel: { kind: 'http', url: 'https://bot.example' }, message: 'Hi' }),
  openPicker: () => ({ channel: { kind: 'browser', url: 'https://shop.example' } }),
  actInPicker: () => ({ kind: 'open' }),
  createSuite: ({ projectId }) => ({ name: 'New', projectId, platform: 'webchat' }),
  importSuite: ({ projectId }) => ({
    projectId,
    fileName: 'suite.yml',
    content: Buffer.from(botSuiteSource({ botUrl: 'https://bot.example' })).toString('base64'),
  }),
  renameSuite: () => ({ name: 'Renamed' }),
  updateSuite: () => ({ name: 'Renamed' }),
  moveSuite: ({ projectId }) => ({ projectId }),
  previewSchedule: () => ({ config: { everyMinutes: 60 } }),
  pauseMonitor: () => ({ until: null }),
  changeIncident: () => ({ isAcknowledged: true }),
  createSuiteView: () => ({ name: 'Failing', filters: { state: 'failing' }, isShared: false }),
  changeSuiteView: () => ({ name: 'Renamed' }),
  setDefaultSuiteView: () => ({ viewId: null }),
  visitOverview: () => ({ arrives: true, shownAt: new Date().toISOString() }),
  markOverview: () => ({ from: null, to: null }),
  saveStatusPage: () => ({
    slug: 'acme-status',
    title: 'Acme',
    isPublic: true,
    isListed: false,
    suites: [],
  }),
  createCalendar: () => ({ name: 'Nights', timeZone: 'UTC', windows: [], holidays: [] }),
  updateCalendar: () => ({ name: 'Renamed', timeZone: 'UTC', windows: [], holidays: [] }),
  createAlertChannel: () => ({ ...alertRoute, target: mailTarget }),
  updateAlertChannel: () => ({ ...alertRoute, name: 'Renamed' }),
  setMonitoring: () => ({ isMonitoring: true }),
  createApiKey: () => ({ name: 'New' }),
  createWebhook: () => webhookInput,
  updateWebhook: () => ({ name: 'Renamed' }),
  rotateWebhookSecret: () => ({}),
  addProject: () => ({ name: 'New' }),
  addEnvironment: () => ({ name: 'New' }),
  writeEnvironment: () => ({ name: 'Renamed' }),
  writeLibrary: () => ({ source: '- block: hello\n- hello: hello\n' }),
  updateLibrary: () => ({ source: '- block: hello\n- hello: hello\n' }),
  renameBlock: () => ({ from: 'greet', to: 'welcome' }),
  addDevice: () => visitor('New'),
  checkSuite: () => ({ source: botSuiteSource({ botUrl: 'https://bot.example' }) }),
  addSuite: ({ projectId }) => ({
    name: 'New',
    projectId,
    source: botSuiteSource({ botUrl: 'https://bot.example' }),
  }),
  writeSuite: () => ({ name: 'Renamed' }),
  beginQuarantine: () => ({ test: 'Test 1', reason: 'Known bug', days: 7 }),
  beginRun: () => ({}),
  addCalendar: () => ({ name: 'Release', timeZone: 'UTC', windows: [], holidays: [] }),
  writeCalendar: () => ({ name: 'Written', timeZone: 'UTC', windows: [], holidays: [] }),
  writeMonitor: () => ({ isMonitoring: true }),
  startRun: () => ({}),
  overrideVerdict: () => ({ test: 0, outcome: 'passed', reason: 'It is right.' }),
  reevaluateRun: () => ({}),
  shareRun: () => ({ days: 7 }),
  createExploration: ({ suiteId }) => ({ suiteId }),
  renameExploration: () => ({ name: 'Renamed' }),
  startConversation: () => ({}),
  say: () => ({ conversation: 1, input: { kind: 'text', text: 'Hello' } }),
  speak: () => ({
    conversation: 1,
    audio: printSpeech(new Int16Array(8000)).toString('base64'),
  }),
  nameState: () => ({ name: 'Welcome' }),
  createLoadTest: ({ suiteId = '' }) => ({ ...steadyLoad, suiteId }),
  setSubscription: () => ({ status: 'enabled', planId: 'startup', endDate: null, quotas: {} }),
  setEgress: () => ({ allow: ['10.0.0.0/8:443'] }),
  setAreas: () => ({ loadTesting: true, exploratoryTesting: null }),
  updateUser: () => ({ name: 'Renamed' }),
  patchUserProperty: () => ({ value: 'Renamed' }),
  sendFeedback: () => ({
    userName: 'Ada',
    email: 'ada@example.org',
    feedback: 'Good',
    timestamp: new Date().toISOString(),
    path: '/',
  }),
};

/** Query parameters that endpoints require. */
const queries: Record<string, Record<string, string>> = {
  getFigures: { from: '2026-01-01', to: '2026-01-31' },
  getCourse: { test: 'Test 1' },
  deleteJudge: { judge: 'strict' },
  getStepDays: { test: 'Test 1', step: '0', from: '2026-01-01', to: '2026-01-31' },
};

/** Names under which the contract's modules export endpoints. */
const contractNames = new Map<unknown, string>(
  Object.values({ ...contract, allEndpoints: {} })
    .flatMap((exported) => (typeof exported === 'object' ? Object.entries(exported) : []))
    .map(([name, exported]) => [exported, name]),
);

/** Returns `GET /path`, as test titles name endpoints. */
export function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** Returns a body with ids of the organization; undefined if the endpoint takes none, or `bodies` has none for it. */
export function validBody(endpoint: Endpoint, own: Holdings): unknown {
  if (endpoint.body === undefined) return undefined;
  return bodies[contractNames.get(endpoint.original ?? endpoint) ?? '']?.(own);
}

/** @param runId a run with which a gate compares; defaults to one that does not exist */
export function validQuery(
  endpoint: Endpoint,
  { runId = 'AAAAAAAAAAAAAAAAAAAAAA' }: Holdings = {},
): Record<string, string> | undefined {
  if (endpoint.query === undefined) return undefined;
  const own = queries[contractNames.get(endpoint.original ?? endpoint) ?? ''];
  return { token: 'x', name: 'x', email: 'x@example.org', baseline: runId, ...own };
}
