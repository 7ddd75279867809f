import type { VerificationState } from './verification-state.ts';

export interface StateCard {
  title: string;
  text: string;
  /** Label of the button that signs out and opens the sign-in page. */
  button: 'Sign In' | 'Back to Login';
}

export const stateCards: Record<VerificationState, StateCard> = {
  checking: {
    title: 'Checking your account',
    text: 'We are looking up your organization. This takes a moment.',
    button: 'Back to Login',
  },
  pending_verification: {
    title: 'Verify your email',
    text: 'We have sent you a link. Open it to verify your email address, then sign in again.',
    button: 'Back to Login',
  },
  verification_complete: {
    title: 'Your account is verified',
    text: 'Your organization is being set up. Sign in again to continue.',
    button: 'Sign In',
  },
  domain_exists_active: {
    title: 'Your company is already here',
    text: 'There is an organization for your email domain. Ask one of its administrators for an invitation, then sign in.',
    button: 'Sign In',
  },
  domain_exists_inactive: {
    title: 'Your company’s account is waiting',
    text: 'There is an organization for your email domain, but it is not active yet. Please contact support to have it activated.',
    button: 'Back to Login',
  },
  manual_activation: {
    title: 'Your account is being activated',
    text: 'Open the link in the email we sent you, then sign in again. If you have no email, our team will activate your account and contact you.',
    button: 'Back to Login',
  },
  error: {
    title: 'Failed to check your account',
    text: 'Please try again later or contact support.',
    button: 'Back to Login',
  },
};
