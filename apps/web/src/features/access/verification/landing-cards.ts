import { stateCards } from './state-cards.ts';
import type { LandingState } from './verify-email.ts';

export const landingCards: Record<LandingState, { title: string; text: string }> = {
  loading: { title: 'One moment', text: 'We are checking your link.' },
  success: {
    title: 'Your email is verified',
    text: 'Your account is ready. You will be taken to the sign-in page in a few seconds.',
  },
  already_verified: {
    title: 'Already verified',
    text: 'This email address is already verified. You can sign in.',
  },
  domain_exists_active: stateCards.domain_exists_active,
  domain_exists_inactive: stateCards.domain_exists_inactive,
  invalid_token: {
    title: 'Invalid link',
    text: 'This verification link is incomplete. Please open the link in your email again, or copy all of it.',
  },
  error: {
    title: 'Failed to verify your email',
    text: 'The link may have expired or may already have been used. Please sign in to request a new one, or contact support.',
  },
};
