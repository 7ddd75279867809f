/** Chooses the field to type into and the controls to press, from surveys of a page. Needs no browser. */
import { type NamedPreset, presetOfField, presetOfOpener, presetsOf } from './fit-preset.ts';
import type { FoundControl, FoundField, Survey } from './survey.ts';
import { words } from './words.ts';

/** One frame of the page. `frame` is its index in the list of frames. */
export interface FrameSurvey {
  frame: number;
  survey: Survey;
  /** Position of the frame on the page, in pixels. */
  offset: { x: number; y: number };
  /** True if the frame stays in place when the page scrolls. */
  isFixed: boolean;
  /** Attributes, address and title of the frame; empty for the page itself. */
  about: string;
  isVisible: boolean;
  /** Presets whose iframe is this frame or contains it. `launcherFramedBy` is the same for the iframe of the launcher. */
  framedBy: readonly string[];
  launcherFramedBy: readonly string[];
}

export interface Scored<Found> {
  frame: number;
  found: Found;
  score: number;
  /** Points from a preset that the suite does not name. They help an element to qualify, but do not rank it above another. */
  bonus: number;
  /** Arguments for and against the element, with their points. */
  reasons: string[];
}

export type Choice<Found> =
  | { kind: 'sure'; best: Scored<Found>; others: Scored<Found>[] }
  | { kind: 'unsure'; why: string; candidates: Scored<Found>[] }
  | { kind: 'none'; candidates: Scored<Found>[] };

const fieldAtLeast = 45;
const openerAtLeast = 55;
/** Minimum points for an element that a preset names; with fewer points, the preset is wrong about the page. */
const presetAtLeast = 20;
/** Candidates whose points differ by less than this are equally likely. */
const margin = 20;

const has = (pattern: string, text: string) => new RegExp(pattern, 'iu').test(text);

const timesIn = (pattern: string, text: string) =>
  text.match(new RegExp(pattern, 'giu'))?.length ?? 0;

type Part = [points: number, reason: string];

function sum(parts: (Part | false)[]): Score {
  const given = parts.filter((part) => part !== false);
  return {
    score: given.reduce((total, [points]) => total + points, 0),
    reasons: given.map(([points, reason]) => `${points > 0 ? '+' : ''}${points} ${reason}`),
  };
}

interface Score {
  score: number;
  reasons: string[];
}

function withPreset(scored: Score, preset: NamedPreset | undefined): Score & { bonus: number } {
  if (!preset || scored.score < presetAtLeast) return { ...scored, bonus: 0 };
  const points = preset.isChosen ? 40 : 20;
  return {
    score: scored.score + points,
    bonus: preset.isChosen ? 0 : points,
    reasons: [...scored.reasons, `+${points} the preset ${preset.name} names it`],
  };
}

function scoreField(field: FoundField, { isFixed, about }: FrameSurvey) {
  const { name, hints, around, kind, form, log, landmark } = field;
  const inChat = has(words.chat, `${around} ${about}`);
  // Attributes such as the class "message-search" show that the field is not for a chat.
  const isOther = has(words.other, name) || (!has(words.ask, name) && has(words.other, hints));
  return sum([
    has(words.ask, name) && [40, 'its label is about messages'],
    has(words.chat, hints) && [15, 'its attributes mention a chat'],
    has(words.chat, around) && [20, 'it is inside an element named as a chat'],
    about !== '' && has(words.chat, about) && [20, 'its frame is named as a chat'],
    log === 'role' && [25, 'a log is next to it'],
    log === 'scroll' && [12, 'a list that scrolls is next to it'],
    log === 'space' && inChat && [12, 'there is space for messages'],
    timesIn(words.chat, around) > 2 && [10, 'so are several elements around it'],
    kind === 'multiline' && [8, 'it takes several lines'],
    field.send > 0 && [10, 'a button that sends is next to it'],
    (field.isFixed || isFixed) && [8, 'it stays in place while the page scrolls'],
    log === 'none' && [-60, 'no place for messages is next to it'],
    log === 'space' && !inChat && [-40, 'nothing around it is a chat'],
    kind === 'search' && [-100, 'it is a search box'],
    kind === 'other' && [-100, 'it takes something other than text'],
    form === 'login' && [-100, 'it is part of a login'],
    form === 'search' && [-100, 'it is part of a search'],
    form === 'contact' && [-60, 'it is part of a form with other fields'],
    landmark === 'search' && [-100, 'it is in a search area'],
    landmark !== 'none' && landmark !== 'search' && [-40, `it is in the ${landmark}`],
    isOther && [-100, 'its label is one of another kind of field'],
  ]);
}

/** @returns true if the control is in a corner of the window, where launchers are */
function isInCorner({ box }: FoundControl, of: FrameSurvey, page: Survey): boolean {
  const x = box.x + box.width / 2 + of.offset.x;
  const y = box.y + box.height / 2 + of.offset.y;
  return y > 0.7 * page.height && (x > 0.7 * page.width || x < 0.3 * page.width);
}

