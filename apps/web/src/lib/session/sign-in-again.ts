/** An organization that the present sign-in does not open, and the way to it by another one. */
import { create } from 'zustand';
import { ApiRequestError } from '../api.ts';
import { signOut } from './session.ts';

interface SignInAgainState {
  /** What the user wants to open; null if nothing is asked. */
  organization: { id: string; name: string } | null;
}

export const useSignInAgain = create<SignInAgainState>(() => ({ organization: null }));

/** Storage key of this tab: the organization to open after the next sign-in. */
const wishedKey = 'wished-organization';

/** It is wished for once. */
export function takeWishedOrganization(): string | null {
  const id = sessionStorage.getItem(wishedKey);
  sessionStorage.removeItem(wishedKey);
  return id;
}

/** To the sign-in page, and from there to the organization, if there is one. */
export async function signInAgain(organizationId?: string): Promise<void> {
  useSignInAgain.setState({ organization: null });
  if (organizationId) sessionStorage.setItem(wishedKey, organizationId);
  await signOut();
}

/** The sign-in of this session opens one organization only, and this is not in it. */
export function needsOtherSignIn(error: unknown): boolean {
  return error instanceof ApiRequestError && error.code === 'other_sign_in_needed';
}
