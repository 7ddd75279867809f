import freeMailDomains from 'email-providers/all.json' with { type: 'json' };
import mailChecker from 'mailchecker';

const freeMail = new Set<string>(freeMailDomains);

/** Whether anybody gets an address at this domain. The domain is that of a canonical address. */
export function isFreeMail(domain: string): boolean {
  return freeMail.has(domain);
}

/** Whether addresses at this domain are thrown away after use. Its subdomains are like it. */
export function isDisposable(domain: string): boolean {
  return !mailChecker.isValid(`anybody@${domain}`);
}
