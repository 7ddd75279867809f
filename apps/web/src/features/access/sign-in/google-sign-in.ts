import { identity } from '#/lib/identity/current-identity.ts';
import { IdentityError } from '#/lib/identity/identity.ts';
import { AccessError, messageOf } from '#/lib/identity/messages.ts';
import { holdWhile, signOut } from '#/lib/session/session.ts';
import { requireCorporateEmail } from '../sign-up/corporate-email.ts';

/**
 * Signs in with Google. The popup yields a user before the address has been looked at, so nobody is
 * moved on until then, and a refused one is signed out again; whoever signed in otherwise while the popup
 * was open stays. Resolves with what to say on failure.
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

/** Google's answers without an address are refused by the server; to it that is no address to sign in with. */
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
