import { Link } from '@tanstack/react-router';
import { Alert } from '#/ui/alert.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { IbmButton } from './ibm-button.tsx';
import { useSignInMethods } from './sign-in-methods.ts';

interface IbmScreenProps {
  /** IBM instance id; undefined if IBM redirected back without one. */
  instanceId: string | undefined;
  /** Message if signing in failed after the return from IBM. */
  failure: string | undefined;
}

/** Sign-in for customers of the IBM marketplace. */
export function IbmScreen({ instanceId, failure }: IbmScreenProps) {
  const methods = useSignInMethods();
  const isSetUp = methods === null || methods.includes('ibm');
  return (
    <AuthLayout
      step={1}
      title="Sign in with IBM"
      subtitle="For customers from the IBM marketplace."
      footnote={
        <Link to="/signin" className={linkClass}>
          Back to sign in
        </Link>
      }
    >
      <div className="flex flex-col gap-4">
        {failure && <Alert tone="danger">{failure}</Alert>}
        {!isSetUp && <Alert tone="warning">Signing in with IBM is not set up here.</Alert>}
        {instanceId && isSetUp && <IbmButton instanceId={instanceId} />}
      </div>
    </AuthLayout>
  );
}
