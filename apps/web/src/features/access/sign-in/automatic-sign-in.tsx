import { LoadFailure } from '#/features/session/load-failure.tsx';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { Spinner } from '#/ui/spinner.tsx';
import { AuthLayout } from '../auth-layout.tsx';

/** Shown instead of the form while a user is signed in without it, or is already signed in and about to be redirected. */
export function AutomaticSignIn() {
  const failure = useAuthStore((state) => state.failure);
  return (
    <AuthLayout step={1} title="Automatic Sign In">
      {failure ? (
        <LoadFailure failure={failure} />
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
          <Spinner />
          Signing you in. This takes a moment…
        </p>
      )}
    </AuthLayout>
  );
}
