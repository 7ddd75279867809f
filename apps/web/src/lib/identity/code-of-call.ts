import { ApiRequestError } from '../api.ts';
import { type IdentityCode, isIdentityCode, withoutCode } from './identity.ts';

export const sessionOver: IdentityCode = 'auth/user-token-expired';

/** Returns the `auth/...` code of a failed call. Codes from the contract are passed through. */
export function codeOfCall(error: unknown): IdentityCode {
  // Without a response, `fetch` rejects with the browser's own error.
  if (!(error instanceof ApiRequestError)) return 'auth/network-request-failed';
  if (isIdentityCode(error.code)) return error.code;
  if (error.status === 401) return sessionOver;
  if (error.status === 429) return 'auth/too-many-requests';
  return error.status >= 502 ? 'auth/network-request-failed' : withoutCode;
}
