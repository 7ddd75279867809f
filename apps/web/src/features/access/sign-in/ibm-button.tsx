import { useEffect, useState } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { leaveForIbm } from './ibm.ts';

/** Redirects to IBM's sign-in page. */
export function IbmButton({ instanceId }: { instanceId: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string>();

  // The back button can restore the page in the state in which the user left it.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  async function press() {
    setLeaving(true);
    setFailure(undefined);
    const told = await leaveForIbm(instanceId);
    if (told === undefined) return;
    setFailure(told);
    setLeaving(false);
  }

  return (
    <>
      {failure && <Alert tone="danger">{failure}</Alert>}
      <Button
        variant="primary"
        size="lg"
        isFullWidth
        isLoading={isLeaving}
        onClick={() => void press()}
      >
        Sign in with IBM
      </Button>
    </>
  );
}
