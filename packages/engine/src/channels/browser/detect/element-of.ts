import type { ElementHandle, Frame } from 'playwright-core';

/** Finds the element that a survey of the page gave this number, if it still exists. */
export async function elementOf(
  frame: Frame | undefined,
  id: number,
): Promise<ElementHandle<HTMLElement> | undefined> {
  const handle = await frame?.evaluateHandle((number) => {
    type Registry = { byId: Map<number, WeakRef<Element>> };
    const place = globalThis as unknown as Record<symbol, Registry | undefined>;
    const element = place[Symbol.for('parley.elements')]?.byId.get(number)?.deref();
    return element?.isConnected ? element : null;
  }, id);
  return (handle?.asElement() as ElementHandle<HTMLElement> | null) ?? undefined;
}
