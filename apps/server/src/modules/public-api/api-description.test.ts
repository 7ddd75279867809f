/** Compares the description of the public API with the responses of the server. */
import { request } from 'node:http';
import { allEndpoints, apiKeys, operationIdOf } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

interface Operation {
  operationId: string;
  tags: string[];
  responses: Record<string, { $ref?: string; description?: string }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: {
    responses: Record<string, { description: string }>;
    schemas: Record<string, unknown>;
  };
}

let app: TestApp;
let document: Document;
let key: string;
let readOnlyKey: string;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
  const { owner } = await createTenant(app);
  const create = async (name: string, access: 'full' | 'read') =>
    (await owner.call(apiKeys.createApiKey, { body: { name, access } })).body.key;
  key = await create('All', 'full');
  readOnlyKey = await create('Reader', 'read');
  document = (await (await fetch(`${app.url}/docs/json`)).json()) as Document;
});

afterAll(() => app.close());

const described = allEndpoints
  .filter(({ path }) => path.startsWith('/api/v1/'))
  .map((endpoint) => [operationIdOf(endpoint), endpoint] as const);

function operation(id: string): Operation {
  const all = Object.values(document.paths).flatMap((path) => Object.values(path));
  const found = all.filter(({ operationId }) => operationId === id);
  expect(found).toHaveLength(1);
  return found[0] as Operation;
}

/** @returns the error codes in the description of the status, as one text */
function codesOf({ responses }: Operation, status: number): string {
  const { $ref, description } = responses[status] ?? {};
  const shared = $ref === undefined ? undefined : $ref.split('/').at(-1);
  return (
    (shared === undefined ? description : document.components.responses[shared]?.description) ?? ''
  );
}

interface Sent {
  method?: string;
  token?: string;
  body?: string;
  type?: string;
  host?: string;
}

/** Sends a request by `node:http`, because `fetch` sets the host itself and sends no body with GET. */
function send(path: string, { method, token, body, type, host }: Sent) {
  const headers = {
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': type ?? 'application/json' }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    ...(host !== undefined && { host }),
  };
  return new Promise<{ status: number; code: string; allow: string | undefined }>(
    (resolve, reject) => {
      const asked = request(`${app.url}${path}`, { method, headers }, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        const code = (JSON.parse(text || '{}') as { error?: { code: string } }).error?.code ?? '';
        resolve({ status: response.statusCode ?? 0, code, allow: response.headers.allow });
      });
      asked.on('error', reject);
      asked.end(body);
    },
  );
}

const unknown = (path: string) => path.replaceAll(/\{\w+\}/g, 'unknown');

