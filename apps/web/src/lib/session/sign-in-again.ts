/** An organization that the current session cannot open, and how to open it with another sign-in. */
import { create } from 'zustand';
import { ApiRequestError } from '../api.ts';
import { signOut } from './session.ts';

interface SignInAgainState {
  /** The organization that the user wants to open; null if the dialog is closed. */
  organization: { id: string; name: string } | null;
}

export const useSignInAgain = create<SignInAgainState>(() => ({ organization: null }));

/** Storage key of this tab: the organization to open after the next sign-in. */
const wishedKey = 'wished-organization';

/** Returns the organization to open and forgets it, so that it is used only once. */
export function takeWishedOrganization(): string | null {
  const id = sessionStorage.getItem(wishedKey);
  sessionStorage.removeItem(wishedKey);
  return id;
}

/** Signs out and goes to the sign-in page; the given organization is opened after the next sign-in. */
export async function signInAgain(organizationId?: string): Promise<void> {
  useSignInAgain.setState({ organization: null });
  if (organizationId) sessionStorage.setItem(wishedKey, organizationId);
  await signOut();
}

/** @returns true if the session can open only one organization, and this is another one */
export function needsOtherSignIn(error: unknown): boolean {
  return error instanceof ApiRequestError && error.code === 'other_sign_in_needed';
}
