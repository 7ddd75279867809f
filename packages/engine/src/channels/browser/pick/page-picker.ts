/**
 * A page on which a person shows Parley where the chat is. It opens the page as a run would, reports which parts it found, and
 * turns the person's clicks into selectors.
 */
import { randomUUID } from 'node:crypto';
import { ConversationError, type Egress, failureOf } from '@parley/egress';
import {
  type BrowserChannelConfiguration,
  type Failure,
  type Opener,
  type Reply,
  type SuiteConfiguration,
  valuesFor,
} from '@parley/suite';
import type { ElementHandle, Frame } from 'playwright-core';
import type { HostPace } from '../../../host-pace.ts';
import { createRunStop } from '../../../run-stop.ts';
import { hostsOf } from '../../kinds.ts';
import { createWidget } from '../create-widget.ts';
import { elementOf } from '../detect/element-of.ts';
import type { OnPress } from '../detect/find-widget.ts';
import { hearPage } from '../hear-page.ts';
import { loadPage } from '../load-page.ts';
import { openTab, type Tab } from '../open-tab.ts';
import { withPrechatValues } from '../pass-prechat.ts';
import { type BrowserSettings, createRunBrowser } from '../run-browser.ts';
import { watchPage } from '../watch-page.ts';
import type { Widget } from '../widget.ts';
import { elementAt, framesTo, type PickedElement, selectorOf } from './find-selector.ts';
import { type LookContext, lookAtPage, type PressedElement } from './look-at-page.ts';
import { messageSelector } from './message-selector.ts';
import {
  type PickedPart,
  type PickerLook,
  type PickerTrial,
  PickRefused,
  pickerLimits,
} from './picker-view.ts';

/** The parts that a channel names. */
export type Picks = Pick<
  BrowserChannelConfiguration,
  'open' | 'frame' | 'input' | 'send' | 'reply'
>;

export interface PagePicker {
  /** Opens the page again; `look` reports a failure. */
  open(): Promise<void>;
  look(): Promise<PickerLook | undefined>;
  /** Uses the element at a point as a part. Throws `PickRefused`. */
  point(part: PickedPart, point: { x: number; y: number }): Promise<void>;
  /** Uses a candidate as a part. Throws `PickRefused`. */
  choose(part: PickedPart, key: string): Promise<void>;
  /** Removes a part, so that Parley looks for it again. */
  clear(part: PickedPart): Promise<void>;
  /** Opens the page again as a run would, sends a message and reads the reply. */
  say(text: string): Promise<PickerTrial>;
  picks(): Picks;
  close(): Promise<void>;
}

export interface PagePickerOptions {
  configuration: SuiteConfiguration & { channel: BrowserChannelConfiguration };
  egress: Egress;
  /** Closes the picker immediately. */
  signal: AbortSignal;
  browser?: BrowserSettings | undefined;
  /** See `RunOptions`. */
  party?: string;
  pace?: HostPace | undefined;
  /** Maximum time that the picker stays open. */
  timeoutMs: number;
}

/** Time for a pressed element to open something, in milliseconds. */
const openingMs = 900;

