import { useNavigate } from '@tanstack/react-router';
import { loadSession, signOut } from '#/lib/session/session.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';

/** Shown if the signed-in user could not be loaded: the reason, a retry and a way to log out. */
export function LoadFailure({ failure }: { failure: string }) {
  const navigate = useNavigate();
  return (
    <Alert
      tone="danger"
      title="Failed to load your workspace"
      className="w-full max-w-md font-sans"
      actions={
        <>
          <Button variant="primary" onClick={() => void loadSession()}>
            Try again
          </Button>
          <Button
            onClick={() => {
              void signOut();
              void navigate({ to: '/signin' });
            }}
          >
            Log out
          </Button>
        </>
      }
    >
      {failure}. Check your connection, then try again.
    </Alert>
  );
}
