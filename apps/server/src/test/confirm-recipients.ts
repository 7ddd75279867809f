import { alertRecipients } from '../db/schema/alerts.ts';
import { hashOfRecipient } from '../modules/monitoring/alerts/alert-limits.ts';
import type { TestApp } from './test-app.ts';

/** Confirms recipients, as if they had opened the link in the email that asks for consent. */
export async function confirmRecipients(
  { platform }: Pick<TestApp, 'platform'>,
  organizationId: string,
  emails: string[],
): Promise<void> {
  for (const email of emails)
    await platform.db
      .insert(alertRecipients)
      .values({ organizationId, recipient: hashOfRecipient(email), status: 'confirmed', asks: 0 })
      .onConflictDoUpdate({
        target: [alertRecipients.organizationId, alertRecipients.recipient],
        set: { status: 'confirmed' },
      });
}
