import { type ComponentType, lazy } from 'react';
import { quiet } from '#/lib/quiet.ts';

/**
 * A part that the first view of a page does not need, most often a dialog. Its code is loaded when it is first rendered, or
 * some time after the page has loaded, so that people rarely wait for it. Needs a `Suspense` around it.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  // A failure shows when the part is drawn.
  void quiet.then(load).catch(() => {});
  return lazy(async () => ({ default: await load() }));
}
