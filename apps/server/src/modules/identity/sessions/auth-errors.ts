import type { ErrorCode } from '@parley/contract';
import { APIError } from 'better-auth/api';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { TooBusyToHash } from '../passwords/password-hashing.ts';

/** Our error codes by those of the identity library. */
const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL: 'auth/invalid-email',
  PASSWORD_TOO_SHORT: 'auth/weak-password',
  PASSWORD_TOO_LONG: 'auth/weak-password',
  INVALID_EMAIL_OR_PASSWORD: 'auth/invalid-login-credentials',
  INVALID_PASSWORD: 'auth/wrong-password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'auth/wrong-password',
  INVALID_TOKEN: 'auth/invalid-action-code',
  UNAUTHORIZED: 'auth/requires-recent-login',
  USER_DISABLED: 'auth/user-disabled',
  USER_NOT_FOUND: 'auth/invalid-custom-token',
};

/** Awaits a call of the identity library and translates its errors into ours. */
export async function translatingErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TooBusyToHash) throw new ApiError('unavailable');
    if (!(error instanceof APIError)) throw error;
    const code = codes[error.body?.code ?? error.status];
    if (!code) throw error;
    throw new ApiError(code, { cause: error });
  }
}
