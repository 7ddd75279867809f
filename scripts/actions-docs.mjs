import { globSync, readFileSync } from 'node:fs';
import * as contract from '../packages/contract/src/index.ts';

/** Reasons why a cell has no entry. The first four are decisions; the last one is a gap. */
const reasons = {
  screen: 'It serves a screen: a draft, a preview, a place in a list.',
  person:
    'It is left to a person who is signed in, because it changes how people or programs sign in.',
  page: 'It needs a page or a microphone: a payment, a picture of a page, a voice.',
  focus: 'The command line and the tools for assistants are kept to the work on tests.',
  missing: 'Not there yet.',
};

/**
 * Actions that the public API has in a form of its own, by the name of the dashboard's.
 * @type {Record<string, string>}
 */
const ownOperations = {
  getUsage: 'getUsage',
  listProjects: 'listProjects',
  listSubprojects: 'listProjects',
  createProject: 'createProject',
  createSubproject: 'createProject',
  listEnvironments: 'listEnvironments',
  createEnvironment: 'createEnvironment',
  updateEnvironment: 'updateEnvironment',
  deleteEnvironment: 'deleteEnvironment',
  listAgents: 'listAgents',
  createAgent: 'createAgent',
  updateAgent: 'updateAgent',
  deleteAgent: 'deleteAgent',
  listAgentUses: 'listAgentUses',
  getLibrary: 'getLibrary',
  updateLibrary: 'updateLibrary',
  pageDevices: 'listDevices',
  createDevice: 'createDevice',
  renameDevice: 'updateDevice',
  listSuites: 'listSuites',
  pageSuites: 'listSuites',
  getSuite: 'getSuite',
  createSuite: 'createSuite',
  updateSuite: 'updateSuite',
  renameSuite: 'updateSuite',
  setMonitoring: 'updateMonitor',
  startRun: 'startRun',
  listRuns: 'listRuns',
  getRun: 'getRun',
  cancelRun: 'cancelRun',
  judgeGate: 'getRunGate',
  // Under apart.edited, for the run that is named as the baseline.
  listEditedTests: 'getRunGate',
  listRunEvents: 'listRunEvents',
  listRunFailures: 'listRunFailures',
  getReliability: 'getSuiteHistory',
  getOverview: 'getOverview',
  listMonitors: 'listMonitors',
  listCalendars: 'listExclusionCalendars',
  createCalendar: 'createExclusionCalendar',
  updateCalendar: 'updateExclusionCalendar',
  deleteCalendar: 'deleteExclusionCalendar',
};

/** @type {Record<string, string>} */
const commands = {
  createSuite: 'init',
  importSuite: 'import',
  downloadSuite: 'export',
  startRun: 'run',
  cancelRun: 'run',
  listRunEvents: 'run',
  getRunEvidence: 'run',
  reevaluateRun: 'run',
  getRun: 'open',
  judgeGate: 'gate',
  getJudge: 'judge',
  measureJudge: 'judge',
  measureStability: 'judge',
  cancelMeasurement: 'judge',
  ...namesOf('pull', [
    'listProjects',
    'listSubprojects',
    'listEnvironments',
    'getLibrary',
    'listSuites',
    'pageSuites',
    'getSuite',
    'listCalendars',
    'pageDevices',
    'listAlertChannels',
    'listWebhooks',
    'getStatusPage',
  ]),
  ...namesOf('deploy', [
    'createProject',
    'createSubproject',
    'createEnvironment',
    'updateEnvironment',
    'deleteEnvironment',
    'updateLibrary',
    'updateSuite',
    'deleteSuite',
    'setMonitoring',
    'createCalendar',
    'updateCalendar',
    'deleteCalendar',
    'createDevice',
    'updateDevice',
    'deleteDevice',
    'createAlertChannel',
    'updateAlertChannel',
    'deleteAlertChannel',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'saveStatusPage',
  ]),
};

/**
 * @param {string} command
 * @param {string[]} actions
 * @returns {Record<string, string>} the command by each of the actions that it does
 */
function namesOf(command, actions) {
  return Object.fromEntries(actions.map((action) => [action, command]));
}

/** @type {Record<string, string>} */
const tools = {
  getOverview: 'list_broken',
  listSuites: 'list_suites',
  pageSuites: 'list_suites',
  getSuite: 'read_suite',
  updateSuite: 'draft_test',
  getReliability: 'read_test_history',
  listRuns: 'list_runs',
  getRun: 'explain_run',
  listRunFailures: 'explain_run',
  listRunEvents: 'read_conversation',
  startRun: 'start_run',
  cancelRun: 'cancel_run',
  judgeGate: 'gate_run',
};

/** Actions that the public API lacks, by reason. */
const notInApi = {
  person: ['createApiKey', 'setSingleSignOn', 'proveSingleSignOnDomain', 'deleteSingleSignOn'],
  page: [
    'openCheckout',
    'openPortal',
    'refreshSubscription',
    'speak',
    'runDemo',
    'openPicker',
    'getPicker',
    'getPickerPicture',
    'actInPicker',
    'closePicker',
  ],
  screen: [
    'validateProjectName',
    'getProjectHierarchy',
    'canDeleteProject',
    'searchNames',
    'visitOverview',
    'markOverview',
    'tryConnection',
    'nameState',
    'getPreviousRun',
    'listSuiteViews',
    'createSuiteView',
    'changeSuiteView',
    'deleteSuiteView',
    'setDefaultSuiteView',
    'createExampleProject',
    'removeExampleProject',
    'listOffers',
  ],
  missing: [
    'getProject',
    'getBilling',
    'getRetention',
    'listInvoices',
    'getSingleSignOn',
    'reevaluateRun',
    'getExplorationEvidence',
  ],
};

