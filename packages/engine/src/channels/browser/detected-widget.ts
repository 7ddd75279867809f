/** The chat widget of a page for which the suite names no selectors, or not all of them. */
import { ConversationError } from '@parley/egress';
import type { BrowserChannelConfiguration } from '@parley/suite';
import type { ElementHandle, Frame, Page } from 'playwright-core';
import { limits } from '../../limits.ts';
import { markName } from './check-accessibility.ts';
import { elementOf } from './detect/element-of.ts';
import {
  type FoundWidget,
  findWidget,
  fittingPreset,
  logOf,
  type OnPress,
  surveyFrames,
} from './detect/find-widget.ts';
import {
  type PresetSetting,
  presetDropped,
  presetsToTry,
  settleByPreset,
  tellsApart,
  whyDropped,
} from './detect/fit-preset.ts';
import type { WidgetPreset } from './detect/presets.ts';
import { readRoom } from './detect/read-room.ts';
import { isRoom, type Room, roomLimits } from './detect/room.ts';
import { tellChoices } from './detect/tell-choices.ts';
import { plain, repliesOf, type ToldTurn, type TurnStart, tellTurn } from './detect/tell-turn.ts';
import { noRoom, whoUnsure } from './detect/unsure.ts';
import { words } from './detect/words.ts';
import { markWidget } from './mark-widget.ts';
import { pageUnreadable } from './page-failures.ts';
import type { ShownReply } from './read-replies.ts';
import {
  createSelectedWidget,
  msUntil,
  reacts,
  type SelectedConfiguration,
  usePart,
  type Widget,
} from './widget.ts';

const markedBy = ({ reply, person }: Partial<WidgetPreset> = {}) => ({
  ...(reply !== undefined && { reply }),
  ...(person !== undefined && { person }),
});

/** Time for a field to become empty before the send button is pressed, in milliseconds. */
const keptMs = 400;
/** Wait before a text of unknown origin is an error, in milliseconds. */
const unsureMs = 1_500;
/** Longest pause within a text that is still growing, in milliseconds. */
const growingMs = 1_500;
/** Maximum time that one look adds to that pause, because a busy machine looks rarely and its page writes rarely. */
const growingPerLookMs = 100;
/** Longest pause while the page only suggests that the bot has not finished, in milliseconds. */
const unfinishedMs = 8_000;
/** Age at which the last look at the page is outdated, in milliseconds. */
const freshMs = 30;
/** Quiet time after the widget has opened, in milliseconds, so that a greeting is not mistaken for a reply. */
const settledMs = 400;
const settlingMs = 3_000;

interface Start extends TurnStart {
  buttons: ReadonlySet<number>;
  /** Typing indicators that were displayed before the turn. */
  signs: ReadonlySet<number>;
}

/** State of a conversation before anything is displayed. */
const atFirst: Start = {
  seen: new Map(),
  personStyles: new Set(),
  botStyles: new Set(),
  showsPerson: false,
  buttons: new Set(),
  signs: new Set(),
};

/** Tracks how the bot's replies grow during a turn. */
function createReplyGrowth() {
  let last = '';
  let hasGrown = false;
  let sameForMs = 0;
  let followedAt = performance.now();
  return {
    follow(text: string): void {
      const now = performance.now();
      sameForMs = text === last ? sameForMs + Math.min(now - followedAt, growingPerLookMs) : 0;
      if (text !== last && last !== '' && text.startsWith(last)) hasGrown = true;
      followedAt = now;
      last = text;
    },
    /** @returns true if the text was extended at least once */
    hasGrown: () => hasGrown,
    /** Time since the text last changed, in milliseconds. A long gap between two looks counts only in part. */
    sameForMs: () => sameForMs,
  };
}

