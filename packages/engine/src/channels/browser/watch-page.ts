import type { Page } from 'playwright-core';
import type { CheckedProxy } from './checked-proxy.ts';
import { isOfPage } from './load-page.ts';
import { pageClosed, pageCrashed, pageLeft, pageNotLoaded } from './page-failures.ts';

/** Notices events that end a conversation from outside: the page navigates away, crashes or closes. */
export interface PageWatch {
  /** Starts watching. From now on, the conversation takes place on the current page. */
  begin(hasInput: () => Promise<boolean>, input: string): void;
  /** Throws the error that ended the conversation. With `now`, does not allow a new page more time. */
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
    // The address is a file, or another click cancelled the navigation: the page stays.
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
        // The new page contains the widget, too.
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
