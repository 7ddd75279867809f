import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { buttonClass } from '#/ui/button.tsx';
import { useSignInMethods } from './sign-in-methods.ts';

/** Where Google is not set up nobody loads it. */
const GoogleButton = lazy(() => import('./google-button.tsx'));

interface OtherWaysProps {
  /** New accounts are not made by single sign-on. */
  hasSingleSignOn: boolean;
}

/** Ways in beside email and password, as far as they are set up here. */
export function OtherWays({ hasSingleSignOn }: OtherWaysProps) {
  const methods = useSignInMethods();
  const hasGoogle = methods?.includes('google') ?? false;
  if (!hasGoogle && !hasSingleSignOn) return null;
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-ink-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {hasGoogle && (
        <Suspense fallback={<div className={buttonClass({ size: 'lg', isFullWidth: true })} />}>
          <GoogleButton />
        </Suspense>
      )}
      {hasSingleSignOn && (
        <Link to="/signin/sso" className={buttonClass({ size: 'lg', isFullWidth: true })}>
          <Building2 className="size-4" aria-hidden />
          Enterprise SSO
        </Link>
      )}
    </div>
  );
}
