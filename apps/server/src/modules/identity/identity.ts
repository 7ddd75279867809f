/**
 * Who people are and how they prove it: the door of the module.
 *
 * The dashboard's own pages sign in by these calls, JSON in and out (contract: `identity`). The session
 * is a cookie that scripts cannot read and that travels to /api/auth alone; everything else takes
 * `Authorization: Bearer <token>`. Tokens are good for an hour and die with their session.
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
 * The mailed link for a new password is {publicUrl}/reset-password?token=…, the one that verifies an
 * address is {publicUrl}/verify?token=….
 *
 * Addresses that the browser is sent to:
 *
 *   /api/auth/window/google?channel=…          in a window of its own. It ends on a page of ours that posts
 *   /api/auth/window/saml.{company}?channel=…  { error: 'auth/…' | null, email: string | null } to the
 *                                              BroadcastChannel `parley-sign-in:{channel}` and closes.
 *                                              Google: then GET /api/auth/token. SAML: then tokenForSAML
 *                                              with the email, and custom-token.
 *
 * For IBM the page posts { instanceId } to ibm/start, keeps the nonce of the answer in its tab and goes to
 * the address; IBM sends the tab back to {publicUrl}/ibm-login?code=…&state={instanceId}, whose page posts
 * { code, instanceId, nonce } to ibm/auth, and what it gets to custom-token.
 *
 * Failures are the API's usual `{ error: { code, message, hint? } }`, with codes `auth/…` of the
 * specification: invalid-email, user-disabled, user-not-found, wrong-password,
 * invalid-login-credentials (instead of both, where the installation wants it so),
 * email-already-in-use, operation-not-allowed, weak-password, requires-recent-login,
 * too-many-requests (with Retry-After), invalid-action-code, invalid-custom-token.
 */
import type { FastifyInstance } from 'fastify';
import type { FirebaseConfig } from '../../platform/config/firebase-config.ts';
import type { Route } from '../../platform/http/http.ts';
import type { Authenticate } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountRoutes } from './account.routes.ts';
import { authRoutes } from './auth.routes.ts';
import { createAuthenticate } from './authenticate.ts';
import { createAuth } from './better-auth.ts';
import { customTokenRoutes } from './custom-token.routes.ts';
import { emailVerificationRoutes } from './email-verification.routes.ts';
import { firebaseRoutes } from './firebase.routes.ts';
import { createFirebaseAuthenticate } from './firebase-authenticate.ts';
import { createFirebaseVerifier } from './firebase-tokens.ts';
import { mountGoogleWindow } from './google-window.ts';
import { ibmRoutes } from './ibm.routes.ts';
import { identityRoutes, type RemoveSome } from './identity.routes.ts';
import { type FindProof, findOwnProof, firebaseProof } from './recent-proof.ts';
import { mountSamlWindow } from './saml-window.ts';
import { mountClosingPage } from './sign-in-window.ts';
import { singleSignOnRoutes } from './single-sign-on.routes.ts';

export { areasBySetting, writeAreas } from './areas.queries.ts';
export { canonicalEmail, emailDomain, mailableEmail } from './canonical-email.ts';
export { claimEmail } from './claim-email.ts';
export { requireCompanyEmail } from './company-email.ts';
export { createPasswordAccount } from './create-password-account.ts';
export { endProviderSessions } from './end-provider-sessions.ts';
export { identityJobs, identityWork } from './identity.jobs.ts';
export {
  changeUser as completeProfile,
  findUser,
  proveEmail,
} from './identity.queries.ts';
export { isIbmCustomer } from './is-ibm-customer.ts';
export { isOperator } from './is-operator.ts';
export { isFreeMail } from './judge-email.ts';
export { lookUpTexts } from './look-up-texts.ts';
export { thoseWhoWant, unsubscribeUrl } from './mail-preferences.ts';
export { mailboxOf } from './mailbox-of.ts';
export { mayCreateOrganizations } from './may-create-organizations.ts';
export { nameOperatorCommand } from './name-operator-command.ts';
export { issueSignInToken } from './one-time-tokens.ts';
export { operatorHelp, runOperatorCommand } from './operator-command.ts';
export { requireOwnOrigin } from './own-origin.ts';
export { hasProvenEmail, ownsEmail } from './owns-email.ts';
export { setSingleSignOn } from './set-single-sign-on.ts';
export { forgetSigningKeys } from './signing-keys.ts';
export { readVerificationToken } from './verification-token.ts';

export interface Identity {
  /** Whose bearer token it is. */
  authenticate: Authenticate;
  routes: Route[];
  /** What is no endpoint of the contract: pages that a browser is sent to and from while signing in. */
  mount(app: FastifyInstance): void;
}

export function createIdentity(platform: Platform, removeSome: RemoveSome): Identity {
  const { firebase } = platform.config.signIn;
  return firebase
    ? createFirebase(platform, removeSome, firebase)
    : createEmbedded(platform, removeSome);
}

/** What Firebase keeps is signed in and changed there; the calls for it are refused here. */
function createFirebase(
  platform: Platform,
  removeSome: RemoveSome,
  firebase: FirebaseConfig,
): Identity {
  const verify = createFirebaseVerifier(firebase);
  return {
    authenticate: createFirebaseAuthenticate(platform, verify),
    routes: [
      ...firebaseRoutes(platform, verify),
      ...commonRoutes(platform, removeSome, firebaseProof(verify)),
    ],
    mount: () => undefined,
  };
}

function createEmbedded(platform: Platform, removeSome: RemoveSome): Identity {
  const auth = createAuth(platform);
  return {
    authenticate: createAuthenticate(platform.db, platform.config.publicUrl),
    routes: [
      ...authRoutes(platform, auth),
      ...customTokenRoutes(platform),
      ...commonRoutes(platform, removeSome, findOwnProof),
    ],
    mount(app) {
      mountClosingPage(app);
      mountGoogleWindow(app, platform, auth);
      mountSamlWindow(app, platform, auth);
    },
  };
}

function commonRoutes(platform: Platform, removeSome: RemoveSome, findProof: FindProof): Route[] {
  return [
    ...ibmRoutes(platform),
    ...emailVerificationRoutes(platform),
    ...identityRoutes(platform, removeSome, findProof),
    ...accountRoutes(platform, findProof),
    ...singleSignOnRoutes(platform, findProof),
  ];
}
