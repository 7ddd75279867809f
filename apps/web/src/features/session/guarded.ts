import type { PageGroup } from '#/lib/session/access.ts';
import { guard } from '#/lib/session/guard.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** For a route whose visitors are checked first: the check, and what is shown while it is pending. */
export function guarded(group: PageGroup) {
  return { beforeLoad: guard(group), pendingComponent: LoadingScreen, pendingMs: 0 };
}