describe('operations', () => {
  it('keep their names, after which generated clients name their functions', () => {
    expect(described.map(([id]) => id).toSorted()).toMatchInlineSnapshot(`
      [
        "askAlertRecipients",
        "cancelJudgeMeasurement",
        "cancelRun",
        "changeMemberRole",
        "checkDeviceHealth",
        "checkLoadTarget",
        "cloneSuite",
        "collectJudgedReplies",
        "createAgent",
        "createAlertChannel",
        "createDevice",
        "createEnvironment",
        "createExclusionCalendar",
        "createExploration",
        "createProject",
        "createQuarantine",
        "createRecording",
        "createRunShare",
        "createSuite",
        "createWebhook",
        "deleteAgent",
        "deleteAlertChannel",
        "deleteDevice",
        "deleteEnvironment",
        "deleteExclusionCalendar",
        "deleteExploration",
        "deleteInvitation",
        "deleteJudge",
        "deleteLoadTest",
        "deleteProject",
        "deleteRecording",
        "deleteSuite",
        "deleteWebhook",
        "downloadSuite",
        "endConversation",
        "endQuarantine",
        "exportAuditLog",
        "exportLoadTest",
        "exportRuns",
        "getDevice",
        "getDeviceCalendar",
        "getDeviceHealth",
        "getExploration",
        "getJudge",
        "getLibrary",
        "getLoadReport",
        "getLoadTarget",
        "getLoadTest",
        "getMonitor",
        "getMonitorIncident",
        "getOrganization",
        "getOverview",
        "getRecordingAudio",
        "getRun",
        "getRunEnvironment",
        "getRunEvidence",
        "getRunFigures",
        "getRunGate",
        "getRunJunit",
        "getStatusPage",
        "getStepDays",
        "getStepHistory",
        "getSuite",
        "getSuiteHistory",
        "getSuiteMetricDays",
        "getSuiteReadiness",
        "getUsage",
        "importSuite",
        "inviteMember",
        "keepRunRecording",
        "labelJudgedReply",
        "lintSuite",
        "listAgentUses",
        "listAgents",
        "listAlertChannels",
        "listAlertDeliveries",
        "listApiKeys",
        "listAuditLog",
        "listDeviceSuites",
        "listDevices",
        "listEnvironments",
        "listExclusionCalendars",
        "listExplorationEvents",
        "listExplorations",
        "listHolidaySets",
        "listIncidents",
        "listJudgedReplies",
        "listJudges",
        "listLibraryUses",
        "listLoadPoints",
        "listLoadTests",
        "listMonitoringStops",
        "listMonitors",
        "listProjects",
        "listQuarantines",
        "listRecordings",
        "listRunEvents",
        "listRunEvidence",
        "listRunFailures",
        "listRunShares",
        "listRunTests",
        "listRuns",
        "listSuiteStandings",
        "listSuites",
        "listWebhookDeliveries",
        "listWebhooks",
        "measureJudge",
        "measureJudgeStability",
        "moveSuite",
        "overrideVerdict",
        "pauseMonitor",
        "previewSchedule",
        "removeMember",
        "removeReplyLabel",
        "renameApiKey",
        "renameExploration",
        "renameLibraryBlock",
        "renameOrganization",
        "replayWebhookDelivery",
        "resendInvitation",
        "revokeApiKey",
        "revokeRunShare",
        "rotateWebhookSecret",
        "sayInExploration",
        "startConversation",
        "startLoadTest",
        "startRun",
        "stopLoadTest",
        "testAlertChannel",
        "testWebhook",
        "updateAgent",
        "updateAlertChannel",
        "updateDevice",
        "updateEnvironment",
        "updateExclusionCalendar",
        "updateIncident",
        "updateJudge",
        "updateLibrary",
        "updateMonitor",
        "updateProject",
        "updateStatusPage",
        "updateSuite",
        "updateWebhook",
      ]
    `);
  });

  it('have a name of their own in the description of the dashboard, too', async () => {
    const internal = (await (await fetch(`${app.url}/docs/internal/json`)).json()) as Document;
    const ids = Object.values(internal.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.filter((id) => !/^[a-z][a-zA-Z]+$/.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(described)('%s has a tag, and names what it takes and answers', (id) => {
    const { tags } = operation(id);
    expect(tags).toHaveLength(1);
    expect(tags).not.toContain('Other');
  });
});

it('named schemas are all there, and keep their names', () => {
  const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)];
  const named = Object.keys(document.components.schemas);
  expect([...new Set(references.map(([, name]) => name))].toSorted()).toEqual(named.toSorted());
  expect(named.toSorted()).toMatchInlineSnapshot(`
    [
      "ApiError",
      "AskAlertRecipientsResult",
      "CancelJudgeMeasurementResult",
      "ChangeMemberRoleRequest",
      "ChangeMemberRoleResult",
      "CheckDeviceHealthRequest",
      "CheckDeviceHealthResult",
      "CheckLoadTargetResult",
      "CloneSuiteResult",
      "CollectJudgedRepliesResult",
      "CreateAgentRequest",
      "CreateAgentResult",
      "CreateAlertChannelRequest",
      "CreateAlertChannelResult",
      "CreateDeviceRequest",
      "CreateEnvironmentRequest",
      "CreateExclusionCalendarRequest",
      "CreateExplorationRequest",
      "CreateExplorationResult",
      "CreateProjectRequest",
      "CreateQuarantineRequest",
      "CreateQuarantineResult",
      "CreateRecordingRequest",
      "CreateRunShareRequest",
      "CreateRunShareResult",
      "CreateSuiteRequest",
      "CreateWebhookRequest",
      "Device",
      "DeviceSettings",
      "EndConversationResult",
      "Environment",
      "ErrorProblem",
      "Evidence",
      "ExclusionCalendar",
      "Failure",
      "Gate",
      "GetDeviceCalendarResult",
      "GetDeviceHealthResult",
      "GetExplorationResult",
      "GetJudgeResult",
      "GetLibraryResult",
      "GetLoadReportResult",
      "GetLoadTargetResult",
      "GetLoadTestResult",
      "GetMonitorIncidentResult",
      "GetOrganizationResult",
      "GetRunEnvironmentResult",
      "GetRunFiguresResult",
      "GetStepDaysResult",
      "GetStepHistoryResult",
      "GetSuiteMetricDaysResult",
      "GetSuiteReadinessResult",
      "GetUsageResult",
      "ImportSuiteRequest",
      "ImportSuiteResult",
      "Interaction",
      "InviteMemberRequest",
      "InviteMemberResult",
      "KeepRunRecordingRequest",
      "LabelJudgedReplyRequest",
      "LintSuiteRequest",
      "ListAgentUsesResult",
      "ListAuditLogResult",
      "ListDeviceSuitesResult",
      "ListDevicesResult",
      "ListExplorationEventsResult",
      "ListExplorationsResult",
      "ListJudgedRepliesResult",
      "ListJudgesResult",
      "ListLibraryUsesResult",
      "ListLoadPointsResult",
      "ListLoadTestsResult",
      "ListMonitorsResult",
      "ListProjectsResult",
      "ListQuarantinesResult",
      "ListRunEventsResult",
      "ListRunEvidenceResult",
      "ListRunFailuresResult",
      "ListRunTestsResult",
      "ListRunsResult",
      "ListSuiteStandingsResult",
      "ListSuitesResult",
      "ListWebhookDeliveriesResult",
      "MeasureJudgeResult",
      "MeasureJudgeStabilityRequest",
      "MeasureJudgeStabilityResult",
      "Monitor",
      "MoveSuiteRequest",
      "MoveSuiteResult",
      "OverrideVerdictRequest",
      "Overview",
      "PauseMonitorRequest",
      "PauseMonitorResult",
      "PreviewScheduleRequest",
      "PreviewScheduleResult",
      "Project",
      "Recording",
      "RenameApiKeyRequest",
      "RenameApiKeyResult",
      "RenameExplorationRequest",
      "RenameExplorationResult",
      "RenameLibraryBlockRequest",
      "RenameLibraryBlockResult",
      "RenameOrganizationRequest",
      "RenameOrganizationResult",
      "ResendInvitationResult",
      "RotateWebhookSecretRequest",
      "Run",
      "RunCounts",
      "RunEvent",
      "RunStatus",
      "SayInExplorationRequest",
      "SayInExplorationResult",
      "Schedule",
      "StartConversationRequest",
      "StartConversationResult",
      "StartLoadTestRequest",
      "StartLoadTestResult",
      "StartRunRequest",
      "StopLoadTestResult",
      "StoredSchedule",
      "Suite",
      "SuiteCheck",
      "SuiteHistory",
      "SuiteSummary",
      "TestAlertChannelResult",
      "TestResult",
      "UpdateAgentRequest",
      "UpdateAgentResult",
      "UpdateAlertChannelRequest",
      "UpdateAlertChannelResult",
      "UpdateDeviceRequest",
      "UpdateEnvironmentRequest",
      "UpdateExclusionCalendarRequest",
      "UpdateIncidentRequest",
      "UpdateIncidentResult",
      "UpdateJudgeRequest",
      "UpdateJudgeResult",
      "UpdateLibraryRequest",
      "UpdateLibraryResult",
      "UpdateMonitorRequest",
      "UpdateProjectRequest",
      "UpdateProjectResult",
      "UpdateStatusPageRequest",
      "UpdateStatusPageResult",
      "UpdateSuiteRequest",
      "UpdateWebhookRequest",
      "Webhook",
      "WebhookDelivery",
      "WebhookWithSecret",
    ]
  `);
});

describe.each(described)('%s answers only what it declares', (id, { method, path, access }) => {
  const url = unknown(path);
  const isRead = method === 'GET';
  const isByReaders =
    typeof access === 'object' && 'apiKey' in access && access.apiKey.endsWith('.read');
  const cases: [what: string, sent: Sent, status: number][] = [
    ['no key', {}, 401],
    ['a foreign host', { token: 'x', host: 'elsewhere.example' }, 421],
    ...(isRead
      ? []
      : ([
          ['half a body', { token: 'full', body: '{' }, 400],
          [
            'a form',
            { token: 'full', body: 'a=b', type: 'application/x-www-form-urlencoded' },
            415,
          ],
        ] as [string, Sent, number][])),
    ...(isByReaders
      ? []
      : ([['a key that only reads', { token: 'reader', body: '{}' }, 403]] as [
          string,
          Sent,
          number,
        ][])),
    ...(path.includes('{') && (isRead || method === 'DELETE')
      ? ([['an unknown id', { token: 'full' }, 404]] as [string, Sent, number][])
      : []),
  ];

  it.each(cases)('to %s', async (_, sent, status) => {
    const token = { full: key, reader: readOnlyKey }[sent.token ?? ''] ?? sent.token;
    const answer = await send(url, { method, ...sent, ...(token !== undefined && { token }) });
    // A missing required query parameter is reported before the ID is looked up.
    const isQueryMissing = status === 404 && answer.status === 400;
    expect(answer.status).toBe(isQueryMissing ? 400 : status);
    expect(codesOf(operation(id), answer.status)).toContain(`\`${answer.code}\``);
  });
});

it('a body is too large', async () => {
  const body = `"${'x'.repeat(300_000)}"`;
  const { status, code } = await send('/api/v1/projects', { method: 'POST', token: key, body });
  expect([status, code]).toEqual([413, 'too_large']);
  expect(codesOf(operation('createProject'), 413)).toContain('`too_large`');
});

it('a path names its methods to another method', async () => {
  const refused = await send('/api/v1/runs', { method: 'DELETE' });
  expect(refused).toEqual({ status: 405, code: 'method_not_allowed', allow: 'GET, HEAD' });
  const both = await send('/api/v1/suites/any', { method: 'POST', body: 'no JSON' });
  expect(both).toMatchObject({ status: 405, allow: 'GET, HEAD, PUT, DELETE' });
  expect((await send('/api/v1/nowhere', { method: 'GET' })).status).toBe(404);
});
