import type { PageGroup } from '#/lib/session/access.ts';
import { guard } from '#/lib/session/guard.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Route options that check the visitor, and the page shown meanwhile. */
export function guarded(group: PageGroup) {
  return { beforeLoad: guard(group), pendingComponent: LoadingScreen, pendingMs: 0 };
}
