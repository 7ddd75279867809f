import { identity as endpoints } from '@parley/contract';
import { call } from '#/lib/api.ts';
import { AccessError } from '#/lib/identity/messages.ts';

export const corporateEmailsOnly =
  'We only offer free trials for users with corporate emails. Please register using your company email to receive a free trial.';

/** Refuses free-mail and disposable addresses. An address that cannot be checked is let through. */
export async function requireCorporateEmail(
  email: string,
  refusal = corporateEmailsOnly,
): Promise<void> {
  const verdict = await call(endpoints.validateEmail, { body: { email } }).catch(() => null);
  if (verdict?.isFreeMail || verdict?.isDisposable) throw new AccessError(refusal);
}