/** Finds the messages around a field that the suite names. */
async function findAround(
  page: Page,
  input: string,
  { handle, owner }: { handle: ElementHandle; owner: Frame },
  presetSetting: PresetSetting,
): Promise<FoundWidget> {
  const { frames, surveys } = await surveyFrames(page, undefined, presetsToTry(presetSetting));
  const id: unknown = await handle.evaluate((element) => {
    const place = globalThis as unknown as Record<
      symbol,
      { ids: WeakMap<Element, number> } | undefined
    >;
    return place[Symbol.for('parley.elements')]?.ids.get(element as Element);
  });
  for (const { frame: index, survey } of surveys) {
    const field = survey.fields.find((other) => other.id === id && frames[index] === owner);
    if (field) {
      const known = presetsToTry(presetSetting);
      const { preset } = fittingPreset(known, surveys, { found: field, frame: index });
      return {
        frame: owner,
        field,
        preset,
        explanation: [`Types into ${input}, as the suite says`, `Reads from ${field.logSelector}`],
      };
    }
  }
  throw noRoom(input);
}

type Configuration = Omit<BrowserChannelConfiguration, 'input' | 'reply'> & {
  input?: string;
  reply?: string;
};

export function createDetectedWidget(
  page: Page,
  configuration: Configuration,
  onPress?: OnPress,
): Widget {
  const {
    input,
    reply,
    send,
    key = 'Enter',
    open = [],
    frame = [],
    buttons: buttonSelector,
    typing,
    preset: presetSetting,
    prechat,
  } = configuration;
  const written: SelectedConfiguration = {
    ...configuration,
    input: input ?? 'textarea',
    reply: reply ?? '.bot',
  };
  let selected = createSelectedWidget(page, written);
  let found: FoundWidget | undefined;
  let room: Room | undefined;
  let lookedAt = 0;
  let start = atFirst;
  let unsureSince: number | undefined;
  let growth = createReplyGrowth();
  const controls = new Set<number>();
  /** True if the preset has recognized the person's messages in this conversation. */
  let isPresetTrusted = false;
  /** The reason why the preset was dropped: the messages contradicted it. */
  let presetFault: string | undefined;

  async function find(deadline: number): Promise<FoundWidget> {
    const within = frame.length > 0 ? await selected.frame() : undefined;
    if (input === undefined) {
      const search = { within, isOpen: open.length > 0, preset: presetSetting, prechat, onPress };
      return findWidget(page, search, deadline);
    }
    return findAround(page, input, await selected.field(deadline), presetSetting);
  }

  async function look(): Promise<Room | undefined> {
    if (!found) return undefined;
    const asked = found.frame.evaluate(readRoom, {
      field: found.field.id,
      blocksMax: roomLimits.blocksMax,
      lengthMax: limits.messageLengthMax,
      typing: words.typing,
      unfinished: words.unfinished,
      stop: words.stop,
      preset: presetFault === undefined ? markedBy(found.preset) : {},
    });
    // The document is missing while another one loads.
    const read: unknown = await reacts(asked).catch((error: unknown) => {
      if (error instanceof ConversationError) throw error;
      return null;
    });
    if (read === null) return undefined;
    if (!isRoom(read, limits.messageLengthMax)) throw pageUnreadable();
    room = tellChoices(read, start);
    lookedAt = performance.now();
    return room;
  }

  /** Finds the message area again after it was redrawn or another page loaded. */
  async function refind(): Promise<Room | undefined> {
    const again = await surveyAgain();
    if (again) found = again;
    return again ? look() : undefined;
  }
  async function surveyAgain(): Promise<FoundWidget | undefined> {
    if (!found) return undefined;
    const before = found;
    const search = { isOpen: true, preset: presetSetting };
    return findWidget(page, search, performance.now() + 500).then(
      (next) => ({ ...next, explanation: before.explanation }),
      () => undefined,
    );
  }

  async function handle(deadline: number): Promise<ElementHandle<HTMLElement>> {
    const known = found && (await elementOf(found.frame, found.field.id).catch(() => undefined));
    if (known) return known;
    found = await find(deadline);
    const next = await elementOf(found.frame, found.field.id);
    if (!next) throw noRoom(found.field.selector);
    return next;
  }

  /** @returns false if the bot has no button with that title, which is pressed otherwise */
  async function pressed(text: string, deadline: number): Promise<boolean> {
    if (buttonSelector !== undefined)
      return (await selected.pressButton(text, deadline)) !== undefined;
    const isMeant = ({ title }: { title: string }) => plain(title) === plain(text);
    const shown = room?.buttons ?? [];
    const button = shown
      .filter((other) => isMeant(other) && (other.isInLog || !controls.has(other.id)))
      .at(-1);
    const element = button && (await elementOf(found?.frame, button.id));
    if (!element) return false;
    start = { ...start, isPressed: true };
    await usePart(page, 'buttons', text, () => element.click({ timeout: msUntil(deadline) }));
    return true;
  }

  async function type(text: string, deadline: number): Promise<number> {
    const field = await handle(deadline);
    const name = found?.field.selector ?? 'field of the chat';
    await usePart(page, 'input', name, () => field.fill(text, { timeout: msUntil(deadline) }));
    const sentAt = performance.now();
    if (send) await selected.pressSend(deadline);
    else {
      await usePart(page, 'input', name, () => field.press(key, { timeout: msUntil(deadline) }));
      if (!(await isTaken(text))) await pressSend(deadline);
    }
    return sentAt;
  }
  /** Waits until the field is empty or new content appears, which shows that the message was sent. */
  async function isTaken(text: string): Promise<boolean> {
    const until = performance.now() + keptMs;
    do {
      const shown = await look();
      if (!shown || plain(shown.typed) !== plain(text)) return true;
      if (shown.blocks.some(({ key: block }) => !start.seen.has(block))) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    } while (performance.now() < until);
    return false;
  }
  async function pressSend(deadline: number): Promise<void> {
    const button = found && (await elementOf(found.frame, found.field.send));
    if (button) {
      const act = () => button.click({ timeout: msUntil(deadline) });
      await usePart(page, 'send', found?.field.selector ?? '', act);
    }
  }

  /** Determines who wrote which message. A preset helps only if the page alone is not enough. */
  function tell(shown: Room): ToldTurn {
    const turn = tellTurn(shown, start);
    if (!found?.preset || presetFault !== undefined) return turn;
    // The preset's class for replies may be added only at the end of a message.
    const why = whyDropped(found.preset, turn);
    if (turn.echo.length > 0 && tellsApart(turn)) isPresetTrusted = true;
    return why === undefined && isPresetTrusted ? settleByPreset(turn, shown.blocks) : turn;
  }
  /** Drops the preset if it does not fit the messages of a complete turn. */
  function checkPreset(shown: Room): void {
    if (!found?.preset || presetFault !== undefined) return;
    presetFault = whyDropped(found.preset, tellTurn(shown, start));
    if (presetFault !== undefined)
      found.explanation.push(presetDropped(found.preset.name, presetFault));
  }

  /** Marks everything displayed as read, and remembers the styles of the messages. */
  function begin(shown: Room, utterance?: string): void {
    const told = tell(shown);
    checkPreset(shown);
    const isWhole = start.utterance !== undefined;
    start = {
      seen: new Map(
        shown.blocks.filter(({ isTyping }) => !isTyping).map((block) => [block.key, block.text]),
      ),
      utterance,
      personStyles: new Set([...start.personStyles, ...told.echo.map(({ style }) => style)]),
      botStyles: new Set([
        ...start.botStyles,
        ...(isWhole && told.unsure.length === 0 ? told.bot.map(({ style }) => style) : []),
      ]),
      showsPerson: start.showsPerson || told.echo.length > 0,
      buttons: new Set(shown.buttons.map(({ id }) => id)),
      signs: new Set([...shown.typing, ...shown.unfinished, ...shown.coming]),
    };
    unsureSince = undefined;
    growth = createReplyGrowth();
  }

  function told(shown: Room): ShownReply[] {
    const turn = tell(shown);
    if (turn.unsure.length > 0) {
      unsureSince ??= performance.now();
      if (performance.now() - unsureSince > unsureMs) {
        throw whoUnsure(turn.unsure, found?.explanation ?? []);
      }
      return [];
    }
    unsureSince = undefined;
    const replies = repliesOf(turn, shown, start);
    growth.follow(replies.map((reply) => reply.text).join('\n'));
    return replies;
  }

  async function settle(deadline: number): Promise<void> {
    let last = '';
    let quietSince = performance.now();
    const until = Math.min(deadline, performance.now() + settlingMs);
    while (performance.now() < until) {
      const shown = (await look()) ?? (await refind());
      const state = JSON.stringify(shown?.blocks.map(({ text }) => text));
      if (state !== last || (shown?.typing.length ?? 0) > 0)
        [last, quietSince] = [state, performance.now()];
      if (performance.now() - quietSince >= settledMs) break;
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    for (const { id, isInLog } of room?.buttons ?? []) if (!isInLog) controls.add(id);
  }

  return {
    async open(deadline) {
      if (open.length > 0) await selected.pressOpeners(deadline);
      found = await find(deadline);
      if (frame.length === 0) selected = createSelectedWidget(page, written, found.frame);
      if (reply === undefined) {
        if (found.field.log === 'none') throw noRoom(found.field.selector);
        await settle(deadline);
      }
    },
    async say(text, deadline) {
      if (reply !== undefined) {
        const at = await selected.pressButton(text, deadline);
        return at ?? type(text, deadline);
      }
      const isFresh = room && performance.now() - lookedAt < freshMs;
      const before = isFresh ? room : await look();
      if (before) begin(before, text);
      else start = { ...start, utterance: text };
      const at = performance.now();
      return (await pressed(text, deadline)) ? at : type(text, deadline);
    },
    async read(marks) {
      if (reply !== undefined) return selected.read(marks);
      const shown = (await look()) ?? (await refind());
      if (!shown) return [];
      if (!marks) return told(shown);
      begin(shown);
      return [];
    },
    async buttons() {
      if (reply !== undefined || buttonSelector !== undefined) return selected.buttons();
      const fresh = (room?.buttons ?? []).filter(({ id }) => !start.buttons.has(id));
      return [...new Set(fresh.map(({ title }) => title))];
    },
    async isTyping() {
      if (reply !== undefined || typing !== undefined) return selected.isTyping();
      // A text that is written bit by bit can pause.
      const isNew = (id: number) => !start.signs.has(id);
      const isGrowing = growth.hasGrown() || room?.coming.some(isNew);
      if (isGrowing && growth.sameForMs() < growingMs) return true;
      if (room?.typing.some(isNew)) return true;
      if (growth.sameForMs() >= unfinishedMs) return false;
      // A field can be disabled because a button has to be pressed first.
      const isOffering = room?.buttons.some(({ id }) => !start.buttons.has(id)) ?? false;
      return (
        room?.unfinished.some((id) => isNew(id) && !(isOffering && id === found?.field.id)) ?? false
      );
    },
    async hasInput() {
      if (!found) return false;
      const known = await elementOf(found.frame, found.field.id).catch(() => undefined);
      return known !== undefined || (await surveyAgain().then((again) => again !== undefined));
    },
    giveUp() {
      if (reply !== undefined || !room) return;
      const { aside, unsure, bot } = tell(room);
      const open = [...aside, ...unsure];
      if (bot.length === 0 && open.length > 0) throw whoUnsure(open, found?.explanation ?? []);
    },
    explain() {
      if (room) checkPreset(room);
      return found?.explanation ?? [];
    },
    async mark(value) {
      if (reply !== undefined) return selected.mark(value);
      const field = found && (await elementOf(found.frame, found.field.id));
      const log = found && (await logOf(found.frame, found.field.id));
      if (!found || !field || !log) return undefined;
      const count = await field.evaluate(markWidget, { log, name: markName, value });
      return { frame: found.frame, count };
    },
    async parts() {
      if (!found) return [];
      return [await elementOf(found.frame, found.field.id)].filter(
        (element) => element !== undefined,
      );
    },
  };
}
