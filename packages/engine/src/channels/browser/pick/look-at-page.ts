/** Surveys the page of a picker: finds the element of each part, and other elements that could be meant. */
import {
  type BrowserChannelConfiguration,
  type Failure,
  type Opener,
  printOpener,
} from '@parley/suite';
import type { ElementHandle, Frame, FrameLocator, Page } from 'playwright-core';
import { limits } from '../../../limits.ts';
import { chooseField, type Scored, scoreFields, scoreOpeners } from '../detect/choose.ts';
import { elementOf } from '../detect/element-of.ts';
import { logOf, surveyFrames } from '../detect/find-widget.ts';
import { presetsToTry } from '../detect/fit-preset.ts';
import { readRoom } from '../detect/read-room.ts';
import { isRoom } from '../detect/room.ts';
import type { FoundControl, FoundField } from '../detect/survey.ts';
import { words } from '../detect/words.ts';
import { reacts, withinFrames } from '../widget.ts';
import {
  type PickedPart,
  type PickerBox,
  type PickerCandidate,
  type PickerPart,
  type PickerView,
  pickerLimits,
} from './picker-view.ts';

/** A control that Parley pressed on its own. */
export interface PressedElement {
  name: string;
  /** Absent if no selector finds it. */
  opener: Opener | undefined;
  reasons: string[];
}

export interface LookContext {
  picks: Pick<BrowserChannelConfiguration, 'open' | 'frame' | 'input' | 'send' | 'reply'>;
  preset: BrowserChannelConfiguration['preset'];
  pressed: PressedElement[];
  problem: Failure | null;
}

interface PageLook {
  view: PickerView;
  /** Frame and number of the field of the chat, if it is known. */
  field: { frame: Frame; id: number } | undefined;
}

const messagesMax = 12;

export async function lookAtPage(
  page: Page,
  { picks, preset, pressed, problem }: LookContext,
): Promise<PageLook> {
  const presets = presetsToTry(preset);
  const { frames, surveys } = await surveyFrames(page, undefined, presets);
  const scored = scoreFields(surveys, presets);
  const chosen = chooseField(surveys, presets);
  const found = chosen.kind === 'sure' ? chosen.best : undefined;
  const place = withinFrames(page, picks.frame ?? []);
  const locate = async (selector: string, within: Page | FrameLocator | Frame = place) =>
    within
      .locator(selector)
      .filter({ visible: true })
      .elementHandles()
      .catch(() => []) as Promise<ElementHandle<HTMLElement>[]>;

  async function inputPart(): Promise<{ part: PickerPart; field: PageLook['field'] }> {
    if (picks.input === undefined) {
      const owner = found && frames[found.frame];
      const part = await foundPart('input', found, owner);
      return { part, field: owner && { frame: owner, id: found.found.id } };
    }
    const matching = await locate(picks.input);
    const [first] = matching;
    const owner = await first?.ownerFrame();
    const id = first && (await registeredId(first));
    const known = scored.find((each) => frames[each.frame] === owner && each.found.id === id);
    const part = await writtenPart('input', [picks.input], matching, known);
    return { part, field: owner && id !== undefined ? { frame: owner, id } : undefined };
  }

  const { part: input, field } = await inputPart();
  const owner = field?.frame;
  const fieldFound = scored.find(
    (each) => frames[each.frame] === owner && each.found.id === field?.id,
  );
  const partsPlace = picks.frame === undefined && owner ? owner : place;

  async function sendPart(): Promise<PickerPart> {
    if (picks.send !== undefined)
      return writtenPart('send', [picks.send], await locate(picks.send, partsPlace));
    const id = fieldFound?.found.send ?? 0;
    const control = surveys
      .find(({ frame }) => frames[frame] === owner)
      ?.survey.controls.find((each) => each.id === id);
    const button = id > 0 ? await elementOf(owner, id).catch(() => undefined) : undefined;
    return {
      ...emptyPart('send'),
      source: button ? 'found' : 'none',
      name: nameOf(control?.name ?? ''),
      selectors: control ? [cut(control.selector, pickerLimits.selectorMax)] : [],
      ...(await shown(button ? [button] : [])),
    };
  }

  async function replyPart(): Promise<PickerPart> {
    if (picks.reply !== undefined)
      return writtenPart('reply', [picks.reply], await locate(picks.reply, partsPlace));
    const log = field && (await logOf(field.frame, field.id).catch(() => undefined));
    return {
      ...emptyPart('reply'),
      source: log ? 'found' : 'none',
      selectors: log ? [cut(fieldFound?.found.logSelector ?? '', pickerLimits.selectorMax)] : [],
      ...(await shown(log ? [log] : [])),
    };
  }

  async function openPart(): Promise<PickerPart> {
    if (picks.open !== undefined) {
      const matching = await Promise.all(
        picks.open.map((opener) =>
          typeof opener === 'string'
            ? locate(opener, page)
            : locate(opener.press, withinFrames(page, opener.frame)),
        ),
      );
      return writtenPart('open', picks.open.map(printOpener), matching.flat());
    }
    return {
      ...emptyPart('open'),
      source: pressed.length > 0 ? 'found' : 'none',
      selectors: pressed.flatMap(({ opener }) => (opener === undefined ? [] : printOpener(opener))),
      name: cut(pressed.map(({ name }) => nameOf(name)).join(', ')),
      ...reasonsOf(pressed.flatMap(({ reasons }) => reasons)),
    };
  }

  const [open, send, reply, messages] = await Promise.all([
    openPart(),
    sendPart(),
    replyPart(),
    messageCandidates(field, frames),
  ]);
  const offsets = new Map(surveys.map(({ frame, offset }) => [frame, offset]));
  const candidate = (
    kind: PickerCandidate['kind'],
    { frame, found: at, reasons }: Scored<FoundField | FoundControl>,
  ): PickerCandidate => {
    const { x = 0, y = 0 } = offsets.get(frame) ?? {};
    return {
      kind,
      key: `${frame}:${at.id}`,
      name: nameOf(at.name),
      selector: cut(at.selector, pickerLimits.selectorMax),
      ...reasonsOf(reasons),
      box: { ...at.box, x: at.box.x + x, y: at.box.y + y },
    };
  };
  const best = <Found>(list: Scored<Found>[]) =>
    list.toSorted((a, b) => b.score - a.score).slice(0, pickerLimits.candidatesMax);
  const [main] = surveys;
  return {
    field,
    view: {
      title: cut(main?.survey.title ?? ''),
      address: page.url().slice(0, 500),
      width: main?.survey.width ?? 0,
      height: main?.survey.height ?? 0,
      frame: picks.frame ?? [],
      parts: [open, input, send, reply],
      candidates: [
        ...best(scored).map((each) => candidate('field', each)),
        ...best(scoreOpeners(surveys, presets)).map((each) => candidate('control', each)),
        ...messages,
      ],
      problem,
    },
  };
}

