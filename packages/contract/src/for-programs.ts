/**
 * Dashboard endpoints that are also part of the public API: the same input, response and permission, with an API key at
 * another address. Endpoints that differ for programs, such as pages by cursor, are in public-api.ts.
 */

import * as agents from './agents.ts';
import * as alerts from './alerts.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as devices from './devices.ts';
import type { Endpoint } from './endpoint.ts';
import * as explorations from './explorations.ts';
import * as history from './history.ts';
import * as incidents from './incidents.ts';
import * as judges from './judges.ts';
import * as libraries from './libraries.ts';
import * as loadTests from './load-tests.ts';
import * as monitoring from './monitoring.ts';
import * as organizations from './organizations.ts';
import * as overview from './overview.ts';
import type { Permission } from './permissions.ts';
import * as projects from './projects.ts';
import * as quarantines from './quarantines.ts';
import * as recordings from './recordings.ts';
import * as runShares from './run-shares.ts';
import * as runs from './runs.ts';
import * as statusPages from './status-pages.ts';
import * as suites from './suites.ts';
import * as webhooks from './webhooks.ts';

const base = '/api/v1';

type OfOrganization = Endpoint & { access: { organization: Permission } };

/** The public version of a dashboard endpoint, which is its `original`. */
type Offered<E extends OfOrganization, Path extends string> = Omit<
  E,
  'access' | 'path' | 'operationId'
> & {
  access: { apiKey: E['access']['organization'] };
  path: `${typeof base}${Path}`;
  operationId: string;
  original: E;
};

// @__NO_SIDE_EFFECTS__
function offer<const E extends OfOrganization, const Path extends string>(
  original: E,
  operationId: string,
  path: Path,
): Offered<E, Path> {
  const { organization: apiKey } = original.access;
  return { ...original, access: { apiKey }, path: `${base}${path}`, operationId, original };
}

export const readOrganization = offer(
  organizations.getOrganization,
  'getOrganization',
  '/organization',
);
export const renameOrganization = offer(
  organizations.updateOrganization,
  'renameOrganization',
  '/organization',
);
export const changeRole = offer(
  organizations.changeMemberRole,
  'changeMemberRole',
  '/members/{memberId}',
);
export const removeMember = offer(
  organizations.removeMember,
  'removeMember',
  '/members/{memberId}',
);
export const inviteMember = offer(organizations.invite, 'inviteMember', '/invitations');
export const resendInvitation = offer(
  organizations.resendInvitation,
  'resendInvitation',
  '/invitations/{invitationId}',
);
export const deleteInvitation = offer(
  organizations.deleteInvitation,
  'deleteInvitation',
  '/invitations/{invitationId}',
);

export const readKeys = offer(apiKeys.listApiKeys, 'listApiKeys', '/api-keys');
export const renameKey = offer(apiKeys.renameApiKey, 'renameApiKey', '/api-keys/{apiKeyId}');
export const revokeKey = offer(apiKeys.revokeApiKey, 'revokeApiKey', '/api-keys/{apiKeyId}');

export const readAudit = offer(audit.listAudit, 'listAuditLog', '/audit-log');
export const exportAuditLog = offer(audit.exportAudit, 'exportAuditLog', '/audit-log/export');

export const changeProject = offer(
  projects.updateProject,
  'updateProject',
  '/projects/{projectId}',
);
export const removeProject = offer(
  projects.deleteProject,
  'deleteProject',
  '/projects/{projectId}',
);

export const readDevice = offer(devices.getDevice, 'getDevice', '/devices/{deviceId}');
export const changeDevice = offer(devices.updateDevice, 'updateDevice', '/devices/{deviceId}');
export const removeDevice = offer(devices.deleteDevice, 'deleteDevice', '/devices/{deviceId}');
export const readDeviceSuites = offer(
  devices.listDeviceSuites,
  'listDeviceSuites',
  '/devices/{deviceId}/suites',
);
export const readDeviceHealth = offer(
  devices.getDeviceHealth,
  'getDeviceHealth',
  '/devices/{deviceId}/health',
);
export const checkDevice = offer(
  devices.checkDeviceHealth,
  'checkDeviceHealth',
  '/devices/{deviceId}/health',
);
export const readDeviceCalendar = offer(
  devices.getDeviceCalendar,
  'getDeviceCalendar',
  '/devices/{deviceId}/calendar',
);

