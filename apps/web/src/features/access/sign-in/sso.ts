import { identity as endpoints } from '@parley/contract';
import { ApiRequestError, call } from '#/lib/api.ts';
import { identity } from '#/lib/identity/current-identity.ts';
import { AccessError } from '#/lib/identity/messages.ts';
import { holdWhile } from '#/lib/session/session.ts';
import { track } from '#/lib/track.ts';

const storageKey = 'parley-sso-company';

/** The company in the URL, or the company that was used last. */
export function initialCompany(fromAddress: string | undefined): string {
  return fromAddress ?? localStorage.getItem(storageKey) ?? '';
}

/** Provider name of a company. Case and surrounding spaces are ignored. */
function samlProviderOf(company: string): string {
  return `saml.${company.trim().toLowerCase()}`;
}

/** Signs in through a popup: exchanges the proven identity for a custom token, then signs in with the token. */
export function signInWithSso(company: string): Promise<void> {
  return holdWhile(async () => {
    const { email, proof } = await identity.openSamlPopup(samlProviderOf(company));
    if (!email) throw new AccessError('No email found in SAML response');
    const authToken = await tokenForSaml({ email, ...(proof !== undefined && { proof }) });
    await identity.signInWithCustomToken(authToken);
    localStorage.setItem(storageKey, company.trim());
    track('sso_login', { company: company.trim() });
  });
}

/** Requests a custom token. Tells people without a user whom to ask. */
async function tokenForSaml(body: { email: string; proof?: string }): Promise<string> {
  try {
    return (await call(endpoints.tokenForSAML, { body })).authToken;
  } catch (error) {
    if (error instanceof ApiRequestError && error.code === 'auth/user-not-found')
      throw new NoUserError(body.email, error.hint);
    throw error;
  }
}

/** The provider named an address without a user. */
export class NoUserError extends AccessError {
  readonly hint: string | undefined;

  constructor(email: string, hint: string | undefined) {
    super(`No user exists for: ${email}`);
    this.hint = hint;
  }
}
