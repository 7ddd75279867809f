import { ConversationError } from '@parley/egress';
import type { Browser, BrowserContext } from 'playwright-core';
import { limits } from '../../limits.ts';
import { programEnvironment } from '../../program-environment.ts';
import type { StopSignal } from '../../run-stop.ts';
import { createSharedPlaces } from '../../shared-places.ts';
import { confineProgram } from './confine-program.ts';
import { findChromium } from './find-chromium.ts';

export interface BrowserSettings {
  /** Path of Chrome or Chromium; found automatically if absent. */
  program?: string | undefined;
  /** True if Chromium's own sandbox is used. Turn it off only inside another sandbox, such as a container. */
  hasSandbox?: boolean;
  /** Time limit to open a page and its widget. Default 30 seconds. */
  openMs?: number;
}

/** The Chromium of one run, started for its first conversation. Runs never share a browser. */
export interface RunBrowser {
  openMs: number;
  /** Opens a separate profile for one conversation, with its traffic going to the proxy. */
  open(
    proxy: string,
    viewport: { width: number; height: number },
    stop: StopSignal,
  ): Promise<Profile>;
  close(): Promise<void>;
}

interface Profile {
  context: BrowserContext;
  close(): void;
}

/** Slots for the pages of this process, each of which takes a few hundred MB. */
const pages = createSharedPlaces({
  atOnce: limits.pagesMax,
  atOncePerParty: limits.pagesPerPartyMax,
  what: 'page',
});

/** Creates the browser of a run. `party` is the party that its pages count for. */
export function createRunBrowser(settings: BrowserSettings = {}, party = ''): RunBrowser {
  let launched: Promise<Browser> | undefined;
  const closing = new Set<Promise<void>>();

  /** Starts the browser, or reuses the running one. */
  function running(): Promise<Browser> {
    if (launched) return launched;
    const launching = launch(settings);
    const forget = () => {
      if (launched === launching) launched = undefined;
    };
    launching.then((browser) => browser.on('disconnected', forget), forget);
    launched = launching;
    return launching;
  }

  return {
    openMs: settings.openMs ?? limits.pageOpenMs,

    async open(proxy, viewport, stop) {
      const release = await pages.enter(party, stop);
      try {
        const browser = await running();
        const context = await browser.newContext({
          viewport,
          proxy: { server: proxy },
          acceptDownloads: false,
        });
        return {
          context,
          close() {
            const closed = context.close().catch(() => {});
            const ended = Promise.race([closed, sleep(limits.pageCloseMs)]).finally(release);
            closing.add(ended);
            void ended.then(() => closing.delete(ended));
          },
        };
      } catch (error) {
        release();
        throw error;
      }
    },

    async close() {
      await Promise.all(closing);
      const browser = await launched?.catch(() => undefined);
      await browser?.close().catch(() => {});
    },
  };
}

async function launch({ program, hasSandbox = true }: BrowserSettings): Promise<Browser> {
  // Loaded only when a conversation needs a browser, so other runs don't pay for it.
  const { chromium } = await import('playwright-core').catch((error: unknown) => {
    throw noDriver(error);
  });
  const executablePath = await findChromium(program, chromium.executablePath());
  // Chromium's sandbox does not work for root.
  const chromiumSandbox = hasSandbox && process.getuid?.() !== 0;
  const confined = confineProgram(executablePath);
  try {
    const settings = { chromiumSandbox, args, env: programEnvironment(), timeout: 30_000 };
    return await chromium.launch({ ...settings, executablePath: confined.path });
  } catch (error) {
    throw notStarted(error as Error, executablePath);
  } finally {
    confined.remove();
  }
}

/**
 * Switches that force all traffic through the proxy by turning off other protocols, name lookups and Chromium's own traffic.
 * The last few only keep the browser quiet and headless.
 */
const args = [
  '--proxy-server=http://127.0.0.1:9',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--no-first-run',
  '--mute-audio',
];

/**
 * The error for a missing playwright-core. The packed command line does not include it, because it is larger than everything
 * else.
 */
function noDriver(cause: unknown): ConversationError {
  return new ConversationError(
    {
      class: 'configuration',
      code: 'no-browser',
      message: 'The package playwright-core, which controls the browser, is not installed.',
      hint: 'Install it next to the command line: npm install playwright-core.',
    },
    { cause },
  );
}

function notStarted(error: Error, program: string): ConversationError {
  const isSandbox = /sandbox/i.test(error.message);
  const detail = /error while loading shared libraries: \S+/.exec(error.message)?.[0];
  return new ConversationError(
    {
      class: 'configuration',
      code: 'browser-not-started',
      message: `The browser ${program} did not start${detail ? `: ${detail}` : ''}.`,
      hint: isSandbox
        ? 'Its sandbox is not available here. Allow user namespaces, or, in a container that isolates it anyway, set PARLEY_BROWSER_SANDBOX=off.'
        : 'Start it manually on that machine to see why, or set PARLEY_BROWSER to another program.',
    },
    { cause: error },
  );
}

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms).unref();
  });