export const removeSuite = offer(suites.deleteSuite, 'deleteSuite', '/suites/{suiteId}');
export const copySuite = offer(suites.cloneSuite, 'cloneSuite', '/suites/{suiteId}/clone');
export const moveSuite = offer(suites.moveSuite, 'moveSuite', '/suites/{suiteId}/project');
export const exportSuite = offer(
  suites.downloadSuite,
  'downloadSuite',
  '/suites/{suiteId}/download',
);
export const importSuite = offer(suites.importSuite, 'importSuite', '/suites/import');
export const readReadiness = offer(
  runs.getReadiness,
  'getSuiteReadiness',
  '/suites/{suiteId}/readiness',
);
export const readStandings = offer(
  overview.listSuiteStandings,
  'listSuiteStandings',
  '/suite-standings',
);

export const readQuarantines = offer(
  quarantines.listQuarantines,
  'listQuarantines',
  '/suites/{suiteId}/quarantines',
);
export const quarantineTest = offer(
  quarantines.beginQuarantine,
  'createQuarantine',
  '/suites/{suiteId}/quarantines',
);
export const endQuarantine = offer(
  quarantines.endQuarantine,
  'endQuarantine',
  '/suites/{suiteId}/quarantines/{quarantineId}',
);

export const readEvidence = offer(
  runs.getRunEvidence,
  'getRunEvidence',
  '/runs/{runId}/evidence/{evidenceId}',
);
export const readRunEnvironment = offer(
  runs.getRunEnvironment,
  'getRunEnvironment',
  '/runs/{runId}/environment',
);
export const overrideRun = offer(
  runs.overrideVerdict,
  'overrideVerdict',
  '/runs/{runId}/overrides',
);
export const readShares = offer(runShares.listRunShares, 'listRunShares', '/runs/{runId}/shares');
export const createShare = offer(runShares.shareRun, 'createRunShare', '/runs/{runId}/shares');
export const revokeShare = offer(
  runShares.endRunShare,
  'revokeRunShare',
  '/runs/{runId}/shares/{shareId}',
);

export const readFigures = offer(history.getFigures, 'getRunFigures', '/history/figures');
export const readMetricDays = offer(
  history.getMetricDays,
  'getSuiteMetricDays',
  '/suites/{suiteId}/metric-days',
);
export const exportHistory = offer(history.exportRuns, 'exportRuns', '/history/export');
export const readStepHistory = offer(
  history.getCourse,
  'getStepHistory',
  '/suites/{suiteId}/history/steps',
);
export const readStepDays = offer(
  history.getStepDays,
  'getStepDays',
  '/suites/{suiteId}/history/steps/days',
);

export const readIncident = offer(
  incidents.getMonitor,
  'getMonitorIncident',
  '/monitors/{suiteId}/incident',
);
export const readIncidents = offer(alerts.listAlerts, 'listIncidents', '/incidents');
export const changeIncident = offer(
  incidents.changeIncident,
  'updateIncident',
  '/incidents/{incidentId}',
);
export const pauseMonitor = offer(
  monitoring.pauseMonitor,
  'pauseMonitor',
  '/monitors/{suiteId}/pause',
);
export const previewSchedule = offer(
  monitoring.previewSchedule,
  'previewSchedule',
  '/monitors/{suiteId}/schedule-preview',
);
export const readHolidaySets = offer(
  monitoring.listHolidaySets,
  'listHolidaySets',
  '/holiday-sets',
);
export const readStops = offer(
  monitoring.listMonitoringStops,
  'listMonitoringStops',
  '/monitoring-stops',
);
export const readStatusPage = offer(statusPages.getStatusPage, 'getStatusPage', '/status-page');
export const writeStatusPage = offer(
  statusPages.saveStatusPage,
  'updateStatusPage',
  '/status-page',
);

