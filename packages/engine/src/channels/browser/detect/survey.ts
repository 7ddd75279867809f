/** What a look at one frame of a page gives: everything that could be typed into or pressed. */

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Found {
  /** Number of the element in its frame, for as long as the document stays. */
  id: number;
  /** Accessible name: label, placeholder, title or text. */
  name: string;
  /** Names that developers gave to it: id, classes, data attributes. */
  hints: string;
  /** The same of what it stands in. */
  around: string;
  /** CSS selector that finds it, as a suite would name it. */
  selector: string;
  box: Box;
  /** `covered` is displayed, but something lies over it. */
  sight: 'shown' | 'covered' | 'hidden';
  /** It stays where it is when the page scrolls, or stands in a dialog. */
  isFixed: boolean;
  landmark: 'search' | 'banner' | 'navigation' | 'footer' | 'none';
  /** Names of the presets that say what this is. */
  presets: string[];
}

export interface FoundField extends Found {
  kind: 'text' | 'multiline' | 'search' | 'other';
  /** Something at its form that no chat has. */
  form: 'none' | 'login' | 'search' | 'contact' | 'plain';
  /** The place of the messages: an element with the role of a log, one that scrolls, or just space. */
  log: 'role' | 'scroll' | 'space' | 'none';
  /** CSS selector of that place. */
  logSelector: string;
  /** Number of the send button; 0 without one. */
  send: number;
}

export interface FoundControl extends Found {
  /** It leads to another page, or sends a form. */
  leaves: boolean;
  /** It says that it opens something. */
  opens: boolean;
  /** It stands in a box that asks for consent. */
  isConsent: boolean;
}

export interface Survey {
  title: string;
  width: number;
  height: number;
  isLoaded: boolean;
  /** Names of the presets that this document is recognized by. */
  presets: string[];
  fields: FoundField[];
  controls: FoundControl[];
}

export const surveyLimits = { elementsMax: 20_000, foundMax: 60, textMax: 120 } as const;

/** Checks that the page has not replaced what it was asked for with anything else. */
export function isSurvey(read: unknown): read is Survey {
  const survey = read as Survey | null;
  return (
    typeof survey?.title === 'string' &&
    [survey.width, survey.height].every(Number.isFinite) &&
    areNames(survey.presets) &&
    [survey.fields, survey.controls].every(
      (list) => Array.isArray(list) && list.length <= surveyLimits.foundMax && list.every(isFound),
    )
  );
}

const areNames = (names: unknown): boolean =>
  Array.isArray(names) &&
  names.length <= surveyLimits.foundMax &&
  names.every((name) => typeof name === 'string');

const isFound = (found: Partial<Found> | null): boolean =>
  Number.isInteger(found?.id) &&
  areNames(found?.presets) &&
  [found?.name, found?.hints, found?.around, found?.selector].every(
    (text) => typeof text === 'string' && text.length <= 1_000,
  ) &&
  [found?.box?.x, found?.box?.y, found?.box?.width, found?.box?.height].every(Number.isFinite);
