import { Link } from '@tanstack/react-router';
import { useIsEntering } from '#/lib/session/is-entering.ts';
import { linkClass } from '#/ui/link-class.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { AutomaticSignIn } from './automatic-sign-in.tsx';
import { OtherWays } from './other-ways.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The sign-in page. `failure` is the message of a failed sign-in without the form. */
export function SignInScreen({ failure }: { failure?: string | undefined }) {
  const isEntering = useIsEntering();
  if (isEntering) return <AutomaticSignIn />;
  return (
    <AuthLayout
      step={1}
      title="Sign in to Parley"
      footnote={
        <>
          New here?{' '}
          <Link to="/signup" className={linkClass}>
            Create an account
          </Link>
        </>
      }
    >
      <SignInForm failure={failure} />
      <OtherWays hasSingleSignOn />
    </AuthLayout>
  );
}
