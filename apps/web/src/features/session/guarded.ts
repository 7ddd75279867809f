import type { PageGroup } from '#/lib/session/access.ts';
import { guard } from '#/lib/session/guard.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Route options with a guard, and the loading screen to show until the guard has decided. */
export function guarded(group: PageGroup) {
  return { beforeLoad: guard(group), pendingComponent: LoadingScreen, pendingMs: 0 };
}
