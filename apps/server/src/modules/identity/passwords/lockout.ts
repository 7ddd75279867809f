/**
 * Slows down password guessing per account, without ever blocking it for good. After five failures, the next attempt has to
 * wait 1 s, and each further failure doubles that, up to 5 minutes. An attempt counts before its password is checked, and a
 * correct password resets the count, so a thousand concurrent attempts achieve no more than sequential ones. Attempts from a
 * device that has signed in to the account before are counted separately, so that others cannot lock out the owner.
 */
import { createHmac } from 'node:crypto';
import { eq, or, sql } from 'drizzle-orm';
import { signInFailures } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { newId } from '../../../platform/security/ids.ts';
import { isSameSecret } from '../../../platform/security/is-same-secret.ts';

const freeAttempts = 5;
const waitMaxS = 300;
/** Time without attempts after which the count starts again. */
const forgottenAfter = sql`interval '15 minutes'`;

const { failures, lastFailedAt, subject: subjectColumn } = signInFailures;

/** Seconds to wait after the failures so far. The exponent is limited to keep the number in range. */
const waitS = sql`case when ${failures} < ${freeAttempts} then 0
  else least(${waitMaxS}, power(2, least(${failures} - ${freeAttempts}, 20))) end`;

/**
 * Counts an attempt.
 *
 * @returns 0 if it may proceed, otherwise the seconds that it has to wait
 */
export async function countAttempt(db: Database, subject: string): Promise<number> {
  const [counted] = await db
    .insert(signInFailures)
    .values({ subject, failures: 1, lastFailedAt: sql`now()` })
    .onConflictDoUpdate({
      target: subjectColumn,
      set: {
        failures: sql`case when ${lastFailedAt} < now() - ${forgottenAfter} then 1 else ${failures} + 1 end`,
        lastFailedAt: sql`now()`,
      },
      setWhere: sql`${lastFailedAt} + make_interval(secs => ${waitS}) <= now()`,
    })
    .returning({ failures });
  if (counted) return 0;
  const [row] = await db
    .select({
      secondsLeft: sql<number>`ceil(extract(epoch from ${lastFailedAt} + make_interval(secs => ${waitS}) - now()))::int`,
    })
    .from(signInFailures)
    .where(eq(subjectColumn, subject));
  return Math.max(1, row?.secondsLeft ?? 1);
}

export async function forgetAttempts(db: Database, subject: string): Promise<void> {
  await db.delete(signInFailures).where(eq(subjectColumn, subject));
}

/** Resets all counts of an account, including those of known devices. */
export async function forgetAllAttempts(db: Database, email: string): Promise<void> {
  const isFrom = sql`starts_with(${subjectColumn}, ${`${email} `})`;
  await db.delete(signInFailures).where(or(eq(subjectColumn, email), isFrom));
}

/**
 * Creates the mark of a device that has signed in to an account: a random id, signed together with the email. It proves only
 * that sign-in and grants no access.
 */
export function markDevice(secret: string, email: string): string {
  const device = newId();
  return `${device}.${sign(secret, device, email)}`;
}

/** Returns the subject to count: the account on this device if the device is known, otherwise the account as a whole. */
export function attemptSubject(secret: string, email: string, mark: string | undefined): string {
  const [device = '', signature = ''] = mark?.split('.') ?? [];
  const isKnown = isSameSecret(signature, sign(secret, device, email));
  return isKnown ? `${email} ${device}` : email;
}

function sign(secret: string, device: string, email: string): string {
  return createHmac('sha256', secret).update(`device ${device} ${email}`).digest('base64url');
}
