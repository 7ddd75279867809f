/** The API at a glance: every endpoint by module and name. */

import * as account from './account.ts';
import * as agents from './agents.ts';
import * as alerts from './alerts.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as billing from './billing.ts';
import * as catalogue from './catalogue.ts';
import * as devices from './devices.ts';
import * as environments from './environments.ts';
import * as examples from './examples.ts';
import * as explorations from './explorations.ts';
import * as forPrograms from './for-programs.ts';
import * as history from './history.ts';
import * as identity from './identity.ts';
import * as inbox from './inbox.ts';
import * as incidents from './incidents.ts';
import * as judges from './judges.ts';
import * as libraries from './libraries.ts';
import * as loadTests from './load-tests.ts';
import * as monitoring from './monitoring.ts';
import * as operations from './operations.ts';
import * as organizations from './organizations.ts';
import * as overview from './overview.ts';
import * as pickers from './pickers.ts';
import * as projects from './projects.ts';
import * as publicApi from './public-api.ts';
import * as quarantines from './quarantines.ts';
import * as recordings from './recordings.ts';
import * as runShares from './run-shares.ts';
import * as runs from './runs.ts';
import * as search from './search.ts';
import * as singleSignOn from './single-sign-on.ts';
import * as statusPages from './status-pages.ts';
import * as suiteViews from './suite-views.ts';
import * as suites from './suites.ts';
import * as webhooks from './webhooks.ts';

export type {
  AccountExport,
  AccountSession,
  Deletion,
  MailKind,
  MailPreferences,
  Proof,
} from './account.ts';
export { type Agent, type AgentUse, agentsMax } from './agents.ts';
export type {
  AlertChannel,
  AlertDelivery,
  AlertFailureClass,
  AlertTarget,
  MonitorAlert,
} from './alerts.ts';
export * from './all-endpoints.ts';
export type { ApiKey } from './api-keys.ts';
export type { AuditAction, AuditEntry, AuditTopic } from './audit.ts';
export type {
  Billing,
  Invoice,
  Meter,
  MeterKind,
  Offer,
  Payment,
  Retention,
  UsageDay,
} from './billing.ts';
export { meterKinds, quotaWarningShare } from './billing.ts';
export type { Installation, Locale, Plan, PlanId, Voice } from './catalogue.ts';
export { planAllowsMonitoring, planLacksMonitoring } from './catalogue.ts';
export * from './choices.ts';
export type {
  BrowserProfile,
  Device,
  DeviceCalendar,
  DeviceHealth,
  DevicePlatform,
  DeviceSettings,
  PhoneSettings,
  WebchatSettings,
} from './devices.ts';
export { emailPattern, isPlainAddress } from './email-pattern.ts';
export * from './endpoint.ts';
export type { Environment } from './environments.ts';
export { environmentsMax } from './environments.ts';
export * from './errors.ts';
export type {
  ConnectionTrial,
  ExplorationSummary,
  SequencedExplorationEvent,
  StoredExploration,
} from './explorations.ts';
export { pressedKeysMax, spokenSecondsMax } from './explorations.ts';
export { nameLengthMax, tagLengthMax } from './fields.ts';
export type {
  Course,
  FiguresFilter,
  Flakiness,
  HistoryExportFormat,
  HistoryFigures,
  MetricDays,
  Reliability,
  RunFigures,
  StepCourse,
  StepDays,
  StepFigures,
  TestReliability,
} from './history.ts';
export { courseRunsMax, flakyFrom, historyDaysMax } from './history.ts';
export type { User, UserProperty } from './identity.ts';
export type { Incident, IncidentChange, IncidentEvidence, MuteScope } from './incidents.ts';
export { muteScopes } from './incidents.ts';
export {
  type JudgedReply,
  type JudgeLabel,
  type JudgeView,
  judgeRepliesMax,
  judgeRubricMax,
  namedJudgesMax,
} from './judges.ts';
export { type Library, type LibraryUse, suitesSearchedForUses } from './libraries.ts';
export * from './live.ts';
export type { LoadPoint, LoadReport, LoadTarget, LoadTest, LoadTestStatus } from './load-tests.ts';
export type {
  ExclusionCalendar,
  ExclusionWindow,
  Monitor,
  MonitoringConfig,
  MonitoringInterval,
  MonitorSlot,
  MonitorStop,
  ScheduledTime,
  StopReason,
} from './monitoring.ts';
export {
  defaultInterval,
  hasCustomSchedule,
  monitoringIntervals,
  statusAllowsCustomSchedule,
  statusLacksCustomSchedule,
  stopReasons,
} from './monitoring.ts';
export type {
  Areas,
  DeadWork,
  ListedOrganization,
  OperatedOrganization,
  OperationsHealth,
  OwnQuotas,
  QueuedWork,
  ServerProcess,
} from './operations.ts';
export type { Invitation, Member, Organization, Subscription, Usage } from './organizations.ts';
export type {
  BrokenCause,
  Fault,
  Overview,
  OverviewChange,
  SuiteStanding,
  SuiteState,
} from './overview.ts';
export { changeKinds, faults, suiteStates } from './overview.ts';
export * from './permissions.ts';
export type {
  PickedParts,
  Picker,
  PickerAction,
  PickerCandidate,
  PickerPart,
  PickerPartName,
  PickerView,
} from './pickers.ts';
export { pickerParts } from './pickers.ts';
export type { Project } from './projects.ts';
export type {
  PublicEvidence,
  PublicMonitor,
  PublicSuite,
  PublicSuiteSummary,
  PublicTestResult,
  SuiteCheck,
} from './public-api.ts';
export { publicSchemaFacts, publicSchemas } from './public-schemas.ts';
export type { Quarantine } from './quarantines.ts';
export { quarantineDaysMax } from './quarantines.ts';
export type { Recording } from './recordings.ts';
export { recordingsMax, recordingUploadBytesMax } from './recordings.ts';
export { type RunGroup, runGroupNames, statusesOf } from './run-groups.ts';
export type { RunShare, ShareDays, SharedRun } from './run-shares.ts';
export { shareDays } from './run-shares.ts';
export type {
  GateView,
  gateQuery,
  RunEnvironment,
  RunPoint,
  RunStatus,
  RunSummary,
  SequencedEvent,
  ShownRunStatus,
} from './runs.ts';
export { labelOfBaseline, lastGreen } from './runs.ts';
export type { FoundNames } from './search.ts';
export {
  companyPattern,
  type SamlRefusalReason,
  type SingleSignOn,
  samlRefusalReasons,
} from './single-sign-on.ts';
export type { StatusPage, StatusPageSettings } from './status-pages.ts';
export type { SuiteView } from './suite-views.ts';
export type { StoredSuite, SuiteFileFormat, SuiteImportReport, SuiteSummary } from './suites.ts';
export type { Webhook, WebhookDelivery, WebhookEvent } from './webhooks.ts';
export {
  account,
  agents,
  alerts,
  apiKeys,
  audit,
  billing,
  catalogue,
  devices,
  environments,
  examples,
  explorations,
  forPrograms,
  history,
  identity,
  inbox,
  incidents,
  judges,
  libraries,
  loadTests,
  monitoring,
  operations,
  organizations,
  overview,
  pickers,
  projects,
  publicApi,
  quarantines,
  recordings,
  runShares,
  runs,
  search,
  singleSignOn,
  statusPages,
  suites,
  suiteViews,
  webhooks,
};
