/**
 * Storage key for the height of the current failures above the projects. That much space is reserved while they load, so that
 * the projects do not move. The failures are usually those of the last visit.
 */
const storageKey = 'overview-brief-height';

/** Maximum height in pixels. */
const heightMax = 240;

export function BriefPlace() {
  const height = Math.min(Number(localStorage.getItem(storageKey)) || 0, heightMax);
  return height > 0 ? <div aria-hidden style={{ height }} /> : null;
}

/** @param part the rendered failures; null if there are none */
export function rememberHeight(part: HTMLElement | null): void {
  localStorage.setItem(storageKey, String(part?.offsetHeight ?? 0));
}
