import { Link } from '@tanstack/react-router';
import { useIsEntering } from '#/lib/session/is-entering.ts';
import { linkClass } from '#/ui/link-class.ts';
import { AuthLayout } from '../auth-layout.tsx';
import { AutomaticSignIn } from '../sign-in/automatic-sign-in.tsx';
import { OtherWays } from '../sign-in/other-ways.tsx';
import { SignUpForm } from './sign-up-form.tsx';

export function SignUpScreen() {
  const isEntering = useIsEntering();
  if (isEntering) return <AutomaticSignIn />;
  return (
    <AuthLayout
      step={1}
      title="Create your account"
      footnote={
        <>
          Already have one?{' '}
          <Link to="/signin" className={linkClass}>
            Sign in
          </Link>
        </>
      }
    >
      <SignUpForm />
      <OtherWays hasSingleSignOn={false} />
    </AuthLayout>
  );
}
