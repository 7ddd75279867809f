import { canonicalEmail, emailDomain } from './canonical-email.ts';

/** Providers that ignore dots, so that `a.da` and `ada` are the same mailbox. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the mailbox to which an address most likely belongs, for counting emails: without a tag, and without dots if the
 * provider ignores them. Accounts are never merged because of it.
 */
export function mailboxOf(address: string): string {
  const email = canonicalEmail(address) ?? address.trim().toLowerCase();
  const domain = emailDomain(email);
  const [name = ''] = email.slice(0, -domain.length - 1).split('+');
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
