import { NotFoundScreen } from '#/features/session/not-found-screen.tsx';
import { AppShell } from './app-shell.tsx';

export function NotFoundPage() {
  return (
    <AppShell>
      <NotFoundScreen />
    </AppShell>
  );
}