export function createPagePicker({
  configuration,
  egress,
  signal,
  browser: browserSettings,
  party = '',
  pace,
  timeoutMs,
}: PagePickerOptions): PagePicker {
  const { channel } = configuration;
  const stop = createRunStop(signal, timeoutMs);
  const browser = createRunBrowser(browserSettings, party);
  const values = { ...valuesFor(configuration), conversationId: randomUUID() };
  const { open, frame, input, send, reply } = channel;
  let picks: Picks = withoutAbsent({ open, frame, input, send, reply });
  let tab: Tab | undefined;
  let widget: Widget | undefined;
  let problem: Failure | null = null;
  let pressed: PressedElement[] = [];
  let said: string[] = [];
  let replies: string[] = [];

  const effective = (): BrowserChannelConfiguration => {
    const { open: _o, frame: _f, input: _i, send: _s, reply: _r, ...others } = channel;
    return { ...others, ...picks };
  };
  const context = (): LookContext => ({ picks, preset: channel.preset, pressed, problem });

  /** Records pressed elements in order, with the selectors by which a run would press them. */
  const onPress: OnPress = async (owner, element, control) => {
    const selector = await selectorOf({ frame: owner, element });
    const opener = openerIn(await framesTo(owner), selector);
    const { found, reasons } = control;
    pressed.push({ name: found.name, opener, reasons });
  };

  async function load(): Promise<void> {
    tab?.close();
    [tab, widget, problem, pressed, said, replies] = [undefined, undefined, null, [], [], []];
    try {
      if (pace) for (const host of hostsOf(effective(), values)) await pace.take(host, stop);
      stop.throwIfStopped();
      const next = await openTab(effective(), { egress, browser, values, stop });
      tab = next;
      stop.whenStopped(next.close);
      next.page.context().on('page', (other) => void other.close().catch(() => {}));
      const deadline = performance.now() + Math.min(browser.openMs, pickerLimits.openMs);
      await loadPage(next.page, next.url, next.proxy, deadline);
      widget = createWidget(next.page, withPrechatValues(effective(), values), onPress);
      await widget.open(deadline);
    } catch (error) {
      problem = failureOf(error);
    }
  }

  function opened(): Tab {
    if (tab) return tab;
    throw new PickRefused('The page is not open. Open it again.');
  }

  /** Finds the field of the chat and its frame. */
  async function fieldNow(): Promise<{ frame: Frame; id: number } | undefined> {
    const look = await lookAtPage(opened().page, context());
    return look.field;
  }

  async function take(part: PickedPart, picked: PickedElement): Promise<void> {
    if (part === 'reply') return takeReply(picked);
    const meant = await (part === 'input' ? fieldAround(picked) : controlAround(picked));
    const selector = await selectorOf(meant);
    if (selector === undefined)
      throw new PickRefused('Parley can’t write a selector that finds only this element.');
    const frames = await framesTo(meant.frame);
    if (part === 'open') return press(meant.element, selector, frames);
    if (frames === undefined)
      throw new PickRefused('Parley can’t write a selector for the iframe around this element.');
    if (part === 'input') return takeField(selector, frames);
    await refuseOtherFrame(meant.frame);
    picks = { ...picks, send: selector };
  }

  /** Writes the field and the openers pressed before, because a run with a written field presses only what is written. */
  function takeField(selector: string, frames: string[]): void {
    const isNamed = pressed.every((each) => each.opener !== undefined);
    if (picks.open === undefined && !isNamed)
      throw new PickRefused(
        'Parley can’t write a selector for what opens the chat. It presses it only while it looks for the message field, too.',
      );
    const opened = picks.open ?? pressed.flatMap((each) => each.opener ?? []);
    const { send: _send, reply: _reply, ...others } = picks;
    const isElsewhere = picks.input !== undefined && String(frames) !== String(picks.frame ?? []);
    picks = withoutAbsent({
      // The parts of another frame do not belong to this chat.
      ...(isElsewhere ? others : picks),
      open: opened.length > 0 ? opened : undefined,
      frame: frames.length > 0 ? frames : undefined,
      input: selector,
    });
  }

  /** Presses an opener, and writes it together with the openers pressed before. */
  async function press(
    element: ElementHandle<Element>,
    selector: string,
    frames: string[] | undefined,
  ): Promise<void> {
    const opener = openerIn(frames, selector);
    const before = picks.open ?? pressed.flatMap((each) => each.opener ?? []);
    await element.click({ timeout: 5_000 }).catch(() => {
      throw new PickRefused('It could not be pressed: something covers it, or it moves.');
    });
    await new Promise((resolve) => setTimeout(resolve, openingMs));
    problem = null;
    if (opener === undefined)
      throw new PickRefused(
        'It was pressed, but Parley can’t write a selector for the iframe around it. Parley presses it only if it recognizes it on its own.',
      );
    picks = { ...picks, open: [...before, opener] };
  }

  async function takeReply(picked: PickedElement): Promise<void> {
    if (said.length === 0)
      throw new PickRefused(
        'Send a test message first. Parley then sees which messages are yours, and which are the bot’s.',
      );
    const field = await fieldNow();
    if (!field) throw new PickRefused('Choose the message field first.');
    if (field.frame !== picked.frame)
      throw new PickRefused('This is not in the same frame as the message field.');
    const selector = await messageSelector(picked, { field: field.id, said, replies });
    picks = { ...picks, reply: selector };
  }

  async function refuseOtherFrame(owner: Frame): Promise<void> {
    const field = await fieldNow();
    if (field && field.frame !== owner)
      throw new PickRefused('This is not in the same frame as the message field.');
  }

  return {
    picks: () => picks,
    open: load,

    async look() {
      if (!tab) return problem ? { view: emptyView(problem) } : undefined;
      const { page } = tab;
      const look = await lookAtPage(page, context());
      const picture = await page
        .screenshot({ type: 'jpeg', quality: 60, timeout: 5_000 })
        .catch(() => undefined);
      return { view: look.view, ...(picture && { picture }) };
    },

    async point(part, point) {
      const picked = await elementAt(opened().page, point);
      if (!picked) throw new PickRefused('There is nothing here.');
      await take(part, picked);
    },

    async choose(part, key) {
      const [, index = '', id = ''] = /^(\d{1,3}):(\d{1,9})$/.exec(key) ?? [];
      const owner = opened().page.frames()[Number(index)];
      const element = await elementOf(owner, Number(id)).catch(() => undefined);
      if (!owner || !element) throw new PickRefused('This element is no longer on the page.');
      await take(part, { frame: owner, element });
    },

    async clear(part) {
      const { [part]: _, ...others } = picks;
      picks = others;
      if (part === 'input') picks = withoutAbsent({ ...picks, frame: undefined });
      if (part === 'open') await load();
    },

    async say(text) {
      await load();
      const { page, proxy } = tab ?? {};
      if (!page || !proxy || !widget || problem)
        return { outcome: 'failed', replies: [], failure: problem ?? failureOf(notOpen()) };
      const watch = watchPage(page, proxy);
      const current = widget;
      watch.begin(() => current.hasInput(), picks.input ?? 'field of the chat');
      const hear = hearPage(widget, watch, channel.quietMs ?? 500);
      const deadline = performance.now() + pickerLimits.replyMs;
      said = [text];
      try {
        await hear.forget();
        const sentAt = await widget.say(text, deadline);
        const turn = await hear.next(deadline);
        if (!turn) return { outcome: 'silent', replies: [], failure: null };
        const answer = replyFrom(turn, sentAt);
        replies = answer.messages;
        const isEmpty =
          answer.text.trim() === '' && answer.buttons.length + answer.attachments.length === 0;
        return { outcome: isEmpty ? 'empty' : 'answered', replies: [answer], failure: null };
      } catch (error) {
        return { outcome: 'failed', replies: [], failure: failureOf(error) };
      } finally {
        watch.end();
      }
    },

    async close() {
      tab?.close();
      stop[Symbol.dispose]();
      await browser.close();
    },
  };
}

