import { type FirebaseConfig, readFirebaseConfig } from './firebase-config.ts';
import type { Settings } from './settings.ts';

/** A provider that speaks OpenID Connect, and who we are to it. */
export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface VouchedDomain {
  /** As the operator wrote it. */
  domain: string;
  /** Undefined where it is for whichever organization sets it up first. */
  organizationId: string | undefined;
}

export interface SignInConfig {
  hasEmailVerification: boolean;
  hasGenericErrors: boolean;
  /** Anybody at this machine may become any user. For development alone. */
  isLocalSignInOpen: boolean;
  /** Null where Parley keeps accounts and passwords itself. */
  firebase: FirebaseConfig | null;
  google: OidcClient | null;
  ibm: OidcClient | null;
  /** Email domains that the operator vouches for: their single sign-on needs no DNS record. */
  vouchedDomains: VouchedDomain[];
  /** Signs who one is for the support chat; undefined where there is none. */
  intercomSecret: string | undefined;
}

/** `environment` is NODE_ENV. */
export function readSignInConfig(values: Settings, environment: string | undefined): SignInConfig {
  return {
    hasEmailVerification: values.PARLEY_VERIFY_EMAIL,
    hasGenericErrors: values.PARLEY_AUTH_GENERIC_ERRORS,
    isLocalSignInOpen: values.PARLEY_LOCAL_SIGNIN,
    firebase: readFirebaseConfig(values, environment),
    google: oidcClient(
      values.PARLEY_GOOGLE_ISSUER,
      values.PARLEY_GOOGLE_CLIENT_ID,
      values.PARLEY_GOOGLE_CLIENT_SECRET,
    ),
    ibm: oidcClient(
      values.PARLEY_IBM_ISSUER,
      values.PARLEY_IBM_CLIENT_ID,
      values.PARLEY_IBM_CLIENT_SECRET,
    ),
    vouchedDomains: values.PARLEY_SSO_DOMAINS.map(vouchedDomain),
    intercomSecret: values.PARLEY_INTERCOM_SECRET,
  };
}

function vouchedDomain(entry: string): VouchedDomain {
  const [domain = '', organizationId] = entry.split('=').map((part) => part.trim());
  return { domain, organizationId };
}

function oidcClient(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): OidcClient | null {
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : null;
}

/** Why local sign-in may not be open here, if so: it lets in whoever reaches the address. */
export function localSignInProblem(
  { isLocalSignInOpen }: SignInConfig,
  host: string,
  environment: string | undefined,
): string | null {
  if (!isLocalSignInOpen) return null;
  if (environment === 'production') return 'PARLEY_LOCAL_SIGNIN is not for NODE_ENV=production.';
  if (!['127.0.0.1', 'localhost', '::1'].includes(host))
    return 'PARLEY_LOCAL_SIGNIN needs a HOST that only this machine reaches, as 127.0.0.1.';
  return null;
}
