import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { resendVerification } from './resend-verification.ts';
import { stateCards } from './state-cards.ts';
import type { VerificationState } from './verification-state.ts';

interface VerificationCardProps {
  state: VerificationState;
  userId: string;
  /** The way back to the sign-in page. */
  onLeave: () => void;
}

/** One state of the account verification: what it means, and what one can do. */
export function VerificationCard({ state, userId, onLeave }: VerificationCardProps) {
  const { title, text, button } = stateCards[state];
  return (
    <AuthLayout step={3} title={title} subtitle={text}>
      <div className="flex flex-col gap-3" data-state={state}>
        {state === 'checking' && <Spinner label="Checking" className="text-ink-muted" />}
        {state === 'pending_verification' && (
          <Button
            variant="primary"
            size="lg"
            isFullWidth
            onClick={() => void resendVerification(userId)}
          >
            Resend Verification Email
          </Button>
        )}
        <Button size="lg" isFullWidth onClick={onLeave}>
          {button}
        </Button>
      </div>
    </AuthLayout>
  );
}
