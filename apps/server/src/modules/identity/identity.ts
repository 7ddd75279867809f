/**
 * Public API of the module: accounts, and how users prove their identity.
 *
 * The dashboard's own pages sign in with these JSON endpoints (contract: `identity`). The session is a cookie that scripts
 * cannot read and that browsers send only to /api/auth; all other endpoints take `Authorization: Bearer <token>`. Tokens
 * are valid for an hour, unless their session ends earlier.
 *
 *   POST /api/auth/sign-up/email           { email, password, name? }       → { user, token }
 *   POST /api/auth/sign-in/email           { email, password }              → { user, token }
 *   POST /api/auth/custom-token            { token }                        → { user, token }
 *   GET  /api/auth/token                                                    → { user, token }, or 401 not_signed_in
 *   POST /api/auth/sign-out                                                 → 204
 *   POST /api/auth/request-password-reset  { email }                        → 204, also if unknown
 *   POST /api/auth/reset-password          { token, newPassword }           → 204; every session ends
 *   POST /api/auth/change-password         { currentPassword, newPassword } → { user, token }; others end
 *   POST /api/auth/prove-password          { password }                     → 204, for ten minutes
 *
 * Emailed links: {publicUrl}/reset-password?token=… to set a new password, {publicUrl}/verify?token=… to verify an address.
 *
 * Addresses that the browser visits:
 *
 *   /api/auth/window/google?channel=…          in a separate window. It ends on a page of ours that posts
 *   /api/auth/window/saml.{company}?channel=…  { error: 'auth/…' | null, email: string | null } to the
 *                                              BroadcastChannel `parley-sign-in:{channel}` and closes.
 *                                              Google: then GET /api/auth/token. SAML: then tokenForSAML
 *                                              with the email, and custom-token.
 *
 * For IBM, the page posts { instanceId } to ibm/start, keeps the nonce of the response in its tab and goes to the address in
 * the response. IBM redirects the tab to {publicUrl}/ibm-login?code=…&state={instanceId}. That page posts { code, instanceId,
 * nonce } to ibm/auth, and the token that it gets to custom-token.
 *
 * Errors have the API's usual format, with the `auth/…` codes of the specification: invalid-email, user-disabled,
 * user-not-found, wrong-password, invalid-login-credentials (instead of both, with PARLEY_AUTH_GENERIC_ERRORS),
 * email-already-in-use, operation-not-allowed, weak-password, requires-recent-login, too-many-requests (with Retry-After),
 * invalid-action-code, invalid-custom-token.
 */

import type { FastifyInstance } from 'fastify';
import type { FirebaseConfig } from '../../platform/config/firebase-config.ts';
import {
  type Deletion,
  type RemoveSome,
  removeInPhases,
} from '../../platform/database/deletions.ts';
import type { Route } from '../../platform/http/http.ts';
import type { Authenticate } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountRoutes } from './account/account.routes.ts';
import type { AccountExports } from './account/account-exports.ts';
import { identityRoutes } from './account/identity.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { customTokenRoutes } from './custom-token.routes.ts';
import { createFirebaseAuthenticate } from './firebase/firebase-authenticate.ts';
import { createFirebaseVerifier } from './firebase/firebase-tokens.ts';
import { firebaseRoutes } from './firebase.routes.ts';
import { mountGoogleWindow } from './oidc/google-window.ts';
import { ibmRoutes } from './oidc/ibm.routes.ts';
import type { JoinInvited } from './saml/enter-through-provider.ts';
import { mountSamlWindow } from './saml/saml-window.ts';
import { singleSignOnRoutes } from './saml/single-sign-on.routes.ts';
import { createAuthenticate } from './sessions/authenticate.ts';
import { createAuth } from './sessions/better-auth.ts';
import { type FindProof, findOwnProof, firebaseProof } from './sessions/recent-proof.ts';
import { mountClosingPage } from './sessions/sign-in-window.ts';
import { emailVerificationRoutes } from './users/email-verification.routes.ts';