/** Actions without a command or tool that pipelines and assistants would use. */
const missingCommands = ['listRuns'];
const missingTools = ['setMonitoring', 'changeIncident', 'getRunEvidence', 'beginQuarantine'];

/** @typedef {{ name: string, endpoint: contract.Endpoint }} Action */

/**
 * @param {unknown} one
 * @returns {one is contract.Endpoint}
 */
const isEndpoint = (one) => typeof one === 'object' && one !== null && 'access' in one;

/** @param {contract.Endpoint} endpoint */
const isOfOrganization = ({ access }) => typeof access === 'object' && 'organization' in access;

/** @returns {Action[]} */
function actions() {
  return Object.entries(contract)
    .filter(([module]) => !['allEndpoints', 'publicApi', 'forPrograms'].includes(module))
    .flatMap(([, exported]) =>
      typeof exported === 'object' && exported !== null ? Object.entries(exported) : [],
    )
    .flatMap(([name, endpoint]) =>
      isEndpoint(endpoint) && isOfOrganization(endpoint) ? [{ name, endpoint }] : [],
    );
}

/** @param {string} reason */
const because = (reason) => `– ${reason}`;

/**
 * @param {Action} action
 * @param {Map<contract.Endpoint, string>} offered
 * @returns {string[]} what programs use, by API, command and tool
 */
function cellsOf({ name, endpoint }, offered) {
  const operation = offered.get(endpoint) ?? ownOperations[name];
  const [reason] = Object.entries(notInApi).find(([, names]) => names.includes(name)) ?? [];
  if ((operation === undefined) === (reason === undefined))
    throw new Error(`${name}: say in scripts/actions-docs.mjs how programs do it, or why not`);
  const other = reason === undefined || reason === 'missing' ? 'focus' : reason;
  const command = commands[name] && `\`${commands[name]}\``;
  const tool = tools[name] && `\`${tools[name]}\``;
  return [
    operation ? `\`${operation}\`` : because(reason ?? 'missing'),
    command ?? because(missingCommands.includes(name) ? 'missing' : other),
    tool ?? because(missingTools.includes(name) ? 'missing' : other),
  ];
}

/**
 * Refuses names in the tables above that do not exist.
 * @param {Action[]} all
 */
function checkNames(all) {
  const operations = new Set(contract.allEndpoints.map(contract.operationIdOf));
  const unknown = Object.values(ownOperations).filter((one) => !operations.has(one));
  const names = new Set(all.map(({ name }) => name));
  const known = [ownOperations, commands, tools].flatMap((table) => Object.keys(table));
  const gaps = [...Object.values(notInApi).flat(), ...missingCommands, ...missingTools];
  const listed = [...known, ...gaps].filter((one) => !names.has(one));
  // A gap that has been closed.
  const outdated = [
    ...missingCommands.filter((one) => commands[one]),
    ...missingTools.filter((one) => tools[one]),
  ];
  const page = readFileSync('docs/cli.md', 'utf8');
  const noCommand = Object.values(commands).filter((one) => !page.includes(`## parley ${one}`));
  const source = globSync('packages/mcp/src/tools/*.ts').map((file) => readFileSync(file, 'utf8'));
  const noTool = Object.values(tools).filter((one) => !source.join().includes(`name: '${one}'`));
  const wrong = [...unknown, ...listed, ...outdated, ...noCommand, ...noTool];
  if (wrong.length > 0)
    throw new Error(`scripts/actions-docs.mjs names what is not there, or not missing: ${wrong}`);
}

/** Generates docs/actions.md from the contract. */
export function actionsDocs() {
  const all = actions();
  checkNames(all);
  /** @type {Map<contract.Endpoint, string>} */
  const offered = new Map(
    Object.values(contract.forPrograms).map(({ original, operationId }) => [original, operationId]),
  );
  const rows = all.map((action) => ({ action, cells: cellsOf(action, offered) }));
  const cells = rows.flatMap((row) => row.cells);
  const missing = cells.filter((cell) => cell === because('missing')).length;
  const share = ((100 * missing) / cells.length).toFixed(1);
  if (missing > cells.length / 10)
    throw new Error(`${missing} of ${cells.length} cells are missing`);
  const lines = rows.map(
    ({ action: { endpoint }, cells: of }) =>
      `| ${endpoint.summary.split(/[;:.] |[;:.]$/)[0]} | ${of.join(' | ')} |`,
  );
  return `# What programs can do

For developers who want to know whether a program can do what a person does in the dashboard. Each row is an action of the
dashboard, with the operation of the [public API](api.md), the [command](cli.md) and the [tool for assistants](mcp.md) that do it.

A dash has one of five reasons:

| reason | meaning |
| --- | --- |
${Object.entries(reasons)
  .map(([reason, meaning]) => `| ${reason} | ${meaning} |`)
  .join('\n')}

${all.length} actions have ${cells.length} cells, of which ${missing} are missing (${share}%).

| action | API | command | tool |
| --- | --- | --- | --- |
${lines.join('\n')}
`;
}
