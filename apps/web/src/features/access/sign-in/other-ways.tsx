import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button, buttonClass } from '#/ui/button.tsx';
import { useSignInMethods } from './sign-in-methods.ts';

/** Only loaded if Google sign-in is configured. */
const GoogleButton = lazy(() => import('./google-button.tsx'));

interface OtherWaysProps {
  /** False for sign-up, because single sign-on does not create accounts. */
  hasSingleSignOn: boolean;
}

const names = { google: 'Google', ibm: 'IBM', sso: 'Enterprise SSO' } as const;

/** Sign-in methods besides email and password. A note lists those that are not configured. */
export function OtherWays({ hasSingleSignOn }: OtherWaysProps) {
  const methods = useSignInMethods();
  const offered = hasSingleSignOn ? (['google', 'ibm', 'sso'] as const) : (['google'] as const);
  const missing = offered.filter((way) => methods !== null && !methods.includes(way));
  return (
    <div className="mt-6 flex flex-col gap-3">
      <p className="flex items-center gap-3 text-ink-faint text-xs before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {missing.includes('google') && (
        <Button size="lg" isFullWidth disabled>
          Continue with Google
        </Button>
      )}
      {methods?.includes('google') && (
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
      {missing.length > 0 && (
        <p className="text-ink-muted text-xs">
          {missing.map((way) => names[way]).join(' and ')} {missing.length > 1 ? 'are' : 'is'} not
          set up on this installation.
        </p>
      )}
    </div>
  );
}
