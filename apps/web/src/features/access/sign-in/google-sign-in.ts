import { identity } from '#/lib/identity/current-identity.ts';
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
      const { email } = await identity.signInWithGoogle();
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

async function requireEmail(email: string | null): Promise<void> {
  if (!email) throw new AccessError('Failed to get email from Google login');
  await requireCorporateEmail(email);
}
