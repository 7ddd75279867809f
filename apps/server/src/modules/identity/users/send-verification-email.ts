import { desc, eq, sql } from 'drizzle-orm';
import { memberships } from '../../../db/schema/organizations.ts';
import type { Database } from '../../../platform/database/db.ts';
import { hasEnoughMails } from '../../../platform/mail/mail.ts';
import type { Platform } from '../../../platform/platform.ts';
import { verificationMail } from './mails.ts';
import { issueVerificationToken } from './verification-token.ts';

/** Emails a new link, unless the limit of such emails is reached; the last link then stays valid. */
export async function sendVerificationEmail(
  { config, mail }: Platform,
  db: Database,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const kind = verificationMail(config.publicUrl, email, '');
  if (await hasEnoughMails(db, kind)) return;
  const organizationId = await currentOrganizationId(db, userId);
  const token = await issueVerificationToken(db, { userId, email, organizationId });
  await mail.queueMail(db, verificationMail(config.publicUrl, email, token));
}

/**
 * Returns the id of the user's current organization, or `default` if there is none yet. `default` will then stand for the
 * organization that the user creates.
 */
async function currentOrganizationId(db: Database, userId: string): Promise<string> {
  const [row] = await db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId))
    .orderBy(sql`${memberships.lastCurrentAt} desc nulls last`, desc(memberships.addedAt))
    .limit(1);
  return row?.id ?? 'default';
}