function scoreOpener(control: FoundControl, of: FrameSurvey, page: Survey) {
  const { name, hints, around, box, landmark } = control;
  const isSmall = [box.width, box.height].every((side) => side >= 24 && side <= 120);
  return sum([
    has(words.open, name) && [40, 'its label is about a chat'],
    has(words.open, `${hints} ${of.about}`) && [20, 'its attributes mention a chat'],
    has(words.chat, around) && [15, 'it is inside an element named as a chat'],
    (control.isFixed || of.isFixed) && [25, 'it stays in place while the page scrolls'],
    isInCorner(control, of, page) && [20, 'it is in a corner'],
    isSmall && [5, 'it has the size of a launcher'],
    control.opens && [10, 'it says that it opens something'],
    has(words.pointing, hints) && [-40, 'its attributes point to something else'],
    control.leaves && [-80, 'it leads away from the page'],
    landmark !== 'none' && [-15, `it is in the ${landmark}`],
    control.isConsent && [-100, 'it asks for consent'],
    has(words.leave, name) &&
      !has('open', name) && [-40, 'its label says that it closes something'],
    has(words.elsewhere, name) && [-60, 'its label is about something else'],
  ]);
}

function choose<Found extends FoundField | FoundControl>(
  scored: Scored<Found>[],
  atLeast: number,
): Choice<Found> {
  const rank = ({ score, bonus }: Scored<Found>) => score - bonus;
  const sorted = scored.toSorted((a, b) => rank(b) - rank(a));
  const [best, second] = sorted;
  const candidates = sorted.slice(0, 5);
  if (!best || best.score < atLeast) return { kind: 'none', candidates };
  if (second && second.score >= atLeast && rank(best) - rank(second) < margin) {
    return { kind: 'unsure', why: 'more than one is as likely', candidates };
  }
  return { kind: 'sure', best, others: sorted.slice(1, 5) };
}

const isShown = ({ sight }: { sight: string }) => sight !== 'hidden';

/** All visible or covered fields, with their scores. */
export function scoreFields(
  frames: readonly FrameSurvey[],
  presets: readonly NamedPreset[] = [],
): Scored<FoundField>[] {
  const known = presetsOf(presets, frames);
  return frames
    .filter(({ isVisible }) => isVisible)
    .flatMap((of) =>
      of.survey.fields.filter(isShown).map((found) => {
        const score = scoreField(found, of);
        const preset = presetOfField(known, found, of);
        return { frame: of.frame, found, ...withPreset(score, preset) };
      }),
    );
}

/** The field of the chat, covered or not. */
export const chooseField = (
  frames: readonly FrameSurvey[],
  presets: readonly NamedPreset[] = [],
): Choice<FoundField> => choose(scoreFields(frames, presets), fieldAtLeast);

/** All controls that could open the chat, with their scores. */
export function scoreOpeners(
  frames: readonly FrameSurvey[],
  presets: readonly NamedPreset[] = [],
): Scored<FoundControl>[] {
  const known = presetsOf(presets, frames);
  const page = frames[0]?.survey;
  if (!page) return [];
  return frames
    .filter(({ isVisible }) => isVisible)
    .flatMap((of) =>
      of.survey.controls.filter(isShown).map((found) => {
        const score = scoreOpener(found, of, page);
        const preset = presetOfOpener(known, found, of);
        return { frame: of.frame, found, ...withPreset(score, preset) };
      }),
    );
}

/** Chooses the control that opens the chat. Controls in `pressed` are skipped. */
export function chooseOpener(
  frames: readonly FrameSurvey[],
  pressed: ReadonlySet<string>,
  presets: readonly NamedPreset[] = [],
): Choice<FoundControl> {
  const scored = scoreOpeners(frames, presets).filter(
    ({ frame, found }) => !pressed.has(keyOf(frame, found)),
  );
  return choose(scored, openerAtLeast);
}

/** Finds the button that closes a consent box, preferably one that refuses. */
export function chooseConsent(
  frames: readonly FrameSurvey[],
  pressed: ReadonlySet<string>,
): Scored<FoundControl> | undefined {
  const asked = frames
    .filter(({ isVisible }) => isVisible)
    .flatMap(({ frame, survey }) =>
      survey.controls
        .filter(
          ({ isConsent, sight, leaves, name }) =>
            isConsent && sight === 'shown' && !leaves && name !== '',
        )
        .filter((found) => !pressed.has(keyOf(frame, found)))
        .map((found) => ({ frame, found })),
    );
  for (const [pattern, reason] of [
    [words.refuse, 'it refuses consent'],
    [words.accept, 'it gives consent'],
  ] as const) {
    const given = asked.find(({ found }) => has(pattern, found.name));
    if (given) return { ...given, score: 100, bonus: 0, reasons: [reason] };
  }
  return undefined;
}

export const keyOf = (frame: number, { id }: { id: number }) => `${frame}:${id}`;
