import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '#/lib/identity/messages.ts';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { TextField } from '#/ui/text-field.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import { initialCompany, NoUserError, signInWithSso } from './sso.ts';

/** Signs in through a company's identity provider. */
export function SsoScreen({ company: fromAddress }: { company: string | undefined }) {
  const [company, setCompany] = useState(() => initialCompany(fromAddress));
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isBlank = company.trim() === '';

  async function submit() {
    if (isBlank || isRunning) return;
    setRunning(true);
    setFailure(undefined);
    try {
      await signInWithSso(company);
    } catch (error) {
      await sessionRead();
      if (!useAuthStore.getState().user) setFailure(error);
    }
    setRunning(false);
  }

  return (
    <AuthLayout
      step={1}
      title="Enterprise SSO"
      subtitle="Sign in with your company’s own account."
      footnote={
        <Link to="/signin" className={linkClass}>
          Back to sign in
        </Link>
      }
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure !== undefined && <SsoFailure failure={failure} />}
        <TextField
          label="Company name"
          size="lg"
          autoComplete="organization"
          autoCapitalize="none"
          value={company}
          onChange={(event) => setCompany(event.target.value)}
          hint={`Tip: bookmark ${location.host}/signin/sso?company=${isBlank ? 'your-company' : encodeURIComponent(company.trim())} to skip this field.`}
        />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          isFullWidth
          disabled={isBlank}
          isLoading={isRunning}
        >
          {isRunning ? 'Signing in...' : 'Continue with SSO'}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** Resolves when the session has been loaded or failed to load, after a sign-in in the popup. */
function sessionRead(): Promise<void> {
  const isRead = ({ isLoading, failure } = useAuthStore.getState()) =>
    !isLoading || failure !== null;
  return new Promise((resolve) => {
    if (isRead()) return resolve();
    const stop = useAuthStore.subscribe((state) => {
      if (!isRead(state)) return;
      stop();
      resolve();
    });
  });
}

function SsoFailure({ failure }: { failure: unknown }) {
  const installation = useInstallation();
  return (
    <Alert tone="danger" title={messageOf(failure, 'sso')}>
      {failure instanceof NoUserError && failure.hint && <p>{failure.hint}</p>}
      {installation && (
        <a href={mailLink(installation.supportEmail, 'Single sign-on')} className={linkClass}>
          Contact support
        </a>
      )}
    </Alert>
  );
}
