import { domainToASCII } from 'node:url';
import { emailPattern, isPlainAddress } from '@parley/contract';

const longestAddress = 254;

/**
 * The one spelling under which an address is stored, compared and looked up: NFKC, lower case, the
 * domain in ASCII without a trailing dot. Null if mails cannot be sent to it. The part before the @
 * must be ASCII, so that no look-alike letter creates a second account. Tags (`name+tag@`) stay,
 * because most mail servers treat them as separate mailboxes, and testers use them so.
 */
export function canonicalEmail(text: string): string | null {
  const normal = text.normalize('NFKC').trim().toLowerCase();
  if (!emailPattern.test(normal)) return null;
  const at = normal.lastIndexOf('@');
  const mailbox = normal.slice(0, at);
  const written = normal.slice(at + 1).replace(/\.+$/, '');
  // Checked before it is turned into ASCII, which would also decode what is written with %.
  if (!/^[\x21-\x7e]+$/.test(mailbox) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(written)) return null;
  const domain = domainToASCII(written);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return null;
  const email = `${mailbox}@${domain}`;
  return email.length <= longestAddress ? email : null;
}

/**
 * Like `canonicalEmail`, for an address that is new to us, which every mail program has to read as a single mailbox. Accounts
 * that already have another kind of address keep it.
 */
export function mailableEmail(text: string): string | null {
  const email = canonicalEmail(text);
  return email !== null && isPlainAddress(email) ? email : null;
}

/** The domain of a canonical address. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
