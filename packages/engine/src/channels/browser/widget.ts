/** The chat widget of a page: opens it, types, presses buttons, and reads what the bot shows. */

import { ConversationError } from '@parley/egress';
import type { BrowserChannelConfiguration } from '@parley/suite';
import type { ElementHandle, Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { limits } from '../../limits.ts';
import { type MarkedWidget, markName } from './check-accessibility.ts';
import { markWidget } from './mark-widget.ts';
import {
  cannotBeUsed,
  invalidSelector,
  neverAppeared,
  type Part,
  pageStuck,
  pageUnreadable,
} from './page-failures.ts';
import { passPrechat, whyClosed } from './pass-prechat.ts';
import { areReplies, readReplies, type ShownReply } from './read-replies.ts';

export interface Widget {
  /** Presses the openers one after another, and waits for the message field. */
  open(deadline: number): Promise<void>;
  /**
   * Types and sends a text, or presses the bot's button with that title. Returns the time in milliseconds of
   * `performance.now()`.
   */
  say(text: string, deadline: number): Promise<number>;
  /** Reads the replies on the page, in order. With `marks`, they count as seen from now on. */
  read(marks: boolean): Promise<ShownReply[]>;
  /** Returns the titles of the bot's buttons that are displayed apart from its messages. */
  buttons(): Promise<string[]>;
  isTyping(): Promise<boolean>;
  hasInput(): Promise<boolean>;
  /** Throws if something is displayed that may or may not be a reply. Called at the end of a wait. */
  giveUp?(): void;
  /** Returns how the parts were found, line by line. Absent if the suite names all parts. */
  explain?(): readonly string[];
  /** Marks the elements of the widget; undefined if they are not known. */
  mark(value: string): Promise<MarkedWidget | undefined>;
  /** Returns the parts that were found, to outline them in a screenshot. */
  parts?(): Promise<ElementHandle<HTMLElement>[]>;
}

/** A widget whose parts the suite names. */
export interface SelectedWidget extends Widget {
  pressOpeners(deadline: number): Promise<void>;
  /** Presses the bot's button with that title. Returns the time, or undefined if there is no such button. */
  pressButton(text: string, deadline: number): Promise<number | undefined>;
  pressSend(deadline: number): Promise<void>;
  /** Returns the text field and its frame. */
  field(deadline: number): Promise<{ handle: ElementHandle; owner: Frame }>;
  /** Returns the innermost of the frames that the suite names; undefined if it names none. */
  frame(): Promise<Frame | undefined>;
}

export type SelectedConfiguration = BrowserChannelConfiguration & { input: string; reply: string };

type Scope = Page | Frame | FrameLocator;

/** Returns the innermost of the iframes with these selectors, or `place` if there are none. */
export const withinFrames = (place: Scope, frames: readonly string[]): Scope =>
  frames.reduce<Scope>((outer, selector) => outer.frameLocator(selector), place);

/** `within` is the frame of the widget if the suite names none. */
export function createSelectedWidget(
  page: Page,
  configuration: SelectedConfiguration,
  within: Page | Frame = page,
): SelectedWidget {
  const {
    input,
    send,
    key = 'Enter',
    reply,
    buttons,
    typing,
    open = [],
    frame = [],
    prechat,
  } = configuration;
  const scope = withinFrames(within, frame);

  /** Waits until the first match of any of these locators is visible, and returns it. Later matches are ignored. */
  async function appeared(locators: Locator[], part: Part, selector: string, deadline: number) {
    const timeout = msUntil(deadline);
    const waits = locators.map(async (locator) => {
      await locator.first().waitFor({ state: 'visible', timeout });
      return locator.first();
    });
    try {
      return await Promise.any(waits);
    } catch (error) {
      const [first] = (error as AggregateError).errors;
      if (isBadSelector(first)) throw invalidSelector(part, selector);
      if (first?.name !== 'TimeoutError') throw first;
      await reacts(page.evaluate('1'));
      throw neverAppeared(part, selector, Math.max(1, Math.round(timeout / 1000)), page.url());
    }
  }

  const use = (part: Part, selector: string, act: () => Promise<void>) =>
    usePart(page, part, selector, act);

  async function press(locators: Locator[], part: Part, selector: string, deadline: number) {
    const button = await appeared(locators, part, selector, deadline);
    return use(part, selector, () => button.click({ timeout: msUntil(deadline) }));
  }

  const buttonsOfBot = () =>
    buttons ? scope.locator(buttons) : scope.locator(reply).locator('button, [role="button"]');

  async function buttonCalled(text: string): Promise<Locator | undefined> {
    const hasText = new RegExp(`^\\s*${text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&')}\\s*$`, 'i');
    const named = buttonsOfBot().filter({ visible: true, hasText });
    const count = await reacts(named.count()).catch(() => 0);
    // Earlier turns may have a button with the same title; the last one counts.
    return count > 0 ? named.last() : undefined;
  }

  /** Waits for the text field, after filling in the form before it. */
  async function fieldShown(deadline: number): Promise<Locator> {
    const field = scope.locator(input);
    const isOpen = () =>
      field
        .first()
        .isVisible()
        .catch(() => false);
    if (prechat) await passPrechat(page, prechat, isOpen, deadline);
    try {
      return await appeared([field], 'input', input, deadline);
    } catch (error) {
      throw (await whyClosed(page, prechat)) ?? error;
    }
  }

  async function pressOpeners(deadline: number) {
    for (const opener of open) {
      if (typeof opener !== 'string') {
        const { frame: outer, press: inner } = opener;
        const launcher = withinFrames(page, outer).locator(inner);
        await press([launcher], 'open', `${inner} in ${outer.join(' in ')}`, deadline);
        continue;
      }
      // An opener is on the page itself or in the frame of the widget.
      const places = frame.length > 0 ? [page, scope] : [page];
      const launchers = places.map((place) => place.locator(opener));
      await press(launchers, 'open', opener, deadline);
    }
  }

  async function pressButton(text: string, deadline: number) {
    const button = await buttonCalled(text);
    if (!button) return undefined;
    const sentAt = performance.now();
    await use('buttons', text, () => button.click({ timeout: msUntil(deadline) }));
    return sentAt;
  }

  async function pressSend(deadline: number) {
    if (send) await press([scope.locator(send)], 'send', send, deadline);
  }

  return {
    pressOpeners,
    pressButton,
    pressSend,
    async field(deadline) {
      const field = await fieldShown(deadline);
      const handle = await field.elementHandle({ timeout: msUntil(deadline) });
      const owner = await handle?.ownerFrame();
      if (!handle || !owner) throw neverAppeared('input', input, 1, page.url());
      return { handle, owner };
    },
    async frame() {
      const [outermost, ...rest] = frame;
      if (outermost === undefined) return undefined;
      const innermost = rest.at(-1) ?? outermost;
      const outer = withinFrames(within, frame.slice(0, -1));
      const handle = await outer.locator(innermost).first().elementHandle();
      return (await handle?.contentFrame()) ?? undefined;
    },

    async open(deadline) {
      await pressOpeners(deadline);
      await fieldShown(deadline);
    },

    async say(text, deadline) {
      const pressedAt = await pressButton(text, deadline);
      if (pressedAt !== undefined) return pressedAt;
      const field = await appeared([scope.locator(input)], 'input', input, deadline);
      await use('input', input, () => field.fill(text, { timeout: msUntil(deadline) }));
      const sentAt = performance.now();
      if (send) await pressSend(deadline);
      else await use('input', input, () => field.press(key, { timeout: msUntil(deadline) }));
      return sentAt;
    },

    async read(marks) {
      const reading = { marks, lengthMax: limits.messageLengthMax };
      const asked = scope.locator(reply).evaluateAll(readReplies, reading);
      const shown: unknown = await orNothing('reply', reply, asked, []);
      if (!areReplies(shown, reading)) throw pageUnreadable();
      return shown;
    },

    async buttons() {
      if (!buttons) return [];
      const shown = scope.locator(buttons).filter({ visible: true });
      const titles = await orNothing('buttons', buttons, shown.allInnerTexts(), []);
      if (titles.some((title) => typeof title !== 'string')) throw pageUnreadable();
      return titles.map((title) => title.trim()).filter((title) => title !== '');
    },

    async isTyping() {
      if (!typing) return false;
      const signs = scope.locator(typing).filter({ visible: true });
      return (await orNothing('typing', typing, signs.count(), 0)) > 0;
    },

    async mark(value) {
      const isThere = async (selector: string) => (await scope.locator(selector).count()) > 0;
      if (!(await isThere(input)) || !(await isThere(reply))) return undefined;
      const timeout = limits.pageReactMs;
      const field = await scope.locator(input).first().elementHandle({ timeout });
      const log = await scope.locator(reply).last().elementHandle({ timeout });
      const frame = await field?.ownerFrame();
      if (!field || !log || !frame) return undefined;
      return { frame, count: await field.evaluate(markWidget, { log, name: markName, value }) };
    },

    hasInput: async () => (await orNothing('input', input, scope.locator(input).count(), 0)) > 0,
  };
}

/**
 * Acts on a part of the page.
 *
 * @throws ConversationError with the reason if that is impossible
 */
export async function usePart(
  page: Page,
  part: Part,
  selector: string,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    // Distinguishes a page that no longer reacts from an element that cannot be used.
    await reacts(page.evaluate('1'));
    throw cannotBeUsed(part, selector, whyNot(error as Error));
  }
}

