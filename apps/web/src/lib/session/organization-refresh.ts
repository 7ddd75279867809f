import { refreshOrganization } from './org-store.ts';

const everyMs = 3 * 60_000;
const onFocusAfterMs = 2 * 60_000;

/**
 * Refetches the organization every 3 minutes while the page is visible, and when it becomes visible again more than 2 minutes
 * after the last refresh. `review` is called even if nothing changed, because an end date may have passed.
 */
export function startOrganizationRefresh(review: () => void): () => void {
  let lastAt = Date.now();
  const refresh = () => {
    lastAt = Date.now();
    review();
    refreshOrganization().then(review, (error) => {
      console.warn('Failed to refresh the organization.', error);
    });
  };
  const onTimer = () => {
    if (document.visibilityState === 'visible') refresh();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible' && Date.now() - lastAt > onFocusAfterMs) refresh();
  };
  const timer = setInterval(onTimer, everyMs);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}
