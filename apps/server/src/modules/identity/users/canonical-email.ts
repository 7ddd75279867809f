import { domainToASCII } from 'node:url';
import { emailPattern, isPlainAddress } from '@parley/contract';

const longestAddress = 254;

/**
 * Returns the spelling under which an address is stored, compared and looked up: NFKC, lower case, and the domain in ASCII
 * without a trailing dot. Null if it is no valid email address. The part before the @ has to be ASCII, so that look-alike
 * letters cannot create a second account. Tags (`name+tag@`) are kept, because most mail servers treat them as separate
 * mailboxes, and testers use them that way.
 */
export function canonicalEmail(text: string): string | null {
  const normal = text.normalize('NFKC').trim().toLowerCase();
  if (!emailPattern.test(normal)) return null;
  const at = normal.lastIndexOf('@');
  const mailbox = normal.slice(0, at);
  const written = normal.slice(at + 1).replace(/\.+$/, '');
  // Checked before the conversion to ASCII, which would also decode percent-encoded characters.
  if (!/^[\x21-\x7e]+$/.test(mailbox) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(written)) return null;
  const domain = domainToASCII(written);
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return null;
  const email = `${mailbox}@${domain}`;
  return email.length <= longestAddress ? email : null;
}

/**
 * Like `canonicalEmail`, for new addresses, which all email programs must read as a single mailbox. Accounts that already have
 * another kind of address keep it.
 */
export function mailableEmail(text: string): string | null {
  const email = canonicalEmail(text);
  return email !== null && isPlainAddress(email) ? email : null;
}

/** Returns the domain of a canonical address. */
export function emailDomain(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
