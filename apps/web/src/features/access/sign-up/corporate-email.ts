import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { AccessError, corporateEmailsOnly } from '#/lib/identity/messages.ts';

/** Refuses addresses that the server classifies as free or disposable email. An address that cannot be checked is accepted. */
export async function requireCorporateEmail(
  email: string,
  refusal = corporateEmailsOnly,
): Promise<void> {
  const verdict = await call(endpoints.validateEmail, { body: { email } }).catch(() => null);
  if (verdict?.isFreeMail || verdict?.isDisposable) throw new AccessError(refusal);
}