export const readChannels = offer(alerts.listAlertChannels, 'listAlertChannels', '/alert-channels');
export const createChannel = offer(
  alerts.createAlertChannel,
  'createAlertChannel',
  '/alert-channels',
);
export const changeChannel = offer(
  alerts.updateAlertChannel,
  'updateAlertChannel',
  '/alert-channels/{alertChannelId}',
);
export const removeChannel = offer(
  alerts.deleteAlertChannel,
  'deleteAlertChannel',
  '/alert-channels/{alertChannelId}',
);
export const testChannel = offer(
  alerts.testAlertChannel,
  'testAlertChannel',
  '/alert-channels/{alertChannelId}/test',
);
export const askRecipients = offer(
  alerts.askAlertRecipients,
  'askAlertRecipients',
  '/alert-channels/{alertChannelId}/confirmations',
);
export const readAlertDeliveries = offer(
  alerts.listAlertDeliveries,
  'listAlertDeliveries',
  '/alert-channels/{alertChannelId}/deliveries',
);

export const readAgents = offer(agents.listAgents, 'listAgents', '/projects/{projectId}/agents');
export const addAgent = offer(agents.createAgent, 'createAgent', '/projects/{projectId}/agents');
export const writeAgent = offer(
  agents.updateAgent,
  'updateAgent',
  '/projects/{projectId}/agents/{agentId}',
);
export const removeAgent = offer(
  agents.deleteAgent,
  'deleteAgent',
  '/projects/{projectId}/agents/{agentId}',
);
export const readAgentUses = offer(
  agents.listAgentUses,
  'listAgentUses',
  '/projects/{projectId}/agents/{agentId}/uses',
);

export const readLibraryUses = offer(
  libraries.listLibraryUses,
  'listLibraryUses',
  '/projects/{projectId}/library/uses',
);
export const renameLibraryBlock = offer(
  libraries.renameBlock,
  'renameLibraryBlock',
  '/projects/{projectId}/library/rename',
);

export const readRecordings = offer(
  recordings.listRecordings,
  'listRecordings',
  '/projects/{projectId}/recordings',
);
export const createRecording = offer(
  recordings.addRecording,
  'createRecording',
  '/projects/{projectId}/recordings',
);
export const readRecordingAudio = offer(
  recordings.getRecordingAudio,
  'getRecordingAudio',
  '/projects/{projectId}/recordings/{recordingId}/audio',
);
export const removeRecording = offer(
  recordings.deleteRecording,
  'deleteRecording',
  '/projects/{projectId}/recordings/{recordingId}',
);
export const keepRunRecording = offer(
  recordings.keepRunRecording,
  'keepRunRecording',
  '/runs/{runId}/evidence/{evidenceId}/recording',
);

export const readWebhooks = offer(webhooks.listWebhooks, 'listWebhooks', '/webhooks');
export const createWebhook = offer(webhooks.createWebhook, 'createWebhook', '/webhooks');
export const changeWebhook = offer(
  webhooks.updateWebhook,
  'updateWebhook',
  '/webhooks/{webhookId}',
);
export const removeWebhook = offer(
  webhooks.deleteWebhook,
  'deleteWebhook',
  '/webhooks/{webhookId}',
);
export const rotateWebhookSecret = offer(
  webhooks.rotateWebhookSecret,
  'rotateWebhookSecret',
  '/webhooks/{webhookId}/secret',
);
export const testWebhook = offer(webhooks.testWebhook, 'testWebhook', '/webhooks/{webhookId}/test');
export const readWebhookDeliveries = offer(
  webhooks.listWebhookDeliveries,
  'listWebhookDeliveries',
  '/webhooks/{webhookId}/deliveries',
);
export const replayWebhookDelivery = offer(
  webhooks.replayWebhookDelivery,
  'replayWebhookDelivery',
  '/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
);