export { areasBySetting, writeAreas } from './account/areas.queries.ts';
export { isOperator } from './account/is-operator.ts';
export { thoseWhoWant, unsubscribeUrl } from './account/mail-preferences.ts';
export { mayCreateOrganizations } from './account/may-create-organizations.ts';
export { nameOperatorCommand } from './account/name-operator-command.ts';
export { operatorHelp, runOperatorCommand } from './account/operator-command.ts';
export { createPasswordAccount } from './passwords/create-password-account.ts';
export type { JoinInvited } from './saml/enter-through-provider.ts';
export { lookUpTexts } from './saml/look-up-texts.ts';
export { setSingleSignOn } from './saml/set-single-sign-on.ts';
export { endProviderSessions } from './sessions/end-provider-sessions.ts';
export { identityJobs, identityWork } from './sessions/identity.jobs.ts';
export { requireOwnOrigin } from './sessions/own-origin.ts';
export { forgetSigningKeys } from './sessions/signing-keys.ts';
export { canonicalEmail, emailDomain, mailableEmail } from './users/canonical-email.ts';
export { claimEmail } from './users/claim-email.ts';
export { requireCompanyEmail } from './users/company-email.ts';
export {
  changeUser as completeProfile,
  findUser,
  proveEmail,
} from './users/identity.queries.ts';
export { isIbmCustomer } from './users/is-ibm-customer.ts';
export { isFreeMail } from './users/judge-email.ts';
export { mailboxOf } from './users/mailbox-of.ts';
export { issueSignInToken } from './users/one-time-tokens.ts';
export { hasProvenEmail, ownsEmail } from './users/owns-email.ts';
export { readVerificationToken } from './users/verification-token.ts';

export interface Identity {
  /** Identifies the user of a bearer token. */
  authenticate: Authenticate;
  routes: Route[];
  /** Adds routes outside the contract: pages that the browser visits while signing in. */
  mount(app: FastifyInstance): void;
}

/** Functions with which other modules take part in an account's deletion and export, and in single sign-on. */
interface Registered {
  /** Deletions of data that belongs to an account. */
  deletions: readonly Deletion[];
  /** Parts of an account's export. */
  exports: AccountExports;
  joinInvited: JoinInvited;
}

interface Owned {
  removeSome: RemoveSome;
  exports: AccountExports;
  joinInvited: JoinInvited;
}

export function createIdentity(
  platform: Platform,
  { deletions, exports, joinInvited }: Registered,
): Identity {
  const owned = { removeSome: removeInPhases(deletions), exports, joinInvited };
  const { firebase } = platform.config.signIn;
  return firebase ? createFirebase(platform, owned, firebase) : createEmbedded(platform, owned);
}

/** Creates the module for Firebase, which handles sign-in and password changes itself, so endpoints for them are refused. */
function createFirebase(platform: Platform, owned: Owned, firebase: FirebaseConfig): Identity {
  const verify = createFirebaseVerifier(firebase, platform.log);
  return {
    authenticate: createFirebaseAuthenticate(platform, verify),
    routes: [
      ...firebaseRoutes(platform, verify, owned.joinInvited),
      ...commonRoutes(platform, owned, firebaseProof(verify)),
    ],
    mount: () => undefined,
  };
}

function createEmbedded(platform: Platform, owned: Owned): Identity {
  const auth = createAuth(platform);
  return {
    authenticate: createAuthenticate(platform.db, platform.config.publicUrl),
    routes: [
      ...authRoutes(platform, auth),
      ...customTokenRoutes(platform, owned.joinInvited),
      ...commonRoutes(platform, owned, findOwnProof),
    ],
    mount(app) {
      mountClosingPage(app);
      mountGoogleWindow(app, platform, auth);
      mountSamlWindow(app, platform, auth);
    },
  };
}

function commonRoutes(
  platform: Platform,
  { removeSome, exports }: Owned,
  findProof: FindProof,
): Route[] {
  return [
    ...ibmRoutes(platform),
    ...emailVerificationRoutes(platform),
    ...identityRoutes(platform, removeSome, findProof),
    ...accountRoutes(platform, findProof, exports),
    ...singleSignOnRoutes(platform, findProof),
  ];
}
