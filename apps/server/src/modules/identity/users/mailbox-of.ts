import { canonicalEmail, emailDomain } from './canonical-email.ts';

/** Providers that deliver `a.da` to `ada`. */
const dotless = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address most likely belongs to, for counting mails: without its tag, and
 * without dots where they make no difference. Accounts are never merged by it.
 */
export function mailboxOf(address: string): string {
  const email = canonicalEmail(address) ?? address.trim().toLowerCase();
  const domain = emailDomain(email);
  const [name = ''] = email.slice(0, -domain.length - 1).split('+');
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