export const readLoadTests = offer(loadTests.listLoadTests, 'listLoadTests', '/load-tests');
export const startLoadTest = offer(loadTests.createLoadTest, 'startLoadTest', '/load-tests');
export const readLoadTest = offer(loadTests.getLoadTest, 'getLoadTest', '/load-tests/{loadTestId}');
export const removeLoadTest = offer(
  loadTests.deleteLoadTest,
  'deleteLoadTest',
  '/load-tests/{loadTestId}',
);
export const stopLoadTest = offer(
  loadTests.stopLoadTest,
  'stopLoadTest',
  '/load-tests/{loadTestId}/stop',
);
export const readLoadPoints = offer(
  loadTests.listLoadPoints,
  'listLoadPoints',
  '/load-tests/{loadTestId}/points',
);
export const readLoadReport = offer(
  loadTests.getLoadReport,
  'getLoadReport',
  '/load-tests/{loadTestId}/report',
);
export const exportLoadTest = offer(
  loadTests.exportLoadTest,
  'exportLoadTest',
  '/load-tests/{loadTestId}/export',
);
export const readLoadTarget = offer(
  loadTests.getLoadTarget,
  'getLoadTarget',
  '/suites/{suiteId}/load-target',
);
export const checkLoadTarget = offer(
  loadTests.checkLoadTarget,
  'checkLoadTarget',
  '/suites/{suiteId}/load-target/check',
);

export const readExplorations = offer(
  explorations.listExplorations,
  'listExplorations',
  '/explorations',
);
export const createExploration = offer(
  explorations.createExploration,
  'createExploration',
  '/explorations',
);
export const readExploration = offer(
  explorations.getExploration,
  'getExploration',
  '/explorations/{explorationId}',
);
export const renameExploration = offer(
  explorations.renameExploration,
  'renameExploration',
  '/explorations/{explorationId}',
);
export const removeExploration = offer(
  explorations.deleteExploration,
  'deleteExploration',
  '/explorations/{explorationId}',
);
export const readExplorationEvents = offer(
  explorations.listExplorationEvents,
  'listExplorationEvents',
  '/explorations/{explorationId}/events',
);
export const startConversation = offer(
  explorations.startConversation,
  'startConversation',
  '/explorations/{explorationId}/conversations',
);
export const endConversation = offer(
  explorations.endConversation,
  'endConversation',
  '/explorations/{explorationId}/conversations/end',
);
export const sayInExploration = offer(
  explorations.say,
  'sayInExploration',
  '/explorations/{explorationId}/inputs',
);

export const readJudge = offer(judges.getJudge, 'getJudge', '/projects/{projectId}/judge');
export const writeJudge = offer(judges.setJudge, 'updateJudge', '/projects/{projectId}/judge');
export const readJudges = offer(judges.listJudges, 'listJudges', '/projects/{projectId}/judges');
export const removeJudge = offer(judges.deleteJudge, 'deleteJudge', '/projects/{projectId}/judge');
export const readJudgedReplies = offer(
  judges.listJudgedReplies,
  'listJudgedReplies',
  '/projects/{projectId}/judge/replies',
);
export const collectReplies = offer(
  judges.collectReplies,
  'collectJudgedReplies',
  '/projects/{projectId}/judge/replies',
);
export const labelReply = offer(
  judges.labelReply,
  'labelJudgedReply',
  '/projects/{projectId}/judge/replies/{replyId}/label',
);
export const removeLabel = offer(
  judges.removeLabel,
  'removeReplyLabel',
  '/projects/{projectId}/judge/replies/{replyId}/label',
);
export const measureJudge = offer(
  judges.measureJudge,
  'measureJudge',
  '/projects/{projectId}/judge/measurement',
);
export const cancelMeasurement = offer(
  judges.cancelMeasurement,
  'cancelJudgeMeasurement',
  '/projects/{projectId}/judge/measurement',
);
export const measureStability = offer(
  judges.measureStability,
  'measureJudgeStability',
  '/projects/{projectId}/judge/stability',
);
