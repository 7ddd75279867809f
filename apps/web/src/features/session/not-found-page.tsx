import { AppShell } from '#/features/shell/app-shell.tsx';
import { NotFoundScreen } from './not-found-screen.tsx';

export function NotFoundPage() {
  return (
    <AppShell>
      <NotFoundScreen />
    </AppShell>
  );
}
