/**
 * The lists that become outdated by each change in the contract. A list is the start of a query key, joined by slashes.
 * `{orgId}` and the like are path parameters; they match any value if the endpoint does not have that parameter.
 */
import type * as contract from '@parley/contract';
import { queryClient } from './query-client.ts';

type Modules = typeof contract;

/** Method and path ("PUT /path") of an endpoint with which a signed-in user changes something. */
type ChangeOf<E> = E extends {
  method: infer Verb extends 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: infer Path extends string;
  access: infer Access;
}
  ? Access extends 'public' | { apiKey: string }
    ? never
    : `${Verb} ${Path}`
  : never;

type Change = {
  [M in keyof Modules]: Modules[M] extends object
    ? { [N in keyof Modules[M]]: ChangeOf<Modules[M][N]> }[keyof Modules[M]]
    : never;
}[keyof Modules];

/** No lists: the caller stores the response itself, or no list shows the change. */
const nothing: readonly string[] = [];
/** No lists: open pages learn about all runs through the live socket. */
const toldLive = nothing;

const suites = [
  'projects/{orgId}',
  'suites/{orgId}/of-project',
  'suites/{orgId}/of-platform',
  'devices/{orgId}',
  'monitoring/{orgId}/monitors',
  'overview/{orgId}/suites',
];
const environments = ['environments/{orgId}'];
const agents = ['agents/{orgId}'];
const libraries = ['libraries/{orgId}'];
const recordings = ['recordings/{orgId}'];
const judges = ['judges/{orgId}'];
const devices = ['devices/{orgId}/list', 'devices/{orgId}/calendar'];
const explorations = ['explorations/{orgId}/list'];
const loadTests = ['load-tests/{orgId}/list'];
const channels = ['monitoring/{orgId}/channels'];
const calendars = ['monitoring/{orgId}/calendars'];
const incidents = [
  'monitoring/{orgId}/monitor',
  'monitoring/{orgId}/alerts',
  'overview/{orgId}/now',
];
const shares = ['runs/{orgId}/shares'];
const suiteViews = ['suite-views/{orgId}'];
const reliability = ['history/{orgId}/reliability'];
const apiKeys = ['api-keys/{orgId}'];
const webhooks = ['webhooks/{orgId}/list'];
const webhookDeliveries = ['webhooks/{orgId}/deliveries'];
const organizations = ['operations/organizations/list'];

