/** Finds accessibility violations on pages in their current state. */
import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Checks a page, including frames of the same origin, with every rule of axe-core that is enabled by default. The rules are
 * injected once per page, because injecting them takes several times as long as a check.
 *
 * @returns each violated rule with the elements that violate it; empty if there are none
 */
export async function listViolations(page: Page): Promise<string[]> {
  const [top, ...others] = [page.mainFrame(), ...page.frames().slice(1)];
  await handOver(top);
  // A frame can disappear in the meantime; skip frames without the rules.
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
