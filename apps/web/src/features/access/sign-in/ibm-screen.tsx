import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { ibmStartAddress } from './ibm.ts';
import { useSignInMethods } from './sign-in-methods.ts';

interface IbmScreenProps {
  /** Missing where IBM sent somebody back without one. */
  instanceId: string | undefined;
  failure: string | undefined;
}

/** Sign-in for customers of the IBM marketplace. */
export function IbmScreen({ instanceId, failure }: IbmScreenProps) {
  const [isLeaving, setLeaving] = useState(false);
  const methods = useSignInMethods();
  const isSetUp = methods === null || methods.includes('ibm');
  return (
    <AuthLayout
      step={1}
      title="Sign in with IBM"
      subtitle="For customers who found us in the IBM marketplace."
      footnote={
        <Link to="/signin" className={linkClass}>
          Back to sign in
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {!isSetUp && <Alert tone="warning">Signing in with IBM is not set up here.</Alert>}
        {instanceId && isSetUp && (
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
        )}
      </div>
    </AuthLayout>
  );
}
