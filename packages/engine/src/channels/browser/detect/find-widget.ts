/** Finds the chat of a page as a person would: answers consent, presses the launcher, finds the field. */
import type { ElementHandle, Frame, Page } from 'playwright-core';
import { limits } from '../../../limits.ts';
import {
  chooseConsent,
  chooseField,
  chooseOpener,
  type FrameSurvey,
  keyOf,
  type Scored,
} from './choose.ts';
import { elementOf } from './element-of.ts';
import {
  type NamedPreset,
  type PresetSetting,
  presetDropped,
  presetFits,
  presetOfField,
  presetsOf,
  presetsToTry,
} from './fit-preset.ts';
import {
  asksBesides,
  fillPrechat,
  findPrechat,
  type Prechat,
  type PrechatForm,
  prechatAsked,
  prechatRefused,
} from './prechat.ts';
import { type FoundControl, type FoundField, isSurvey, surveyLimits } from './survey.ts';
import { surveyPage } from './survey-page.ts';
import { widgetUnsure } from './unsure.ts';
import { words } from './words.ts';

export interface FoundWidget {
  frame: Frame;
  field: FoundField;
  /** The preset that names the field. */
  preset?: NamedPreset | undefined;
  /** The choices of the search and their reasons, line by line. */
  explanation: string[];
}

interface Search {
  /** Limits the search to this frame and the frames in it. */
  within?: Frame | undefined;
  /** True to press nothing, because the suite names what opens the widget. */
  isOpen: boolean;
  preset?: PresetSetting;
  /** Values for the form before the chat. */
  prechat?: Prechat | undefined;
  /** Called with each element before it is pressed. */
  onPress?: OnPress | undefined;
}

type SureField = Extract<ReturnType<typeof chooseField>, { kind: 'sure' }>;

/** State of the page at one moment. */
interface Look {
  frames: Frame[];
  surveys: FrameSurvey[];
  field: ReturnType<typeof chooseField>;
  /** True if the same field was found for some time. */
  isSteady: boolean;
  isLoaded: boolean;
  /** True if the deadline is near. */
  isLate: boolean;
  /** Time since the page loaded or something was pressed or filled in, in milliseconds. */
  unchangedMs: number;
}

export type OnPress = (
  frame: Frame,
  element: ElementHandle<HTMLElement>,
  pressed: Scored<FoundControl>,
) => Promise<void>;

const lookEveryMs = 200;
/** Maximum wait for something to appear on a loaded page, in milliseconds. */
const patienceMs = 6_000;
/** Time for a pressed element to open something, in milliseconds. */
const openingMs = 900;
/** Time without a change, in milliseconds, after which nothing more will appear without a click. */
const quietMs = 600;
const noField = 'nothing on the page looks like the message field of a chat';
const pressesMax = 4;
const framesMax = 30;

