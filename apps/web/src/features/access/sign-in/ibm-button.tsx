import { useEffect, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { ibmStartAddress } from './ibm.ts';

/** Leaves for IBM’s page. */
export function IbmButton({ instanceId }: { instanceId: string }) {
  const [isLeaving, setLeaving] = useState(false);

  // Whoever comes back may find the page as they left it.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setLeaving(false);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);

  return (
    <Button
      variant="primary"
      size="lg"
      isFullWidth
      isLoading={isLeaving}
      onClick={() => {
        setLeaving(true);
        location.assign(ibmStartAddress(instanceId));
      }}
    >
      Sign in with IBM
    </Button>
  );
}
