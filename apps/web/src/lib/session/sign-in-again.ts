/** An organization that the present sign-in does not open, and the way to it by another one. */
import { create } from 'zustand';
import { signOut } from './session.ts';
import { rememberOrganization } from './wished-organization.ts';

interface SignInAgainState {
  /** What somebody wants to open; null while nobody is asked. */
  organization: { id: string; name: string } | null;
}

export const useSignInAgain = create<SignInAgainState>(() => ({ organization: null }));

/** To the sign-in page, and from there to the organization, if there is one. */
export async function signInAgain(organizationId?: string): Promise<void> {
  useSignInAgain.setState({ organization: null });
  if (organizationId) rememberOrganization(organizationId);
  await signOut();
}
