import type { User } from '@parley/contract';
import { Button } from '#/ui/button.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { resendVerification } from './resend-verification.ts';
import { stateCards } from './state-cards.ts';
import type { VerificationState } from './verification-state.ts';

interface VerificationCardProps {
  state: VerificationState;
  user: Pick<User, 'id' | 'verified'>;
  /** Called by the button that leads back to the sign-in page. */
  onLeave: () => void;
}

/** Explains a state of the account verification and offers the possible actions. */
export function VerificationCard({ state, user, onLeave }: VerificationCardProps) {
  const { title, text, button } = stateCards[state];
  const awaitsMail =
    state === 'pending_verification' || (state === 'manual_activation' && !user.verified);
  return (
    <AuthLayout step={3} title={title} subtitle={text}>
      <div className="flex flex-col gap-3" data-state={state}>
        {state === 'checking' && <Spinner label="Checking" className="text-ink-muted" />}
        {awaitsMail && (
          <Button
            variant="primary"
            size="lg"
            isFullWidth
            onClick={() => void resendVerification(user.id)}
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
