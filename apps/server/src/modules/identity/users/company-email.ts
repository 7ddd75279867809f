/** Rules for addresses in editions that require company addresses. Other editions accept every address. */
import { errors } from '@parley/contract';
import type { Config } from '../../../platform/config/config.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { canonicalEmail, emailDomain } from './canonical-email.ts';
import { isDisposable, isFreeMail } from './judge-email.ts';

export interface EmailVerdict {
  isFreeMail: boolean;
  isDisposable: boolean;
}

/** Judges an address by its domain. `email` has to be canonical. */
export function judgeEmail({ edition }: Pick<Config, 'edition'>, email: string): EmailVerdict {
  const domain = emailDomain(email);
  const isJudged = edition.needsCompanyEmail;
  return {
    isFreeMail: isJudged && isFreeMail(domain),
    isDisposable: isJudged && isDisposable(domain),
  };
}

export function requireCompanyEmail(
  config: Pick<Config, 'edition'>,
  email: string,
  message: string = errors['auth/company-email-needed'].message,
): void {
  const verdict = judgeEmail(config, canonicalEmail(email) ?? email);
  if (verdict.isFreeMail || verdict.isDisposable)
    throw new ApiError('auth/company-email-needed', { message });
}