/** Returns `nothing` while a frame or another document loads, since the element is then missing. */
async function orNothing<T>(
  part: Part,
  selector: string,
  asked: Promise<T>,
  nothing: T,
): Promise<T> {
  try {
    return await reacts(asked);
  } catch (error) {
    if (error instanceof ConversationError) throw error;
    if (isBadSelector(error)) throw invalidSelector(part, selector);
    return nothing;
  }
}

/** @throws ConversationError if the page does not answer in time, for example because a script never ends */
export async function reacts<T>(asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stuck = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(pageStuck()), limits.pageReactMs);
  });
  try {
    return await Promise.race([asked, stuck]);
  } finally {
    clearTimeout(timer);
  }
}

export const msUntil = (deadline: number) => Math.max(1, deadline - performance.now());

const isBadSelector = (error: unknown) =>
  error instanceof Error &&
  /(not a valid selector|Unexpected token|parsing (css )?selector|Unknown engine|Malformed)/i.test(
    error.message,
  );

/** Finds the reason for a timeout in the log of an action. */
function whyNot({ message }: Error): string {
  const covered = /(<[^>]{1,200}>)[^\n]* intercepts pointer events/.exec(message)?.[1];
  if (covered) return `${covered} covers it`;
  if (/element is not enabled|disabled/.test(message)) return 'it is disabled';
  if (/not an <input>|not editable|readonly/i.test(message)) return 'it does not accept text';
  return 'it did not stop moving';
}