export async function findWidget(
  page: Page,
  { within, isOpen, preset: setting, prechat, onPress }: Search,
  deadline: number,
): Promise<FoundWidget> {
  const pressed = new Set<string>();
  const explanation: string[] = [];
  const presets = presetsToTry(setting);
  let [last, since, changedAt] = ['', performance.now(), performance.now()];

  async function press(frames: Frame[], control: Scored<FoundControl>, what: string) {
    explanation.push(`Pressed ${what}: ${describe(control)}`);
    pressed.add(keyOf(control.frame, control.found));
    const frame = frames[control.frame];
    const handle = await elementOf(frame, control.found.id);
    if (frame && handle) await onPress?.(frame, handle, control).catch(() => {});
    await handle
      ?.click({ timeout: Math.min(10_000, Math.max(500, deadline - performance.now())) })
      .catch(() => explanation.push('It could not be pressed.'));
    await sleep(openingMs);
    changedAt = performance.now();
  }

  let isFilled = false;
  async function answer(form: PrechatForm) {
    const now = performance.now();
    const isOut = now - changedAt > patienceMs || now >= deadline - 500;
    if (prechat === undefined) {
      // The chat can still appear beside a form that only looks like one before the chat.
      if (isOut) throw prechatAsked(form, explanation);
      await sleep(lookEveryMs);
    } else if (!isFilled) {
      explanation.push(await fillPrechat(form, prechat, deadline));
      isFilled = true;
      await sleep(openingMs);
      changedAt = performance.now();
    } else if (isOut) {
      throw prechatRefused(form, explanation);
    } else await sleep(lookEveryMs);
  }

  async function look(): Promise<Look> {
    const { frames, surveys } = await surveyFrames(page, within, presets);
    const field = chooseField(surveys, presets);
    const state = JSON.stringify([
      field.kind,
      field.kind === 'sure' && [field.best.frame, field.best.found.id, field.best.found.sight],
    ]);
    const now = performance.now();
    if (state !== last) [last, since] = [state, now];
    const isLoaded = surveys[0]?.survey.isLoaded === true;
    // Scripts that are still loading can add the chat.
    if (!isLoaded) changedAt = now;
    return {
      frames,
      surveys,
      field,
      isSteady: now - since >= 2 * lookEveryMs,
      isLoaded,
      isLate: now >= deadline - 500,
      unchangedMs: now - changedAt,
    };
  }

  /**
   * Finds a form before the chat that contains the field, since such a form can ask for a question, too. If there are messages,
   * the chat is already open.
   */
  async function formAround({ frames, surveys }: Look, { frame, found }: Scored<FoundField>) {
    if (found.log === 'role') return undefined;
    const around = surveys.filter((survey) => survey.frame === frame);
    const forms = await findPrechat(page, frames, around);
    return forms.find((one) => asksBesides(one, found.id));
  }

  /** Describes the widget around a field; undefined if its frame is gone. */
  function widgetOf({ frames, surveys }: Look, { best, others }: SureField) {
    const frame = frames[best.frame];
    if (!frame) return undefined;
    const { preset, lines } = fittingPreset(presets, surveys, best);
    explanation.push(...lines);
    explanation.push(`Types into ${describe(best)}`);
    if (best.found.logSelector) explanation.push(`Reads from ${best.found.logSelector}`);
    for (const other of others) explanation.push(`Did not take ${describe(other)}`);
    return { frame, field: best.found, preset, explanation };
  }

  /**
   * Takes a step that can make the field appear: presses a control or answers a form.
   *
   * @returns false if it can only wait
   * @throws WidgetUnsureError once the time is over
   */
  async function openUp(seen: Look): Promise<boolean> {
    const { frames, surveys, field, isLate, unchangedMs } = seen;
    const mayPress = pressed.size < pressesMax && !isOpen && !isLate;
    const consent = chooseConsent(surveys, pressed);
    if (consent && mayPress) {
      await press(frames, consent, 'what asks for consent');
      return true;
    }
    const isOut = isLate || unchangedMs > patienceMs;
    if (field.kind === 'sure') {
      if (!isOut) return false;
      throw widgetUnsure('input', 'something covers it', [field.best], explanation);
    }
    const isQuiet = unchangedMs > quietMs;
    const opener = field.kind === 'none' ? chooseOpener(surveys, pressed, presets) : undefined;
    if (opener?.kind === 'sure' && !isFilled && mayPress && isQuiet) {
      await press(frames, opener.best, 'what opens the chat');
      return true;
    }
    const mayAnswer = field.kind === 'unsure' || isLate || isQuiet;
    const [form, another] = mayAnswer ? await findPrechat(page, frames, surveys) : [];
    if (form && !another) {
      await answer(form);
      return true;
    }
    if (!isOut) return false;
    if (opener?.kind === 'unsure' && !isOpen)
      throw widgetUnsure('open', opener.why, opener.candidates, explanation);
    const why = field.kind === 'unsure' ? field.why : noField;
    throw widgetUnsure('input', why, field.candidates, explanation);
  }

  for (;;) {
    const seen = await look();
    const { field, isSteady, isLoaded, isLate } = seen;
    if (isSteady && field.kind === 'sure' && field.best.found.sight === 'shown') {
      const form = await formAround(seen, field.best);
      if (form) await answer(form);
      const widget = form ? undefined : widgetOf(seen, field);
      if (widget) return widget;
      continue;
    }
    const mayAct = (isSteady && isLoaded) || isLate;
    if (!(mayAct && (await openUp(seen)))) await sleep(lookEveryMs);
  }
}

/** @returns the preset that names this field, and log lines about this preset or about presets that do not fit */
export function fittingPreset(
  presets: readonly NamedPreset[],
  surveys: readonly FrameSurvey[],
  { found, frame }: Pick<Scored<FoundField>, 'found' | 'frame'>,
): { preset: NamedPreset | undefined; lines: string[] } {
  const known = presetsOf(presets, surveys);
  const of = surveys.find((survey) => survey.frame === frame);
  const preset = of && presetOfField(known, found, of);
  const others = preset ? [] : known;
  return {
    preset,
    lines: [
      ...(preset ? [presetFits(preset)] : []),
      ...others.map(({ name }) =>
        presetDropped(name, 'none of its text fields looks like the message field of a chat'),
      ),
    ],
  };
}

/** Surveys all frames concurrently. Frames that do not answer are left out. */
export async function surveyFrames(
  page: Page,
  within: Frame | undefined,
  presets: readonly NamedPreset[],
): Promise<{ frames: Frame[]; surveys: FrameSurvey[] }> {
  const frames = page.frames().slice(0, framesMax);
  const isWithin = (frame: Frame | null): boolean =>
    within === undefined || (frame !== null && (frame === within || isWithin(frame.parentFrame())));
  const surveys = await Promise.all(
    frames.map(async (frame, index) => {
      // The page itself is always surveyed, because its size is needed.
      if (!isWithin(frame) && index > 0) return undefined;
      const survey = await inTime(
        surveyFrame(frame, index, presets, index === 0 && !isWithin(frame)),
      );
      return survey;
    }),
  );
  return {
    frames,
    surveys: inherited(
      frames,
      surveys.filter((survey) => survey !== undefined),
    ),
  };
}

