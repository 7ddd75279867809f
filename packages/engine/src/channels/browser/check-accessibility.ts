/** Checks the accessibility of a widget with axe-core, isolated from the page's own scripts. */
import { randomUUID } from 'node:crypto';
import {
  type AccessibilityFinding,
  type AccessibilityReport,
  type AccessibilityUnknown,
  accessibilityImpacts,
} from '@parley/suite';
import type { CDPSession, Frame, Page } from 'playwright-core';

/** The attribute that marks the elements of a widget. */
export const markName = 'data-parley-widget';

/** The frame of the widget, and how many of its elements are marked. */
export interface MarkedWidget {
  frame: Frame;
  count: number;
}

const checkMs = 15_000;
/** Maximum number of findings, more than there are rules. */
const findingsMax = 200;
const elementsMax = 5;

/**
 * @param mark marks the elements of the widget
 * @returns what axe-core found, or why it could not check
 */
export async function checkAccessibility(
  page: Page,
  mark: (value: string) => Promise<MarkedWidget | undefined>,
): Promise<AccessibilityReport | AccessibilityUnknown> {
  const value = randomUUID();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<AccessibilityUnknown>((resolve) => {
    timer = setTimeout(() => resolve({ unknown: unchecked('it took too long') }), checkMs);
  });
  const checked = check(page, value, mark).catch((error: unknown) => ({
    unknown: unchecked(error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''),
  }));
  try {
    return await Promise.race([checked, late]);
  } finally {
    clearTimeout(timer);
  }
}

const unchecked = (why: string) =>
  `The widget's accessibility could not be checked: ${why.slice(0, 200)}.`;

async function check(
  page: Page,
  value: string,
  mark: (value: string) => Promise<MarkedWidget | undefined>,
): Promise<AccessibilityReport | AccessibilityUnknown> {
  const marked = await mark(value);
  if (!marked || marked.count === 0)
    return { unknown: unchecked('the place where it shows messages was not found') };
  const { default: axe } = await import('axe-core');
  const session = await sessionOf(page, marked.frame);
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    for (const frameId of idsIn(frameTree)) {
      const world = await isolatedWorld(session, frameId);
      if (world === undefined) continue;
      const ask = async (expression: string): Promise<unknown> => {
        const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
          expression,
          contextId: world,
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails)
          throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      };
      const request = JSON.stringify({ name: markName, value, findingsMax, elementsMax });
      const count = await ask(`(${countMarked})(${request})`);
      if (count === 0) continue;
      if (count !== marked.count)
        return { unknown: unchecked('the page changed it in the meantime') };
      await ask(`${axe.source};undefined`);
      const found = await ask(`(${runAxe})(${request})`);
      return isReport(found) ? found : { unknown: unchecked('the page could not be read') };
    }
    return { unknown: unchecked('it went away') };
  } finally {
    await session.detach().catch(() => {});
  }
}

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[];
}
const idsIn = ({ frame, childFrames = [] }: FrameTree): string[] => [
  frame.id,
  ...childFrames.flatMap(idsIn),
];

/** Opens a DevTools session for a frame. Frames of other origins may run in separate processes. */
async function sessionOf(page: Page, frame: Frame): Promise<CDPSession> {
  for (let at: Frame | null = frame; at; at = at.parentFrame()) {
    const session = await page
      .context()
      .newCDPSession(at)
      .catch(() => undefined);
    if (session) return session;
  }
  return page.context().newCDPSession(page);
}

/** Creates a world that shares the document with the page's scripts, but none of their objects. */
const isolatedWorld = (session: CDPSession, frameId: string): Promise<number | undefined> =>
  session.send('Page.createIsolatedWorld', { frameId, worldName: 'parley' }).then(
    ({ executionContextId }) => executionContextId,
    () => undefined,
  );

interface InPage {
  name: string;
  value: string;
  findingsMax: number;
  elementsMax: number;
}

/** Runs in the page, so it must be self-contained. */
function countMarked({ name, value }: InPage): number {
  const roots: (Document | ShadowRoot)[] = [document];
  let found = 0;
  for (let root = roots.shift(); root; root = roots.shift()) {
    for (const element of root.querySelectorAll('*')) {
      if (element.getAttribute(name) === value) found += 1;
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  }
  return found;
}

/** Runs in the page with axe-core loaded; otherwise it must be self-contained. */
async function runAxe({
  name,
  value,
  findingsMax: most,
  elementsMax: mostElements,
}: InPage): Promise<unknown> {
  const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
  const roots: (Document | ShadowRoot)[] = [document];
  const marked: Element[] = [];
  const framed: Element[] = [];
  for (let root = roots.shift(); root; root = roots.shift()) {
    for (const element of root.querySelectorAll('*')) {
      if (element.getAttribute(name) === value) marked.push(element);
      if (element.shadowRoot) roots.push(element.shadowRoot);
    }
  }
  for (const element of marked) element.removeAttribute(name);
  for (const element of marked)
    framed.push(
      ...[...element.querySelectorAll('iframe')].filter((frame) => frame.checkVisibility()),
    );
  const { violations, incomplete, passes } = await axe.run(
    { include: marked as never },
    // The rule "region" concerns the page, not the widget.
    { iframes: false, rules: { region: { enabled: false } } },
  );
  const told = (results: typeof violations) =>
    results.slice(0, most).map(({ id, impact, help, nodes }) => ({
      rule: id,
      impact: impact ?? 'serious',
      help,
      elements: nodes
        .slice(0, mostElements)
        .map(({ target }) => target.flat().join(' ').slice(0, 200)),
    }));
  const unseen = framed.map(() => 'iframe').slice(0, 1);
  return {
    violations: told(violations),
    incomplete: [
      ...told(incomplete),
      ...unseen.map((element) => ({
        rule: 'frame-tested',
        impact: 'critical',
        help: 'The content of a frame inside the widget was not checked',
        elements: [element],
      })),
    ],
    checked: passes.length + violations.length + incomplete.length,
  };
}

function isReport(found: unknown): found is AccessibilityReport {
  const report = found as Partial<AccessibilityReport> | null;
  return (
    Number.isInteger(report?.checked) &&
    [report?.violations, report?.incomplete].every(
      (list) => Array.isArray(list) && list.length <= findingsMax + 1 && list.every(isFinding),
    )
  );
}

const isFinding = (finding: Partial<AccessibilityFinding> | null): boolean =>
  typeof finding?.rule === 'string' &&
  typeof finding.help === 'string' &&
  accessibilityImpacts.some((impact) => impact === finding.impact) &&
  Array.isArray(finding.elements) &&
  finding.elements.every((element) => typeof element === 'string');
