/** The dialog for an organization that the current session cannot open, which offers to sign in again. */
import { create } from 'zustand';
import { ApiRequestError } from '../api.ts';
import { signOut } from './session.ts';

interface SignInAgainState {
  /** The organization to open; null while the dialog is closed. */
  organization: { id: string; name: string } | null;
}

export const useSignInAgain = create<SignInAgainState>(() => ({ organization: null }));

/** Storage key, per tab, of the organization to open after the next sign-in. */
const wishedKey = 'wished-organization';

/** Returns and forgets the organization to open. */
export function takeWishedOrganization(): string | null {
  const id = sessionStorage.getItem(wishedKey);
  sessionStorage.removeItem(wishedKey);
  return id;
}

/** Signs out and goes to the sign-in page. After the next sign-in, the given organization is opened. */
export async function signInAgain(organizationId?: string): Promise<void> {
  useSignInAgain.setState({ organization: null });
  if (organizationId) sessionStorage.setItem(wishedKey, organizationId);
  await signOut();
}

/** @returns true if the session can open only one organization and the request was for another */
export function needsOtherSignIn(error: unknown): boolean {
  return error instanceof ApiRequestError && error.code === 'other_sign_in_needed';
}
