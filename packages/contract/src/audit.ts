/** The audit log of an organization: who changed what, when and from where. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { cursor, id, timestamp } from './fields.ts';

const base = '/internal/v1/users/{userId}/organizations/{orgId}/audit';

/** All recorded actions. The first word of an action is the kind of its `target`. */
export const auditActions = [
  'organization.renamed',
  'plan.changed',
  'organization.egress-changed',
  'member.joined',
  'member.role-changed',
  'member.areas-changed',
  'member.removed',
  'invitation.sent',
  'invitation.resent',
  'invitation.deleted',
  'sign-on.set',
  'sign-on.proven',
  'sign-on.deleted',
  'api-key.created',
  'api-key.renamed',
  'api-key.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.secret-replaced',
  'webhook.deleted',
  'suite.deleted',
  'suite.moved',
  'suite.wording-accepted',
  'project.deleted',
  'example.created',
  'example.removed',
  'environment.created',
  'environment.changed',
  'environment.deleted',
  'agent.created',
  'agent.changed',
  'agent.deleted',
  'library.changed',
  'recording.added',
  'recording.deleted',
  'judge.changed',
  'judge.deleted',
  'judge.measured',
  'judge.stability-measured',
  'judge.measurement-cancelled',
  'judge.disagreement-settled',
  'quarantine.begun',
  'quarantine.ended',
  'run.started',
  'run.cancelled',
  'run.verdict-overridden',
  'run.shared',
  'run.share-ended',
  'monitoring.on',
  'monitoring.off',
  'monitoring.scheduled',
  'monitoring.paused',
  'monitoring.resumed',
  'calendar.created',
  'calendar.changed',
  'calendar.deleted',
  'alert-channel.created',
  'alert-channel.changed',
  'alert-channel.deleted',
  'status-page.changed',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** Actions grouped by their object, for filters. */
export const auditTopics = ['members', 'access', 'suites', 'monitoring', 'runs'] as const;

export type AuditTopic = (typeof auditTopics)[number];

const topics: Record<string, AuditTopic> = {
  organization: 'members',
  plan: 'members',
  member: 'members',
  invitation: 'members',
  'sign-on': 'access',
  'api-key': 'access',
  webhook: 'access',
  suite: 'suites',
  quarantine: 'suites',
  project: 'suites',
  example: 'suites',
  environment: 'suites',
  agent: 'suites',
  library: 'suites',
  recording: 'suites',
  judge: 'suites',
  monitoring: 'monitoring',
  calendar: 'monitoring',
  'alert-channel': 'monitoring',
  'status-page': 'monitoring',
  run: 'runs',
};

export function auditActionsOf(topic: AuditTopic): AuditAction[] {
  return auditActions.filter((action) => topics[action.split('.')[0] ?? ''] === topic);
}

const auditEntrySchema = z.object({
  id,
  at: timestamp,
  action: z.enum(auditActions),
  /** Name at that time. The account may have been deleted since. */
  actor: z.object({ id, name: z.string(), email: z.string() }),
  /** Name of the API key that the person used; null for actions in the dashboard. */
  apiKey: z.nullable(z.string()),
  /** IP address; null if the action came without one. */
  address: z.nullable(z.string()),
  /** Name of the changed item at that time. */
  target: z.string(),
  /** Other details, for example the new role. Empty if there are none. */
  detail: z.string(),
});

export type AuditEntry = z.output<typeof auditEntrySchema>;

const filter = {
  topic: z.optional(z.enum(auditTopics)),
  /** Id of the person who acted. */
  actorId: z.optional(id),
};

export const listAudit = endpoint({
  method: 'GET',
  path: base,
  summary: 'List the audit log, newest first; `cursor` is that of the previous page',
  access: { organization: 'organization.manage' },
  query: z.object({
    ...filter,
    cursor: z.optional(cursor),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
  }),
  response: z.object({ items: z.array(auditEntrySchema), nextCursor: z.nullable(z.string()) }),
});

export const exportAudit = endpoint({
  method: 'GET',
  path: `${base}/export`,
  summary: 'Export the whole audit log, newest first, as CSV',
  access: { organization: 'organization.manage' },
  query: z.object(filter),
  response: 'file',
  limitPerMinute: 30,
});
