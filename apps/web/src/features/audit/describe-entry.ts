import type { AuditAction, AuditEntry } from '@parley/contract';

/** Describes each action after the person's name: `did` comes before the target, `detail` after it. */
const words: Record<AuditAction, { did: string; detail?: (detail: string) => string }> = {
  'organization.renamed': { did: 'renamed the organization to' },
  'plan.changed': { did: 'set the plan to', detail: (state) => `(${state})` },
  'organization.egress-changed': {
    did: 'set the private addresses of',
    detail: (addresses) => `to ${addresses}`,
  },
  'member.joined': { did: 'joined with', detail: inRole },
  'member.role-changed': { did: 'changed the role of', detail: (role) => `to ${role}` },
  'member.areas-changed': { did: 'set the areas of', detail: (areas) => `(${areas})` },
  'member.removed': { did: 'removed' },
  'invitation.sent': { did: 'invited', detail: inRole },
  'invitation.resent': { did: 'resent the invitation of', detail: inRole },
  'invitation.deleted': { did: 'deleted the invitation of' },
  'sign-on.set': { did: 'set up single sign-on for' },
  'sign-on.proven': { did: 'proved the domain' },
  'sign-on.deleted': { did: 'removed single sign-on for' },
  'api-key.created': {
    did: 'created the API key',
    detail: (access) => (access === 'read' ? 'to read only' : 'with full access'),
  },
  'api-key.renamed': { did: 'renamed the API key', detail: (before) => `from ${before}` },
  'api-key.revoked': { did: 'revoked the API key' },
  'webhook.created': { did: 'created the webhook', detail: toTarget },
  'webhook.changed': { did: 'changed the webhook', detail: toTarget },
  'webhook.secret-replaced': { did: 'replaced the signing secret of the webhook' },
  'webhook.deleted': { did: 'deleted the webhook' },
  'suite.deleted': { did: 'deleted the test suite' },
  'suite.wording-accepted': {
    did: 'accepted a wording of the bot in the test suite',
    detail: (wording) => wording,
  },
  'suite.moved': { did: 'moved the test suite', detail: (project) => `to ${project}` },
  'project.deleted': { did: 'deleted the project' },
  'example.created': { did: 'created the example project' },
  'example.removed': { did: 'removed the example project' },
  'environment.created': { did: 'created the environment', detail: (secrets) => secrets },
  'environment.changed': { did: 'changed the environment', detail: (secrets) => secrets },
  'environment.deleted': { did: 'deleted the environment' },
  'agent.created': { did: 'created the agent' },
  'agent.changed': { did: 'changed the agent' },
  'agent.deleted': { did: 'deleted the agent' },
  'library.changed': { did: 'changed the library of blocks of' },
  'recording.added': { did: 'added the recording' },
  'recording.deleted': { did: 'deleted the recording' },
  'judge.changed': { did: 'changed the judge of the project' },
  'judge.deleted': { did: 'deleted the judge of the project' },
  'judge.measured': { did: 'measured the judge of the project' },
  'judge.stability-measured': { did: 'measured the stability of the judge of the project' },
  'judge.measurement-cancelled': { did: 'cancelled measuring the judge of the project' },
  'judge.disagreement-settled': {
    did: 'settled a disagreement about a reply in the project',
    detail: (label) => label,
  },
  'quarantine.begun': { did: 'put in quarantine', detail: (until) => until },
  'quarantine.ended': { did: 'ended the quarantine of' },
  'run.started': { did: 'started a run of' },
  'run.cancelled': { did: 'cancelled a run of' },
  'run.verdict-overridden': { did: 'overrode a verdict of', detail: (change) => change },
  'run.shared': { did: 'shared a run of', detail: (days) => days },
  'run.share-ended': { did: 'revoked a share link to a run of' },
  'monitoring.on': { did: 'turned monitoring on for' },
  'monitoring.off': { did: 'turned monitoring off for' },
  'monitoring.scheduled': { did: 'changed the monitoring schedule of' },
  'monitoring.paused': { did: 'paused the monitoring of', detail: (until) => `until ${until}` },
  'monitoring.resumed': { did: 'ended the pause of' },
  'calendar.created': { did: 'created the exclusion calendar' },
  'calendar.changed': { did: 'changed the exclusion calendar' },
  'calendar.deleted': { did: 'deleted the exclusion calendar' },
  'alert-channel.created': { did: 'added the alert channel', detail: toTarget },
  'alert-channel.changed': { did: 'changed the alert channel', detail: toTarget },
  'alert-channel.deleted': { did: 'removed the alert channel' },
  'status-page.changed': { did: 'changed the status page', detail: (detail) => detail },
};

export function describeEntry({ action, target, detail }: AuditEntry): {
  did: string;
  target: string;
  detail: string;
} {
  const { did, detail: inWords } = words[action];
  return { did, target, detail: detail && inWords ? inWords(detail) : '' };
}

function toTarget(shown: string): string {
  return `to ${shown}`;
}

function inRole(role: string): string {
  return `as ${role}`;
}
