import freeMailDomains from 'email-providers/all.json' with { type: 'json' };
import type mailChecker from 'mailchecker';
import { lazyPackage } from '../../../platform/lazy-package.ts';

const freeMail = new Set<string>(freeMailDomains);
const disposableMail = lazyPackage<typeof mailChecker>('mailchecker');

/** Whether anybody gets an address at this domain. The domain is that of a canonical address. */
export function isFreeMail(domain: string): boolean {
  return freeMail.has(domain);
}

/** Whether addresses at this domain are thrown away after use. Its subdomains are like it. */
export function isDisposable(domain: string): boolean {
  return !disposableMail().isValid(`anybody@${domain}`);
}
