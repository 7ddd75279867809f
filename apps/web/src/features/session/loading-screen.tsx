import { productName } from '#/lib/brand.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { Logo } from '#/ui/logo.tsx';
import { Spinner } from '#/ui/spinner.tsx';
import { LoadFailure } from './load-failure.tsx';

/** Shown while a check is pending. If the check fails, it shows the reason and offers a retry or logging out. */
export function LoadingScreen() {
  const failure = useAuthStore((state) => state.failure);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 px-4 font-waiting">
      <Logo name={productName} size="lg" />
      {failure ? (
        <LoadFailure failure={failure} />
      ) : (
        <p role="status" className="flex items-center gap-2.5 text-ink-muted text-sm">
          <Spinner />
          Loading...
        </p>
      )}
    </main>
  );
}
