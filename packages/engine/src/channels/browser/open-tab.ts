/** Opens an empty page whose traffic goes through a checked proxy. */
import { Script } from 'node:vm';
import { ConversationError } from '@parley/egress';
import {
  type BrowserChannelConfiguration,
  escapeJson,
  fillAddress,
  fillTemplate,
} from '@parley/suite';
import type { Page } from 'playwright-core';
import type { ConversationContext } from '../channel.ts';
import { type CheckedProxy, startCheckedProxy } from './checked-proxy.ts';

const schemes = ['http:', 'https:'] as const;
const viewportDefault = { width: 1280, height: 800 };

export type TabContext = Pick<ConversationContext, 'egress' | 'browser' | 'values' | 'stop'>;

export interface Tab {
  page: Page;
  /** Address of the page to test, with variables filled in. */
  url: string;
  proxy: CheckedProxy;
  close(): void;
}

export async function openTab(
  configuration: BrowserChannelConfiguration,
  { egress, browser, values, stop }: TabContext,
): Promise<Tab> {
  const address = fillAddress(configuration.url, values);
  const { href: url } = egress.checkUrl(address, schemes);
  const initialize = initializeScript(configuration, values);
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
    return { page: await context.newPage(), url, proxy, close };
  } catch (error) {
    close();
    throw error;
  } finally {
    forget();
  }
}

/**
 * Makes the initialization script with its variables filled in. Checks its syntax, because a page would not report errors.
 *
 * @throws ConversationError for a syntax error
 */
function initializeScript(
  { initialize }: BrowserChannelConfiguration,
  values: ConversationContext['values'],
): string | undefined {
  if (initialize === undefined) return undefined;
  const script = fillTemplate(initialize, values, escapeJson);
  try {
    // The script is only parsed here. It runs in the page and nowhere else.
    new Script(script);
    return script;
  } catch (cause) {
    throw new ConversationError(
      {
        class: 'configuration',
        code: 'invalid-script',
        message: `The initialize script can't be read: ${(cause as Error).message}.`,
        hint: 'Write it as it would appear in a <script> on the page.',
      },
      { cause },
    );
  }
}

function viewportOf(size: string | undefined): { width: number; height: number } {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : viewportDefault;
}
