/** Accessibility violations of pages as they stand. */
import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Looks for violations by every rule of axe-core that is on by default, in frames of the same origin, too. The rules
 * stay in a page until it is left: to hand them over anew for each look takes several times as long as the look.
 *
 * @returns each broken rule with the elements that break it; none where all is well
 */
export async function listViolations(page: Page): Promise<string[]> {
  const [top, ...others] = [page.mainFrame(), ...page.frames().slice(1)];
  await handOver(top);
  // A frame may go while it is looked at; one without the rules is left out.
  await Promise.all(others.map((frame) => handOver(frame).catch(() => {})));
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`);
  });
}

async function handOver(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}
