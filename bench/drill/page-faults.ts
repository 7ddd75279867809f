/** Collects faults that no amount of clicking may cause. Each kind is reported once, with the actions that led to it. */
import { problemType } from '@parley/contract';
import type { Page, Request } from '@playwright/test';

interface Fault {
  kind: string;
  what: string;
  role: string;
  url: string;
  lastActions: readonly string[];
}

export interface Faults {
  /** Number of faults by kind. */
  counts: Map<string, number>;
  tell(fault: Fault): void;
}

export function collectFaults(seed: number): Faults {
  const counts = new Map<string, number>();
  const told = new Map<string, number>();
  return {
    counts,
    tell({ kind, what, role, url, lastActions }) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      const same = `${kind} ${withoutIds(what)} ${withoutIds(new URL(url, 'http://x').pathname)}`;
      const times = (told.get(same) ?? 0) + 1;
      told.set(same, times);
      if (times > 1) return;
      console.log(`FAULT ${kind}: ${what}`);
      console.log(`  ${new Date().toISOString()} --seed ${seed}, ${role}, ${url}`);
      for (const action of lastActions) console.log(`  · ${action}`);
    },
  };
}

/** Replaces ids and numbers, which differ between otherwise identical faults. */
export function withoutIds(text: string): string {
  return text.replaceAll(/[\w-]*\d[\w-]*/g, '#').slice(0, 200);
}

export interface WatchedPage {
  /** Requests that are still unanswered. */
  waitsFor(): string[];
}

/** Reports faults that users do not see on the page. */
export function watchPage(page: Page, tell: (kind: string, what: string) => void): WatchedPage {
  const open = new Map<Request, number>();
  page.on('request', (request) => {
    // Requests of the previous page no longer matter.
    if (request.isNavigationRequest()) open.clear();
    open.set(request, performance.now());
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  page.on('pageerror', (error) => tell('uncaught error', error.stack ?? String(error)));
  page.on('crash', () => tell('crash', 'the page crashed'));
  page.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error' && !isExpected(message.text(), url))
      tell('console error', `${message.text()} (${url})`);
  });
  page.on('response', (response) => {
    const status = response.status();
    const request = response.request();
    const which = `${status} of ${request.method()} ${response.url()}`;
    if (status >= 500) tell('answer of 500 and above', which);
    if (!['fetch', 'xhr'].includes(request.resourceType())) return;
    const type = response.headers()['content-type'] ?? '';
    if (status >= 400 && !type.startsWith(problemType)) tell('refusal without JSON', which);
    if (type.startsWith('text/html')) tell('a page in place of an answer', which);
  });
  return {
    waitsFor: () =>
      [...open].map(([request, since]) => {
        const { pathname } = new URL(request.url());
        const seconds = ((performance.now() - since) / 1000).toFixed(1);
        return `${request.method()} ${pathname} for ${seconds} s`;
      }),
  };
}

/**
 * @returns true for messages that are not faults. The browser logs each refused request, which is checked as a response, and
 * styles that the content security policy blocks in the YAML view. Swagger UI logs its deprecations.
 */
function isExpected(text: string, url: string): boolean {
  if (text.startsWith('Applying inline style violates')) return /[?&]view=yaml(&|$)/.test(url);
  return /^Failed to load resource: the server responded with a status of \d|^Deprecated: /.test(
    text,
  );
}
