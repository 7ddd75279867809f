import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { AccessError, corporateEmailsOnly } from '#/lib/identity/messages.ts';

/** Refuses what the server calls free mail or disposable. An address that cannot be checked is let through. */
export async function requireCorporateEmail(
  email: string,
  refusal = corporateEmailsOnly,
): Promise<void> {
  const verdict = await call(endpoints.validateEmail, { body: { email } }).catch(() => null);
  if (verdict?.isFreeMail || verdict?.isDisposable) throw new AccessError(refusal);
}
