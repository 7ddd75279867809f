import { identity } from '#/lib/identity/current-identity.ts';
import { AccessError, messageOf } from '#/lib/identity/messages.ts';
import { holdWhile, signOut } from '#/lib/session/session.ts';
import { requireCorporateEmail } from '../sign-up/corporate-email.ts';

/**
 * Signs in with Google. The popup yields a user before the address has been looked at, so nobody is
 * moved on until then, and a refused one is signed out again. Resolves with what to say on failure.
 */
export function signInWithGoogle(): Promise<string | undefined> {
  return holdWhile(async () => {
    try {
      const { email } = await identity.signInWithGoogle();
      if (!email) throw new AccessError('Failed to get email from Google login');
      await requireCorporateEmail(email);
      return undefined;
    } catch (error) {
      if (identity.currentUser()) await signOut();
      return messageOf(error, 'google');
    }
  });
}
