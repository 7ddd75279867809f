const labels: Record<string, string> = {
  runs: 'Runs',
  mails: 'Mails',
  alerts: 'Alerts',
  'mail.send': 'Sending mails',
  'identity.request-password-reset': 'Password resets',
  'identity.delete-expired': 'Removing expired tokens and sessions',
  'audit.delete-old': 'Removing old entries of audit logs',
  'billing.warn-of-quotas': 'Warning of quotas',
  'runs.trim': 'Removing old runs and their files',
  'explorations.trim': 'Removing old files of explorations',
  'load-tests.trim': 'Removing old load tests',
  'monitoring.trim': 'Removing old times of monitors and alerts',
  'idempotency.delete-old': 'Removing old idempotency keys',
};

/** A job without words of its own is called by its name. */
export function workLabel(kind: string): string {
  return labels[kind] ?? kind;
}
