import { type ComponentType, lazy } from 'react';
import { quiet } from '#/lib/quiet.ts';

/**
 * A part that the first view of a page does without, most often a dialog: its code is loaded when it is
 * first drawn, or as soon as it is quiet, so that hardly anybody waits for it. Needs a `Suspense` around.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  // A failure shows when the part is drawn.
  void quiet.then(load).catch(() => {});
  return lazy(async () => ({ default: await load() }));
}
