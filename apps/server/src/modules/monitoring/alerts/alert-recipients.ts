/**
 * Manages the consent of recipients of alert emails. Anybody can enter anybody's address, so recipients outside the
 * organization must confirm first. Until then, they get only emails that ask for confirmation, at most `asksMax`.
 */
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { alertRecipients } from '../../../db/schema/alerts.ts';
import type { Database } from '../../../platform/database/db.ts';
import type { WorkScope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { type CountedMail, hasEnoughMails, type Mail } from '../../../platform/mail/mail.ts';
import { renderMail } from '../../../platform/mail/mail-template.ts';
import { seal, unseal } from '../../../platform/security/seal.ts';
import { canonicalEmail, mailboxOf } from '../../identity/identity.ts';
import { findOrganization, findVerifiedEmails } from '../../organizations/organizations.ts';
import { hashOfRecipient } from './alert-limits.ts';

/** Maximum number of emails that ask one address for consent, per organization. */
const asksMax = 3;

const purpose = 'alert-recipient';

const linkSchema = z.object({ email: z.string(), organizationId: z.string() });

type Link = z.output<typeof linkSchema>;

export interface Recipients {
  /** Recipients who can be sent alerts. */
  confirmed: string[];
  waiting: string[];
  declined: string[];
}

interface Asking {
  config: { secret: string; publicUrl: string };
  mail: Mail;
}

const keyOf = (email: string) => hashOfRecipient(canonicalEmail(email) ?? email);

/**
 * Divides recipients by consent. Members with a verified address do not have to confirm.
 *
 * @param asksRecipients false for channels from before consent was required; their recipients count as confirmed
 */
export async function divideRecipients(
  scope: WorkScope,
  { asksRecipients }: { asksRecipients: boolean },
  emails: readonly string[],
): Promise<Recipients> {
  if (!asksRecipients) return { confirmed: [...emails], waiting: [], declined: [] };
  const canonical = emails.map((email) => canonicalEmail(email) ?? email);
  const members = await findVerifiedEmails(scope, canonical);
  const rows = await scope.db
    .select({ recipient: alertRecipients.recipient, status: alertRecipients.status })
    .from(alertRecipients)
    .where(and(inOrganization(scope), inArray(alertRecipients.recipient, emails.map(keyOf))));
  const statuses = new Map(rows.map(({ recipient, status }) => [recipient, status]));
  const divided: Recipients = { confirmed: [], waiting: [], declined: [] };
  for (const email of emails) {
    const status = statuses.get(keyOf(email));
    const isMember = members.has(canonicalEmail(email) ?? email);
    if (isMember || status === 'confirmed') divided.confirmed.push(email);
    else divided[status === 'declined' ? 'declined' : 'waiting'].push(email);
  }
  return divided;
}

/**
 * Asks recipients who were not asked yet. With `again`, also asks those whose last request was over a day ago, up to `asksMax`
 * times.
 *
 * @returns the number of recipients who were asked
 */
export async function askRecipients(
  scope: WorkScope,
  { config, mail }: Asking,
  emails: readonly string[],
  { again = false } = {},
): Promise<number> {
  const { db, organizationId } = scope;
  let asked = 0;
  for (const email of emails) {
    const row = { organizationId, recipient: keyOf(email), status: 'asked' as const, asks: 1 };
    const insertion = db.insert(alertRecipients).values(row);
    const [mayAsk] = await (again
      ? insertion.onConflictDoUpdate({
          target: [alertRecipients.organizationId, alertRecipients.recipient],
          set: { asks: sql`${alertRecipients.asks} + 1`, askedAt: sql`now()` },
          setWhere: and(
            eq(alertRecipients.status, 'asked'),
            lt(alertRecipients.asks, asksMax),
            lt(alertRecipients.askedAt, sql`now() - interval '1 day'`),
          ),
        })
      : insertion.onConflictDoNothing()
    ).returning({ asks: alertRecipients.asks });
    if (!mayAsk) continue;
    const message = await confirmationMail(db, config, { email, organizationId });
    if (await hasEnoughMails(db, message)) continue;
    await mail.queueMail(db, message);
    asked += 1;
  }
  return asked;
}

/** Confirms recipients from before confirmation was required. */
export async function confirmAll(scope: WorkScope, emails: readonly string[]): Promise<void> {
  for (const email of emails) await answer(scope, email, 'confirmed');
}

async function answer(
  { db, organizationId }: WorkScope,
  email: string,
  status: 'confirmed' | 'declined',
): Promise<void> {
  await db
    .insert(alertRecipients)
    .values({ organizationId, recipient: keyOf(email), status, asks: 0 })
    .onConflictDoUpdate({
      target: [alertRecipients.organizationId, alertRecipients.recipient],
      set: { status },
    });
}

/**
 * Reads whom a confirmation link is for, and the answer so far.
 *
 * @throws ApiError `invalid_token`
 */
export async function readLink(db: Database, secret: string, token: string) {
  const link = openLink(secret, token);
  const organization = await findOrganization({ db, organizationId: link.organizationId });
  if (!organization) throw new ApiError('invalid_token');
  const { confirmed, declined } = await divideRecipients(
    { db, organizationId: link.organizationId },
    { asksRecipients: true },
    [link.email],
  );
  const answered = confirmed.length > 0 ? 'confirmed' : declined.length > 0 ? 'declined' : null;
  return { email: link.email, organization: organization.name, answer: answered } as const;
}

export async function answerByLink(
  db: Database,
  secret: string,
  token: string,
  given: 'confirmed' | 'declined',
): Promise<void> {
  const { email, organizationId } = openLink(secret, token);
  await readLink(db, secret, token);
  await answer({ db, organizationId }, email, given);
}

function openLink(secret: string, token: string): Link {
  try {
    return linkSchema.parse(JSON.parse(unseal(secret, purpose, token)));
  } catch (cause) {
    throw new ApiError('invalid_token', { cause });
  }
}

async function confirmationMail(
  db: Database,
  { secret, publicUrl }: Asking['config'],
  link: Link,
): Promise<CountedMail> {
  const organization = await findOrganization({ db, organizationId: link.organizationId });
  const name = organization?.name ?? '';
  const token = seal(secret, purpose, JSON.stringify(link));
  const address = `${publicUrl}/alert-recipient?token=${token}`;
  const message = renderMail({
    to: link.email,
    subject: `Do you want alerts from ${name}?`,
    paragraphs: [
      `An administrator of ${name} wants to send alerts about its monitored test suites to this address.`,
      'You get no alerts unless you confirm.',
    ],
    link: { label: 'Confirm', address },
    secondLink: { label: 'Decline', address: `${address}&answer=declined` },
    footnote: 'If you do not know the organization, decline, or ignore this email.',
  });
  return { ...message, kind: 'alert-recipient', mailbox: mailboxOf(link.email) };
}

const inOrganization = ({ organizationId }: WorkScope) =>
  eq(alertRecipients.organizationId, organizationId);
