import { useState } from 'react';
import { identity } from '#/lib/identity/current-identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';

type Outcome = { email: string | null } | { failure: string };

/** Tests the sign-in at the identity provider in a window and shows the result. It does not start a session. */
export function TestSingleSignOn({ company }: { company: string }) {
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function test() {
    setRunning(true);
    setOutcome(undefined);
    try {
      setOutcome(await identity.openSamlPopup(`saml.${company}`));
    } catch (error) {
      setOutcome({ failure: messageOf(error, 'sso') });
    }
    setRunning(false);
  }

  return (
    <div className="flex flex-col items-start gap-3">
      <p className="max-w-prose text-ink-muted text-sm">
        Sign in at your identity provider to test the connection. Your session does not change.
      </p>
      <Button variant="primary" isLoading={isRunning} onClick={() => void test()}>
        {isRunning ? 'Waiting for the other window...' : 'Test connection'}
      </Button>
      {outcome && <TestOutcome outcome={outcome} />}
    </div>
  );
}

function TestOutcome({ outcome }: { outcome: Outcome }) {
  if ('failure' in outcome) {
    return (
      <Alert tone="danger" title={outcome.failure} className="w-full">
        In your identity provider, check the addresses below, that it signs with SHA-256, and that
        your email address belongs to your domain.
      </Alert>
    );
  }
  if (!outcome.email) {
    return (
      <Alert tone="danger" title="No email found in SAML response" className="w-full">
        Configure your identity provider to send the email address as the name ID or as the
        attribute “email”.
      </Alert>
    );
  }
  return (
    <Alert tone="success" title="Connection works" className="w-full">
      Your identity provider identified you as {outcome.email}.
    </Alert>
  );
}
