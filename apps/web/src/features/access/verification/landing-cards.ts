import { stateCards } from './state-cards.ts';
import type { LandingState } from './verify-email.ts';

export const landingCards: Record<LandingState, { title: string; text: string }> = {
  loading: { title: 'One moment', text: 'We are checking your link.' },
  success: {
    title: 'Your email is verified',
    text: 'Your account is ready. You are taken to the sign-in page in a few seconds.',
  },
  already_verified: {
    title: 'Already verified',
    text: 'This email address has been verified before. You can sign in.',
  },
  domain_exists_active: stateCards.domain_exists_active,
  domain_exists_inactive: stateCards.domain_exists_inactive,
  invalid_token: {
    title: 'Invalid link',
    text: 'This verification link is incomplete. Please open the link from your email again, or copy all of it.',
  },
  error: {
    title: 'Your email could not be verified',
    text: 'The link may have been used or may have expired. Please sign in and ask for a new one, or contact support.',
  },
};