async function fieldAround({ frame, element }: PickedElement): Promise<PickedElement> {
  const found = await element.evaluateHandle((clicked) => {
    const fields = 'input, textarea, [role="textbox"], [role="searchbox"], [contenteditable]';
    const isField = (at: Element | null | undefined): at is Element =>
      at?.matches(fields) === true && at.getAttribute('contenteditable') !== 'false';
    const label = clicked.closest('label') as HTMLLabelElement | null;
    const inside = [...clicked.querySelectorAll(fields)].filter(isField);
    const near = [...(clicked.parentElement?.querySelectorAll(fields) ?? [])].filter(isField);
    let editor = clicked.closest('[contenteditable]');
    for (let at = editor; at; at = at.parentElement?.closest('[contenteditable]') ?? null)
      editor = at;
    if (isField(editor)) return editor;
    const own = clicked.closest('input, textarea, [role="textbox"], [role="searchbox"]');
    if (own) return own;
    if (isField(label?.control)) return label.control;
    // Many editors are covered by their own placeholder.
    if (inside.length === 1) return inside[0];
    return near.length === 1 && clicked.childElementCount === 0 ? near[0] : null;
  });
  const field = found.asElement() as ElementHandle<Element> | null;
  if (!field) throw new PickRefused('There is no text field here.');
  const type = await field.evaluate((node) =>
    node instanceof HTMLInputElement ? node.type : 'text',
  );
  if (type === 'password') throw new PickRefused('This is a password field.');
  if (!['text', 'search', 'url', 'tel', 'email'].includes(type))
    throw new PickRefused('Text can’t be typed into this field.');
  return { frame, element: field };
}

/** Finds the control around the clicked element, for example the button around a picture. */
async function controlAround({ frame, element }: PickedElement): Promise<PickedElement> {
  const found = await element.evaluateHandle((clicked) => {
    const named = clicked.closest(
      'button, a[href], [role="button"], summary, input[type="submit"], input[type="button"]',
    );
    if (named) return named;
    let hand: Element = clicked;
    while (
      hand.parentElement &&
      getComputedStyle(hand).cursor === 'pointer' &&
      getComputedStyle(hand.parentElement).cursor === 'pointer'
    )
      hand = hand.parentElement;
    return hand === document.body || hand === document.documentElement ? null : hand;
  });
  const control = found.asElement() as ElementHandle<Element> | null;
  if (!control) throw new PickRefused('There is nothing to press here.');
  return { frame, element: control };
}

function replyFrom(
  {
    said: { messages, payload },
    at,
  }: NonNullable<Awaited<ReturnType<ReturnType<typeof hearPage>['next']>>>,
  sentAt: number,
): Reply {
  const texts = messages.map(({ text }) => text);
  return {
    text: texts.join('\n'),
    messages: texts,
    buttons: messages.flatMap(({ buttons }) => buttons),
    attachments: messages.flatMap(({ attachments }) => attachments),
    latencyMs: Math.max(0, Math.round(at - sentAt)),
    payload: payload as Reply['payload'],
  };
}

/** @returns undefined if there is no selector for the element or an iframe around it */
function openerIn(frames: string[] | undefined, selector: string | undefined): Opener | undefined {
  if (frames === undefined || selector === undefined) return undefined;
  return frames.length === 0 ? selector : { frame: frames, press: selector };
}

function withoutAbsent(given: { [Key in keyof Picks]: Picks[Key] | undefined }): Picks {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const notOpen = () =>
  new ConversationError({ class: 'internal', code: 'not-open', message: 'The page is not open.' });

const emptyView = (problem: Failure): PickerLook['view'] => ({
  title: '',
  address: '',
  width: 0,
  height: 0,
  frame: [],
  parts: [],
  candidates: [],
  problem,
});
