/** Channel for a bot behind the chat widget of a page: Chromium opens the page, types, and reads what is displayed. */
import { ConversationError, type Exhibit, failureOf } from '@parley/egress';
import type { BrowserChannelConfiguration } from '@parley/suite';
import type { Page } from 'playwright-core';
import type { Channel, ConversationContext, OpenChannel } from '../channel.ts';
import { createObserver, type Observer } from '../observer.ts';
import { checkAccessibility } from './check-accessibility.ts';
import type { CheckedProxy } from './checked-proxy.ts';
import { createWidget } from './create-widget.ts';
import { WidgetUnsureError } from './detect/unsure.ts';
import { hearPage } from './hear-page.ts';
import { loadPage } from './load-page.ts';
import { openTab } from './open-tab.ts';
import { startPageRecord } from './page-record.ts';
import { withPrechatValues } from './pass-prechat.ts';
import { watchPage } from './watch-page.ts';
import { widgetTree } from './widget-tree.ts';

export const openBrowserChannel: OpenChannel<BrowserChannelConfiguration> = async (
  configuration,
  conversation,
) => {
  const tab = await openTab(configuration, conversation);
  const forget = conversation.stop.whenStopped(tab.close);
  try {
    return await openPage(tab.page, {
      ...tab,
      configuration: withPrechatValues(configuration, conversation.values),
      openMs: conversation.browser.openMs,
      observer: createObserver(conversation),
      clock: conversation.clock,
    });
  } catch (error) {
    tab.close();
    throw error;
  } finally {
    forget();
  }
};

interface OpenPage {
  url: string;
  configuration: BrowserChannelConfiguration;
  proxy: CheckedProxy;
  close(): void;
  openMs: number;
  observer: Observer;
  clock: ConversationContext['clock'];
}

async function openPage(
  page: Page,
  { url, configuration, proxy, close, openMs, observer, clock }: OpenPage,
): Promise<Channel> {
  const { greets = false, quietMs = 500, input = 'field of the chat' } = configuration;
  const record = await startPageRecord(page.context(), page);
  const widget = createWidget(page, configuration);
  let isMarked = widget.explain === undefined;
  const watch = watchPage(page, proxy);
  // New windows are closed, so that they do not cover the tested page.
  page.context().on('page', (other) => void other.close().catch(() => {}));
  try {
    const deadline = performance.now() + openMs;
    await loadPage(page, url, proxy, deadline);
    await widget.open(deadline);
  } catch (error) {
    throw withExhibits(watch.broken() ?? error, [
      ...(await record.screenshot()),
      ...(await record.whole()),
      ...explanationOf(error instanceof WidgetUnsureError ? error.explanation : []),
    ]);
  }
  watch.begin(() => widget.hasInput(), input);
  const hear = hearPage(widget, watch, quietMs);
  return {
    abilities: { inputs: ['text', 'open', 'silence', 'pause'], greets, quietMs: 0 },

    async send(utterance, deadline) {
      if (utterance.kind !== 'text') return;
      // Replies that no step waited for belong to earlier steps.
      await hear.forget();
      try {
        const sentAt = await widget.say(utterance.text, deadline);
        observer.sent(utterance.kind, undefined, clock.at(sentAt));
      } catch (error) {
        await watch.check(true);
        throw error;
      }
    },

    async attend(deadline) {
      const shown = await hear.next(deadline);
      if (shown) observer.said(shown.said, clock.at(shown.at));
    },
    async witness() {
      const tree = await widgetTree((value) => widget.mark(value));
      if (isMarked) return [...(await record.screenshot()), ...tree];
      isMarked = true;
      const marked = await record.marked((await widget.parts?.().catch(() => [])) ?? []);
      return [
        ...marked,
        ...(await record.screenshot()),
        ...tree,
        ...explanationOf(widget.explain?.() ?? []),
      ];
    },
    accessibility: () => checkAccessibility(page, (value) => widget.mark(value)),
    record: () => record.whole(),

    close() {
      watch.end();
      close();
    },
  };
}

const explanationOf = (lines: readonly string[]): Exhibit[] =>
  lines.length > 0 ? [{ kind: 'detection', bytes: Buffer.from(`${lines.join('\n')}\n`) }] : [];

const withExhibits = (cause: unknown, exhibits: Exhibit[]) =>
  new ConversationError(failureOf(cause), { cause, exhibits });
