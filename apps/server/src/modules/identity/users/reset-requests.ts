import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { oneTimeTokens } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { mailsPerHourMax } from '../../../platform/mail/mail.ts';
import { mailboxOf } from './mailbox-of.ts';
import { sha256 } from './one-time-tokens.ts';

/** Slots are free a little later than emails stop counting, because a job writes the email after the request. */
const slotS = 3600 + 60;

const { tokenHash, purpose, expiresAt } = oneTimeTokens;

/**
 * Counts a request for a password reset, by the same limits as the emails. It counts requests for addresses without an account
 * as well, so that the result reveals no accounts.
 * @param email canonical address
 * @returns 0 if an email may be sent, otherwise the seconds until the next one
 */
export async function countResetRequest(db: Database, email: string): Promise<number> {
  const waitS = await takeSlot(db, `address ${email}`, mailsPerHourMax.address);
  return waitS || takeSlot(db, `mailbox ${mailboxOf(email)}`, mailsPerHourMax.mailbox);
}

/** Takes one of `count` slots, each of which is a row until it expires. */
async function takeSlot(db: Database, key: string, count: number): Promise<number> {
  const slots = Array.from({ length: count }, (_, slot) => sha256(`reset ${key} ${slot}`));
  const secondsLeft = sql<number>`ceil(extract(epoch from ${expiresAt} - now()))::int`;
  const taken = await db
    .select({ tokenHash, secondsLeft })
    .from(oneTimeTokens)
    .where(and(inArray(tokenHash, slots), gt(expiresAt, sql`now()`)));
  const isTaken = new Set(taken.map((slot) => slot.tokenHash));
  for (const slot of slots) {
    if (!isTaken.has(slot) && (await claim(db, slot))) return 0;
  }
  return Math.max(1, Math.min(slotS, ...taken.map((slot) => slot.secondsLeft)));
}

/** @returns false if a concurrent request has taken the slot */
async function claim(db: Database, slot: string): Promise<boolean> {
  const until = sql`now() + make_interval(secs => ${slotS})`;
  const claimed = await db
    .insert(oneTimeTokens)
    .values({ tokenHash: slot, purpose: 'reset-request', payload: {}, expiresAt: until })
    .onConflictDoUpdate({
      target: tokenHash,
      set: { expiresAt: until },
      setWhere: and(eq(purpose, 'reset-request'), lte(expiresAt, sql`now()`)),
    })
    .returning({ tokenHash });
  return claimed.length > 0;
}
