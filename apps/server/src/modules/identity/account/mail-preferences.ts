/** Email preferences, and the link that changes them without signing in. */
import { account, type MailKind, type MailPreferences } from '@parley/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { mailPreferences } from '../../../db/schema/mail-preferences.ts';
import type { Database } from '../../../platform/database/db.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { seal, unseal } from '../../../platform/security/seal.ts';
import { canonicalEmail } from '../users/canonical-email.ts';

const defaults: MailPreferences = { alerts: true, usage: true, runs: 'never' };

const purpose = 'unsubscribe';

const linkSchema = z.object({ email: z.string(), kind: z.enum(account.mailKinds) });

export type Unsubscription = z.output<typeof linkSchema>;

export async function findMailPreferences(db: Database, email: string): Promise<MailPreferences> {
  const [row] = await db
    .select({
      alerts: mailPreferences.alerts,
      usage: mailPreferences.usage,
      runs: mailPreferences.runs,
    })
    .from(mailPreferences)
    .where(eq(mailPreferences.email, email));
  return row ?? defaults;
}

/** Changes the given fields and keeps the others. */
export async function writeMailPreferences(
  db: Database,
  email: string,
  change: Partial<MailPreferences>,
): Promise<void> {
  const { runs, runsSince } = mailPreferences;
  const since = sql`case when ${runs} = excluded.runs then ${runsSince} else now() end`;
  await db
    .insert(mailPreferences)
    .values({ ...defaults, ...change, email })
    .onConflictDoUpdate({
      target: mailPreferences.email,
      set: { email, ...change, ...(change.runs && { runsSince: since }) },
    });
}

/** Returns those of the addresses that have not unsubscribed. */
export async function thoseWhoWant(
  db: Database,
  kind: 'alerts' | 'usage',
  emails: readonly string[],
): Promise<string[]> {
  const canonical = emails.map((email) => canonicalEmail(email) ?? email);
  const refused = await db
    .select({ email: mailPreferences.email })
    .from(mailPreferences)
    .where(and(inArray(mailPreferences.email, canonical), eq(mailPreferences[kind], false)));
  const refusers = new Set(refused.map(({ email }) => email));
  return emails.filter((_, index) => !refusers.has(canonical[index] ?? ''));
}

/** Returns the link that unsubscribes an address from one kind of email, without signing in. */
export function unsubscribeUrl(
  { secret, publicUrl }: { secret: string; publicUrl: string },
  kind: MailKind,
  email: string,
): string {
  const link: Unsubscription = { email: canonicalEmail(email) ?? email, kind };
  return `${publicUrl}/unsubscribe?token=${seal(secret, purpose, JSON.stringify(link))}`;
}

export function readUnsubscribeToken(secret: string, token: string): Unsubscription {
  try {
    return linkSchema.parse(JSON.parse(unseal(secret, purpose, token)));
  } catch (cause) {
    throw new ApiError('invalid_token', { cause });
  }
}

export function switchOff(db: Database, { email, kind }: Unsubscription): Promise<void> {
  return writeMailPreferences(db, email, kind === 'runs' ? { runs: 'never' } : { [kind]: false });
}
