import { type ComponentType, lazy } from 'react';
import { quiet } from '#/lib/quiet.ts';

/**
 * A component that the first view of a page does not need, most often a dialog. Its code is loaded when it is first rendered,
 * or some time after the page has loaded, so that users rarely wait for it. It needs a `Suspense` around it.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  // Rendering the component reports a failure.
  void quiet.then(load).catch(() => {});
  return lazy(async () => ({ default: await load() }));
}
