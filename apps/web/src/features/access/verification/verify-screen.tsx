import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { toast } from '#/ui/toast.ts';
import { Toaster } from '#/ui/toaster.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { landingCards } from './landing-cards.ts';
import { type LandingState, verifyEmail } from './verify-email.ts';

/** Milliseconds until the redirect to the sign-in page after a success. */
const redirectAfterMs = 10_000;

/** The page that the verification email links to. */
export function VerifyScreen({ token }: { token: string }) {
  const state = useVerification(token);
  const { title, text } = landingCards[state];
  return (
    <AuthLayout step={3} title={title} subtitle={text}>
      {state === 'loading' ? (
        <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
          <Spinner />
          Verifying your email…
        </p>
      ) : (
        <Link
          to="/signin"
          className={buttonClass({ variant: 'primary', size: 'lg', isFullWidth: true })}
        >
          {state === 'success' || state === 'already_verified' ? 'Sign In' : 'Back to Login'}
        </Link>
      )}
      <Toaster />
    </AuthLayout>
  );
}

/** Requests by token. A link works only once, so the page sends one request regardless of how often it renders. */
const asked = new Map<string, Promise<LandingState>>();

function verifyOnce(token: string): Promise<LandingState> {
  const answer = asked.get(token) ?? verifyEmail(token);
  asked.set(token, answer);
  return answer;
}

function useVerification(token: string): LandingState {
  const navigate = useNavigate();
  const [state, setState] = useState<LandingState>('loading');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    void verifyOnce(token).then((outcome) => {
      if (isGone) return;
      setState(outcome);
      if (outcome !== 'success') return;
      toast({ title: 'Email verified successfully', variant: 'success' });
      timer = setTimeout(() => void navigate({ to: '/signin' }), redirectAfterMs);
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [token, navigate]);
  return state;
}