/** Returns the number that the last survey gave to an element. */
async function registeredId(element: ElementHandle): Promise<number | undefined> {
  const id: unknown = await element
    .evaluate((node) => {
      type Registry = { ids: WeakMap<Element, number> };
      const place = globalThis as unknown as Record<symbol, Registry | undefined>;
      return place[Symbol.for('parley.elements')]?.ids.get(node as Element);
    })
    .catch(() => undefined);
  return typeof id === 'number' ? id : undefined;
}

/** Returns the last messages near the field, of the bot and of the person. */
async function messageCandidates(
  field: PageLook['field'],
  frames: Frame[],
): Promise<PickerCandidate[]> {
  if (!field) return [];
  const room: unknown = await reacts(
    field.frame.evaluate(readRoom, {
      field: field.id,
      blocksMax: 100,
      lengthMax: limits.messageLengthMax,
      typing: words.typing,
      unfinished: words.unfinished,
      stop: words.stop,
      preset: {},
    }),
  ).catch(() => null);
  if (!isRoom(room, limits.messageLengthMax)) return [];
  const index = frames.indexOf(field.frame);
  return Promise.all(
    room.blocks
      .filter(({ text, isTyping }) => text !== '' && !isTyping)
      .slice(-messagesMax)
      .map(async ({ text, path }): Promise<PickerCandidate> => {
        const id = path.at(-1) ?? 0;
        const element = await elementOf(field.frame, id).catch(() => undefined);
        const [box = null] = element ? await boxesOf([element]) : [];
        return {
          kind: 'message',
          key: `${index}:${id}`,
          name: cut(text),
          selector: '',
          why: [],
          against: [],
          box,
        };
      }),
  );
}

async function foundPart(
  part: PickedPart,
  scored: Scored<FoundField> | undefined,
  owner: Frame | undefined,
): Promise<PickerPart> {
  const element = scored && (await elementOf(owner, scored.found.id).catch(() => undefined));
  if (!scored || !element) return emptyPart(part);
  return {
    ...emptyPart(part),
    source: 'found',
    selectors: [cut(scored.found.selector, pickerLimits.selectorMax)],
    name: nameOf(scored.found.name),
    ...reasonsOf(scored.reasons),
    ...(await shown([element])),
  };
}

async function writtenPart(
  part: PickedPart,
  selectors: string[],
  matching: ElementHandle<HTMLElement>[],
  known?: Scored<FoundField>,
): Promise<PickerPart> {
  return {
    ...emptyPart(part),
    source: 'written',
    selectors,
    name: nameOf(known?.found.name ?? ''),
    ...reasonsOf(known?.reasons ?? []),
    ...(await shown(matching)),
  };
}

async function shown(elements: ElementHandle<Element>[]) {
  return { matches: elements.length, boxes: await boxesOf(elements) };
}

async function boxesOf(elements: ElementHandle<Element>[]): Promise<PickerBox[]> {
  const boxes = await Promise.all(
    elements
      .slice(-pickerLimits.boxesMax)
      .map((element) => element.boundingBox().catch(() => null)),
  );
  return boxes.filter((box) => box !== null && box.width > 0 && box.height > 0) as PickerBox[];
}

const emptyPart = (part: PickedPart): PickerPart => ({
  part,
  source: 'none',
  selectors: [],
  name: '',
  why: [],
  against: [],
  matches: 0,
  boxes: [],
});

/** Separates arguments for from arguments against. Leaves out the points, which are only for developers. */
function reasonsOf(reasons: readonly string[]) {
  const plain = (reason: string) => cut(reason.replace(/^[+-]?\d+ /, ''));
  const isAgainst = (reason: string) => reason.startsWith('-');
  return {
    why: reasons
      .filter((reason) => !isAgainst(reason))
      .map(plain)
      .slice(0, 10),
    against: reasons.filter(isAgainst).map(plain).slice(0, 10),
  };
}

/** The first of an element's names; detection considers all of them. */
const nameOf = (names: string) => cut(names.split(' | ')[0] ?? '');

const cut = (text: string, length: number = pickerLimits.textMax) =>
  text.replace(/\p{Cc}/gu, ' ').slice(0, length);
