import { identity } from '#/lib/identity/current-identity.ts';
import { IdentityError } from '#/lib/identity/identity.ts';
import { AccessError, messageOf } from '#/lib/identity/messages.ts';
import { holdWhile, signOut } from '#/lib/session/session.ts';
import { requireCorporateEmail } from '../sign-up/corporate-email.ts';

/**
 * Signs in with Google. Resolves to a message on failure. The popup returns a user before the address is checked, so
 * redirects are suspended until then, and a refused user is signed out again. If the user signed in by other means while the
 * popup was open, that session stays.
 */
export function signInWithGoogle(): Promise<string | undefined> {
  return holdWhile(async () => {
    try {
      const { email } = await openGoogle();
      await requireEmail(email).catch(async (error: unknown) => {
        await signOut();
        throw error;
      });
      return undefined;
    } catch (error) {
      return messageOf(error, 'google');
    }
  });
}

/** Signs in through the popup. The server refuses a Google account without an email as `auth/invalid-email`. */
async function openGoogle(): Promise<{ email: string | null }> {
  try {
    return await identity.signInWithGoogle();
  } catch (error) {
    if (error instanceof IdentityError && error.code === 'auth/invalid-email')
      return { email: null };
    throw error;
  }
}

async function requireEmail(email: string | null): Promise<void> {
  if (!email) throw new AccessError('Failed to get email from Google login');
  await requireCorporateEmail(email);
}
