import { identity } from '#/lib/identity/current-identity.ts';
import { IdentityError, withoutCode } from '#/lib/identity/identity.ts';
import { messageForCode } from '#/lib/identity/messages.ts';
import { toast } from '#/ui/toast.ts';
import type { NewPassword } from '../password/new-password-fields.tsx';
import { joinOrganization } from './accept-invitation.ts';
import type { InvitationLink } from './invitation-link.ts';

export interface NewMemberAnswers extends NewPassword {
  fullName: string;
  jobTitle: string;
  hasAcceptedTerms: boolean;
  wantsNewsletter: boolean;
}

const beforeAcceptMs = 1000;
const beforeReloadMs = 1500;

/** Thrown if no account was created, so the form can be submitted again. */
export class SignUpFailed extends Error {
  override readonly name = 'SignUpFailed';
}

/**
 * Creates the account, accepts the invitation a second later and loads the dashboard. After the account exists, it continues
 * even if accepting fails.
 */
export async function joinAsNewUser(
  link: InvitationLink,
  answers: NewMemberAnswers,
): Promise<void> {
  await signUp(link.email, answers.password);
  await delay(beforeAcceptMs);
  try {
    await joinOrganization(link, {
      fullName: answers.fullName.trim(),
      jobTitle: answers.jobTitle,
      newsletter: answers.wantsNewsletter,
    });
  } catch (error) {
    console.warn('Failed to accept the invitation.', error);
    toast({ title: 'Failed to join organization.', variant: 'destructive' });
    await delay(beforeReloadMs);
  }
  location.assign('/test-suites');
}

async function signUp(email: string, password: string): Promise<void> {
  try {
    await identity.signUpWithPassword(email, password);
  } catch (error) {
    throw new SignUpFailed(
      error instanceof IdentityError && error.code !== withoutCode
        ? messageForCode(error.code)
        : 'Failed to create account. Please try again later.',
      { cause: error },
    );
  }
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
