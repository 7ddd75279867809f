/**
 * Space above the projects for the current failures, so that the projects do not move down when those arrive. Its height is
 * that of the last visit, since most mornings resemble the evening before.
 */
const storageKey = 'overview-brief-height';

/** Pixels; the part is never higher. */
const heightMax = 240;

export function BriefPlace() {
  const height = Math.min(Number(localStorage.getItem(storageKey)) || 0, heightMax);
  return height > 0 ? <div aria-hidden style={{ height }} /> : null;
}

/** @param part Null if there is nothing to show. */
export function rememberHeight(part: HTMLElement | null): void {
  localStorage.setItem(storageKey, String(part?.offsetHeight ?? 0));
}
