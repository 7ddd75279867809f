import { useState } from 'react';
import { identity } from '#/lib/identity/current-identity.ts';
import { RefusedTest } from '#/lib/identity/identity.ts';
import { messageOf } from '#/lib/identity/messages.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { type RefusalInWords, refusalInWords } from './refusal-in-words.ts';

type Outcome = { email: string | null } | RefusalInWords;

const anyFailure =
  'In your identity provider, check the addresses below, that it signs with SHA-256, and that your email address belongs to your domain.';

/** Tests the sign-in at the identity provider in a window and shows the result. It does not start a session. */
export function TestSingleSignOn({ company }: { company: string }) {
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();

  async function test() {
    setRunning(true);
    setOutcome(undefined);
    try {
      setOutcome(await identity.openSamlPopup(`saml.${company}`, { isTest: true }));
    } catch (error) {
      setOutcome(inWords(error));
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

function inWords(error: unknown): RefusalInWords {
  const refusal = error instanceof RefusedTest && refusalInWords(error.reason, error.seconds);
  return refusal || { title: messageOf(error, 'sso'), advice: anyFailure };
}

function TestOutcome({ outcome }: { outcome: Outcome }) {
  if ('title' in outcome) {
    return (
      <Alert tone="danger" title={outcome.title} className="w-full">
        {outcome.advice}
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
