/**
 * A bot behind the chat widget of a page: Chromium opens the page, types, and reads what is
 * displayed.
 */
import { Script } from 'node:vm';
import { ConversationError, type Exhibit, failureOf } from '@parley/egress';
import {
  type BrowserChannelConfiguration,
  escapeJson,
  fillAddress,
  fillTemplate,
} from '@parley/suite';
import type { Page } from 'playwright-core';
import type { Channel, ConversationContext, OpenChannel } from '../channel.ts';
import { createObserver, type Observer } from '../observer.ts';
import { checkAccessibility } from './check-accessibility.ts';
import { type CheckedProxy, startCheckedProxy } from './checked-proxy.ts';
import { WidgetUnsureError } from './detect/unsure.ts';
import { createDetectedWidget } from './detected-widget.ts';
import { hearPage } from './hear-page.ts';
import { loadPage } from './load-page.ts';
import { startPageRecord } from './page-record.ts';
import { watchPage } from './watch-page.ts';
import { createSelectedWidget, type Widget } from './widget.ts';
import { widgetTree } from './widget-tree.ts';

const schemes = ['http:', 'https:'] as const;
const viewportDefault = { width: 1280, height: 800 };

export const openBrowserChannel: OpenChannel<BrowserChannelConfiguration> = async (
  configuration,
  conversation,
) => {
  const { egress, browser, values, stop } = conversation;
  const address = fillAddress(configuration.url, values);
  const { href: url } = egress.checkUrl(address, schemes);
  const initialize = initializeScript(configuration, conversation);
  const proxy = await startCheckedProxy(egress);
  const viewport = viewportOf(configuration.viewport);
  const profile = await browser.open(proxy.address, viewport, stop).catch((error) => {
    proxy.close();
    throw error;
  });
  const close = () => {
    profile.close();
    proxy.close();
  };
  const forget = stop.whenStopped(close);
  try {
    const { context } = profile;
    if (initialize) await context.addInitScript({ content: initialize });
    return await openPage(await context.newPage(), {
      url,
      configuration,
      proxy,
      close,
      openMs: browser.openMs,
      observer: createObserver(conversation),
      clock: conversation.clock,
    });
  } catch (error) {
    close();
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
  // A bot that opens another window must not leave the one that is tested.
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
      // What nobody waited for belongs to the steps before.
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

/** A part that the suite names is taken at its word; the others are looked for. */
function createWidget(page: Page, configuration: BrowserChannelConfiguration): Widget {
  const { input, reply } = configuration;
  return input !== undefined && reply !== undefined
    ? createSelectedWidget(page, { ...configuration, input, reply })
    : createDetectedWidget(page, configuration);
}

const explanationOf = (lines: readonly string[]): Exhibit[] =>
  lines.length > 0 ? [{ kind: 'detection', bytes: Buffer.from(`${lines.join('\n')}\n`) }] : [];

/** Filled in and at least free of syntax errors, which a page would swallow. */
function initializeScript(
  { initialize }: BrowserChannelConfiguration,
  { values }: ConversationContext,
): string | undefined {
  if (initialize === undefined) return undefined;
  const script = fillTemplate(initialize, values, escapeJson);
  try {
    // Read only. It runs in the page and nowhere else.
    new Script(script);
    return script;
  } catch (cause) {
    throw new ConversationError(
      {
        class: 'configuration',
        code: 'invalid-script',
        message: `The initialize script can't be read: ${(cause as Error).message}.`,
        hint: 'Write it as it would stand in a <script> of the page.',
      },
      { cause },
    );
  }
}

function viewportOf(size: string | undefined): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : viewportDefault;
}

const withExhibits = (cause: unknown, exhibits: Exhibit[]) =>
  new ConversationError(failureOf(cause), { cause, exhibits });