/** Adds the presets of the enclosing frames to each frame. */
function inherited(frames: Frame[], surveys: FrameSurvey[]): FrameSurvey[] {
  const outersOf = (frame: Frame | null | undefined): (Frame | null | undefined)[] =>
    frame ? [frame, ...outersOf(frame.parentFrame())] : [];
  return surveys.map((survey) => {
    const outer = outersOf(frames[survey.frame]);
    const all = surveys.filter(({ frame }) => outer.includes(frames[frame]));
    return {
      ...survey,
      framedBy: all.flatMap(({ framedBy }) => framedBy),
      launcherFramedBy: all.flatMap(({ launcherFramedBy }) => launcherFramedBy),
    };
  });
}

async function surveyFrame(
  frame: Frame,
  index: number,
  presets: readonly NamedPreset[],
  isOnlySize: boolean,
): Promise<FrameSurvey | undefined> {
  const survey: unknown = await frame.evaluate(surveyPage, {
    ...surveyLimits,
    consent: words.consent,
    send: words.send,
    presets: presets.map(({ name, recognizedBy, launcher, input, send }) => ({
      name,
      recognizedBy,
      launcher,
      input,
      send,
    })),
  });
  if (!isSurvey(survey)) return undefined;
  if (isOnlySize) Object.assign(survey, { fields: [], controls: [] });
  if (index === 0 || !frame.parentFrame()) {
    return {
      frame: index,
      survey,
      offset: { x: 0, y: 0 },
      isFixed: false,
      about: '',
      isVisible: true,
      framedBy: [],
      launcherFramedBy: [],
    };
  }
  const element = await frame.frameElement();
  const box = await element.boundingBox();
  const parts = presets.map((preset) => [preset.name, preset.frame, preset.launcherFrame] as const);
  const seen: unknown = await element.evaluate((node, named) => {
    const framedBy = named.filter(([, at]) => at && (node as Element).matches(at));
    const launcherFramedBy = named.filter(([, , at]) => at && (node as Element).matches(at));
    const names = ['id', 'class', 'name', 'title', 'aria-label'].map(
      (name) => (node as Element).getAttribute(name) ?? '',
    );
    const isHidden = (node as Element).closest('[aria-hidden="true"], [inert]') !== null;
    let isFixed = false;
    for (
      let at: Element | null = node as Element;
      at;
      at = at.parentElement ?? ((at.getRootNode() as ShadowRoot).host || null)
    ) {
      if (getComputedStyle(at).position === 'fixed') isFixed = true;
    }
    const isShown = (node as Element).checkVisibility({
      opacityProperty: true,
      visibilityProperty: true,
    });
    return {
      about: names.join(' ').slice(0, 300),
      isFixed,
      isShown: isShown && !isHidden,
      framedBy: framedBy.map(([name]) => name),
      launcherFramedBy: launcherFramedBy.map(([name]) => name),
    };
  }, parts);
  const { about, isFixed, isShown, framedBy, launcherFramedBy } = seen as {
    about: string;
    isFixed: boolean;
    isShown: boolean;
    framedBy: string[];
    launcherFramedBy: string[];
  };
  return {
    frame: index,
    survey,
    offset: { x: box?.x ?? 0, y: box?.y ?? 0 },
    isFixed: isFixed === true,
    about: `${String(about)} ${addressOf(frame)} ${survey.title}`,
    isVisible: isShown === true && box !== null && box.width > 20 && box.height > 20,
    framedBy: Array.isArray(framedBy) ? framedBy : [],
    launcherFramedBy: Array.isArray(launcherFramedBy) ? launcherFramedBy : [],
  };
}

/** Host and path of a frame's address, without its query. */
function addressOf(frame: Frame): string {
  if (!URL.canParse(frame.url())) return '';
  const { host, pathname } = new URL(frame.url());
  return `${host}${pathname}`.slice(0, 200);
}

/** Returns the message area of a field, if it still exists. */
export async function logOf(
  frame: Frame,
  field: number,
): Promise<ElementHandle<Element> | undefined> {
  const handle = await frame.evaluateHandle((number) => {
    type Registry = { rooms: Map<number, { log: WeakRef<Element> }> };
    const place = globalThis as unknown as Record<symbol, Registry | undefined>;
    return place[Symbol.for('parley.elements')]?.rooms.get(number)?.log.deref() ?? null;
  }, field);
  return (handle.asElement() as ElementHandle<Element> | null) ?? undefined;
}

const describe = ({ found, score, reasons }: Scored<FoundField | FoundControl>) =>
  `${found.selector}${found.name && ` ("${found.name}")`}: ${score} (${reasons.join(', ')})`;

async function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limits.pageReactMs);
  });
  try {
    return await Promise.race([asked, late]).catch(() => undefined);
  } finally {
    clearTimeout(timer);
  }
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
