import { newSecret } from '../security/ids.ts';
import { type FirebaseConfig, readFirebaseConfig } from './firebase-config.ts';
import type { Settings } from './settings.ts';

/** An OpenID Connect provider with our client credentials. */
export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface VouchedDomain {
  /** Domain as the operator spelled it. */
  domain: string;
  /** The organization that may use the domain; undefined if it is the first one that sets it up. */
  organizationId: string | undefined;
}

/** Local sign-in: people at this machine may sign in as any user. */
export interface LocalSignIn {
  /** Code that the server prints when it starts and that sign-in requires; null in development, which requires none. */
  code: string | null;
}

export interface SignInConfig {
  hasEmailVerification: boolean;
  hasGenericErrors: boolean;
  /** Null if sign-in by user id is off. */
  localSignIn: LocalSignIn | null;
  /** Null if Parley stores accounts and passwords itself. */
  firebase: FirebaseConfig | null;
  google: OidcClient | null;
  ibm: OidcClient | null;
  /** Email domains that the operator vouches for. Single sign-on for them needs no DNS record. */
  vouchedDomains: VouchedDomain[];
  /** Secret that signs a user's identity for the support chat; undefined if there is no chat. */
  intercomSecret: string | undefined;
}

/** Reads the sign-in settings. `environment` is NODE_ENV. */
export function readSignInConfig(values: Settings, environment: string | undefined): SignInConfig {
  return {
    hasEmailVerification: values.PARLEY_VERIFY_EMAIL,
    hasGenericErrors: values.PARLEY_AUTH_GENERIC_ERRORS,
    localSignIn: values.PARLEY_LOCAL_SIGNIN ? { code: newSecret() } : null,
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
  return { domain, organizationId: organizationId || undefined };
}

/**
 * Returns the reason to refuse PARLEY_SSO_DOMAINS, or null. A domain without an organization id goes to the first organization
 * that claims it, which could belong to an attacker if anyone can sign up.
 */
export function vouchedDomainProblem(
  { vouchedDomains }: SignInConfig,
  signUpFor: string[],
): string | null {
  const open = vouchedDomains.find(({ organizationId }) => organizationId === undefined);
  if (open === undefined || !signUpFor.includes('*')) return null;
  return `PARLEY_SSO_DOMAINS=${open.domain} trusts the first organization that asks, but anyone can sign up. Write ${open.domain}=ID with the id of the organization, or limit who may sign up with PARLEY_SIGN_UP.`;
}

function oidcClient(
  issuer: string | undefined,
  clientId: string | undefined,
  clientSecret: string | undefined,
): OidcClient | null {
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : null;
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1', '[::1]'];

/** Returns the reason to refuse sign-in by user id, or null. `host` is the address on which the server listens. */
export function localSignInProblem(
  { localSignIn }: SignInConfig,
  { host, publicUrl }: { host: string; publicUrl: string },
): string | null {
  if (localSignIn === null) return null;
  if (!loopbackHosts.includes(host))
    return `PARLEY_LOCAL_SIGNIN=on needs a HOST that only this machine can reach, such as 127.0.0.1, not ${host}.`;
  if (!loopbackHosts.includes(new URL(publicUrl).hostname))
    return `PARLEY_LOCAL_SIGNIN=on is only for an installation on your own machine. PARLEY_PUBLIC_URL=${publicUrl} is open to others.`;
  return null;
}
