import type { Page } from 'playwright-core';
import type { CheckedProxy } from './checked-proxy.ts';
import { isOfPage } from './load-page.ts';
import { pageClosed, pageCrashed, pageLeft, pageNotLoaded } from './page-failures.ts';

/** Notices what ends a conversation from outside: the page navigates away, crashes or closes. */
export interface PageWatch {
  /** Starts watching: from now on the conversation takes place on the current page. */
  begin(hasInput: () => Promise<boolean>, input: string): void;
  /** Throws what ended it; with `now`, even if a new page might only need more time. */
  check(now: boolean): Promise<void>;
  broken(): Error | undefined;
  isEnded(): boolean;
  end(): void;
}

/** Time limit for the widget to appear on another page. */
const arrivalMs = 5_000;

export function watchPage(page: Page, proxy: CheckedProxy): PageWatch {
  let broken: Error | undefined;
  let isEnded = false;
  let from = '';
  let leftAt: number | undefined;
  let wanted = '';
  let hasInput: (() => Promise<boolean>) | undefined;

  page.on('crash', () => {
    broken ??= pageCrashed();
  });
  page.on('close', () => {
    if (!isEnded) broken ??= pageClosed();
  });
  page.on('domcontentloaded', () => {
    if (hasInput) leftAt = performance.now();
  });
  page.on('requestfailed', (request) => {
    if (!hasInput || !isOfPage(page, request)) return;
    const error = new Error(`net::${(request.failure()?.errorText ?? '').replace('net::', '')}`);
    // A link to a file, or another click before the page came: it stays where it is.
    if (error.message.includes('ERR_ABORTED')) return;
    broken ??= pageNotLoaded(request.url(), from, error, proxy.failureOf(request.url()));
  });

  return {
    begin(inputIsThere, input) {
      hasInput = inputIsThere;
      wanted = input;
      from = page.url();
    },
    async check(now) {
      if (broken) throw broken;
      if (leftAt === undefined || !hasInput) return;
      if (await hasInput()) {
        // The widget came along.
        leftAt = undefined;
        from = page.url();
      } else if (now || performance.now() - leftAt > arrivalMs) {
        throw pageLeft(from, page.url(), wanted);
      }
    },
    broken: () => broken,
    isEnded: () => isEnded,
    end() {
      isEnded = true;
    },
  };
}
