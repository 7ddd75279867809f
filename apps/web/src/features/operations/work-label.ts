const labels: Record<string, string> = {
  runs: 'Runs',
  mails: 'Emails',
  alerts: 'Alerts',
  'mail.send': 'Sending emails',
  'identity.request-password-reset': 'Password resets',
  'identity.delete-expired': 'Removing expired tokens and sessions',
  'audit.delete-old': 'Removing old entries of audit logs',
  'billing.warn-of-quotas': 'Sending quota warnings',
  'runs.trim': 'Removing old runs and their files',
  'explorations.trim': 'Removing old files of explorations',
  'load-tests.trim': 'Removing old load tests',
  'monitoring.trim': 'Removing old monitor and alert history',
  'idempotency.delete-old': 'Removing old idempotency keys',
};

/** Label for a kind of work; the kind itself if there is no label. */
export function workLabel(kind: string): string {
  return labels[kind] ?? kind;
}
