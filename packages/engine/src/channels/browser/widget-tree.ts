import { randomUUID } from 'node:crypto';
import type { Exhibit } from '@parley/egress';
import { type MarkedWidget, markName } from './check-accessibility.ts';

const treeMs = 3_000;
/** Maximum characters that are kept of a tree. */
const treeLengthMax = 100_000;

/**
 * Captures the accessibility tree of the widget, as a screen reader gets it. Never throws; returns nothing if the widget is not
 * known.
 *
 * @param mark marks the elements of the widget
 */
export async function widgetTree(
  mark: (value: string) => Promise<MarkedWidget | undefined>,
): Promise<Exhibit[]> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A page does not answer if its script never ends.
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(''), treeMs);
  });
  const text = await Promise.race([treeOf(mark).catch(() => ''), late]);
  clearTimeout(timer);
  if (text.trim() === '') return [];
  const shown =
    text.length > treeLengthMax ? `${text.slice(0, treeLengthMax)}\n… cut off here` : text;
  return [{ kind: 'accessibility-tree', bytes: Buffer.from(`${shown}\n`) }];
}

async function treeOf(mark: (value: string) => Promise<MarkedWidget | undefined>): Promise<string> {
  const value = randomUUID();
  const marked = await mark(value);
  if (!marked || marked.count === 0) return '';
  const trees: string[] = [];
  // Each element loses its mark in turn, so the next one becomes the first.
  const next = marked.frame.locator(`[${markName}="${value}"]`).first();
  for (let part = 0; part < marked.count; part += 1) {
    trees.push(await next.ariaSnapshot({ timeout: treeMs }));
    await next.evaluate((element, name) => element.removeAttribute(name), markName);
  }
  return trees.join('\n');
}
