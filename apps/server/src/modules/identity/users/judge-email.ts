import freeMailDomains from 'email-providers/all.json' with { type: 'json' };
import type mailChecker from 'mailchecker';
import { lazyPackage } from '../../../platform/lazy-package.ts';

const freeMail = new Set<string>(freeMailDomains);
const disposableMail = lazyPackage<typeof mailChecker>('mailchecker');

/** @returns true if anyone can get an address at this canonical domain */
export function isFreeMail(domain: string): boolean {
  return freeMail.has(domain);
}

/** @returns true if the domain or one of its parents offers disposable addresses */
export function isDisposable(domain: string): boolean {
  return !disposableMail().isValid(`anybody@${domain}`);
}
