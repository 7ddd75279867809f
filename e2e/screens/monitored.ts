/** Monitoring data of an organization: alert channels, quiet times, and a public status page. */
import { alerts, apiKeys, monitoring, statusPages } from '@parley/contract';
import type { Account } from '../fixtures.ts';

export const statusSlug = 'acme-assistants';

interface Names {
  channel: string;
  calendar: string;
  key: string;
  /** Slug of the status page; the names below are those of the page and of the suite on it. */
  slug: string;
  status: string;
  statusLabel: string;
}

/** Creates alert channels, a calendar, a status page and an API key. */
export async function monitor(
  { account, suiteId }: { account: Account; suiteId: string },
  names: Names,
): Promise<void> {
  const told = { isEnabled: true, classes: [], afterMinutes: 0, remindEveryMinutes: null };
  await account.call(alerts.createAlertChannel, {
    body: {
      ...told,
      name: names.channel,
      target: { kind: 'email', recipients: ['ops@acme.test', 'lead@acme.test'] },
    },
  });
  await account.call(alerts.createAlertChannel, {
    body: {
      ...told,
      name: 'Chat room',
      classes: ['wrong', 'silent'],
      afterMinutes: 30,
      remindEveryMinutes: 60,
      target: { kind: 'slack', url: 'https://hooks.example.com/services/secret' },
    },
  });
  await account.call(monitoring.createCalendar, {
    body: {
      name: names.calendar,
      timeZone: 'Europe/Berlin',
      windows: [{ kind: 'weekly', reason: 'Night', days: [0, 6], from: '22:00', to: '06:00' }],
      holidays: [{ country: 'DE', region: 'BY' }],
    },
  });
  await account.call(statusPages.saveStatusPage, {
    body: {
      slug: names.slug,
      title: names.status,
      isPublic: true,
      isListed: false,
      suites: [{ suiteId, label: names.statusLabel }],
    },
  });
  await account.call(apiKeys.createApiKey, {
    body: { name: names.key, access: 'read', expiresInDays: 90 },
  });
}