/** Every change of the contract has an entry. A missing or superfluous entry is a type error. */
export const outdatedBy: Record<Change, readonly string[]> = {
  'DELETE /users/{id}': nothing,
  'PUT /internal/v1/users/{id}': nothing,
  'PATCH /internal/v1/users/{id}/property/{propertyName}': nothing,
  'POST /internal/v1/users/{id}/sendVerificationEmail': nothing,
  // This browser is signed out, too, so it cannot refetch anything.
  'DELETE /internal/v1/users/{id}/sessions': nothing,
  'DELETE /internal/v1/users/{id}/sessions/{sessionId}': ['account/{id}/sessions'],
  'DELETE /internal/v1/users/{id}/run-shares': shares,
  'DELETE /internal/v1/users/{id}/api-keys': apiKeys,
  'PUT /internal/v1/users/{id}/mail-preferences': nothing,

  'PUT /internal/v1/users/{userId}/organizations/{orgId}/single-sign-on': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/single-sign-on/domain': nothing,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/single-sign-on': nothing,

  // The organization with its members and invitations is in the session, which is reloaded.
  'POST /internal/v1/users/{userId}/organizations': nothing,
  'PUT /internal/v1/organizations/{orgId}/invitations/{email}': nothing,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/activate': nothing,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/members/{memberId}': nothing,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/members/{memberId}': [
    ...channels,
    ...apiKeys,
  ],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/invitations': nothing,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/invitations/{invitationId}': nothing,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/invitations/{invitationId}': nothing,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/billing/checkout': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/billing/portal': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/billing/refresh': [
    'billing-invoices/{orgId}',
    'billing-retention/{orgId}',
  ],

  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects': ['projects/{orgId}'],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/subprojects': [
    'projects/{orgId}',
  ],
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}': [
    'projects/{orgId}',
    'devices/{orgId}/suites',
  ],
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}': [
    'projects/{orgId}',
  ],

  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/agents': agents,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/agents/{agentId}':
    agents,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/agents/{agentId}':
    agents,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/environments':
    environments,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/environments/{environmentId}':
    environments,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/environments/{environmentId}':
    environments,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/library': libraries,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/library/rename': [
    ...libraries,
    ...suites,
  ],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/recordings':
    recordings,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/recordings/{recordingId}':
    recordings,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/evidence/{evidenceId}/recording':
    recordings,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge': judges,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge': judges,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge/replies': [
    ...judges,
    'label-queue/{orgId}',
  ],
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge/replies/{replyId}/label':
    judges,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge/replies/{replyId}/label':
    judges,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge/measurement':
    judges,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge/measurement':
    judges,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/projects/{projectId}/judge/stability':
    judges,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/devices': devices,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/devices/{deviceId}': devices,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/devices/{deviceId}': devices,
  // Suites that used the device now run without one.
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/devices/{deviceId}': [
    'devices/{orgId}/list',
    'suites/{orgId}',
  ],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/devices/{deviceId}/health': nothing,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites': suites,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites/import': suites,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/clone': suites,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}': suites,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}': suites,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/project': suites,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/monitoring': [
    ...suites,
    'monitoring/{orgId}/stops',
    'billing/{orgId}',
  ],
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}': suites,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/quarantines':
    reliability,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/quarantines/{quarantineId}':
    reliability,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/runs': toldLive,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/cancel': toldLive,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/overrides': toldLive,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/reevaluation': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/shares': shares,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/shares/{shareId}': shares,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/suite-views': suiteViews,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/suite-views/{viewId}': suiteViews,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/suite-views/{viewId}': suiteViews,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/default-suite-view': suiteViews,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/overview/visits': nothing,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/overview/seen': nothing,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/examples/demo-run': suites,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/examples/project': [
    ...suites,
    ...explorations,
  ],
  // Everything that contained data of the project.
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/examples/project': [
    ...suites,
    ...explorations,
    'runs/{orgId}',
    'history/{orgId}',
    'overview/{orgId}',
    'monitoring/{orgId}',
  ],

  'POST /internal/v1/users/{userId}/organizations/{orgId}/explorations/trials': [],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/pickers': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/pickers/{pickerId}/actions': nothing,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/pickers/{pickerId}': nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/explorations': explorations,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}':
    explorations,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}':
    explorations,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}/conversations':
    explorations,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}/conversations/end':
    explorations,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}/inputs':
    nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}/recordings':
    nothing,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/explorations/{explorationId}/states/{stateKey}/name':
    nothing,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/exclusion-calendars': calendars,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/exclusion-calendars/{calendarId}':
    calendars,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/exclusion-calendars/{calendarId}': [
    ...calendars,
    'monitoring/{orgId}/monitors',
  ],
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/monitors/{suiteId}/pause': [
    'monitoring/{orgId}/monitors',
    'monitoring/{orgId}/monitor',
    'overview/{orgId}',
  ],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/schedule-preview':
    nothing,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/status-page': [
    'monitoring/{orgId}/status-page',
  ],
  'POST /internal/v1/users/{userId}/organizations/{orgId}/alert-channels': channels,
  'PUT /internal/v1/users/{userId}/organizations/{orgId}/alert-channels/{alertChannelId}': channels,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/alert-channels/{alertChannelId}':
    channels,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/alert-channels/{alertChannelId}/confirmations':
    channels,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/alert-channels/{alertChannelId}/test': [
    'monitoring/{orgId}/deliveries',
  ],
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/incidents/{incidentId}': incidents,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/testsuites/{suiteId}/loadtarget/check':
    nothing,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/loadtests': loadTests,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/loadtests/{loadTestId}/stop': loadTests,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/loadtests/{loadTestId}': loadTests,

  'POST /internal/v1/helpers/feedback': nothing,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/api-keys': apiKeys,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/api-keys/{apiKeyId}': apiKeys,
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/api-keys/{apiKeyId}': apiKeys,

  'POST /internal/v1/users/{userId}/organizations/{orgId}/webhooks': webhooks,
  'PATCH /internal/v1/users/{userId}/organizations/{orgId}/webhooks/{webhookId}': [
    ...webhooks,
    ...webhookDeliveries,
  ],
  'DELETE /internal/v1/users/{userId}/organizations/{orgId}/webhooks/{webhookId}': webhooks,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/webhooks/{webhookId}/secret': webhooks,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/webhooks/{webhookId}/test':
    webhookDeliveries,
  'POST /internal/v1/users/{userId}/organizations/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay':
    webhookDeliveries,

  'DELETE /internal/v1/operations/dead-work/{kind}/{deadWorkId}': ['operations/health'],
  'POST /internal/v1/operations/dead-work/{kind}/{deadWorkId}/retry': ['operations/health'],
  'PUT /internal/v1/operations/organizations/{organizationId}/members/{memberId}/areas':
    organizations,
  'PUT /internal/v1/operations/organizations/{organizationId}/egress': organizations,
  'PUT /internal/v1/operations/organizations/{organizationId}/subscription': organizations,
};

interface Changed {
  method: string;
  path: string;
}

/** Refetches the lists that a change made outdated: immediately if they are on screen, otherwise when they are next shown. */
export function outdateLists({ method, path }: Changed, params: Record<string, string> = {}): void {
  const lists = (outdatedBy as Record<string, readonly string[]>)[`${method} ${path}`] ?? nothing;
  // Most changes in an organization are recorded in the audit log.
  const log = 'orgId' in params ? ['audit/{orgId}'] : [];
  for (const list of [...lists, ...log]) {
    const parts = list.split('/').map((part) => partIn(part, params));
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) =>
        parts.every((part, index) => part === undefined || part === queryKey[index]),
    });
  }
}

/** @returns undefined for a parameter that the endpoint does not have, which matches any value */
function partIn(part: string, params: Record<string, string>): string | undefined {
  return part.startsWith('{') ? params[part.slice(1, -1)] : part;
}
