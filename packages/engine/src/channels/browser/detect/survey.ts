/** Results of a survey of one frame of a page: everything that could be typed into or pressed. */

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Found {
  /** Number of the element in its frame, valid until the document is replaced. */
  id: number;
  /** Accessible name: label, placeholder, title or text. */
  name: string;
  /** Names that developers gave to the element: id, classes, data attributes. */
  hints: string;
  /** Names that developers gave to the elements around it. */
  around: string;
  /** CSS selector of the element, as a suite would write it. */
  selector: string;
  box: Box;
  /** `covered` means that something is displayed on top of the element. */
  sight: 'shown' | 'covered' | 'hidden';
  /** True if it stays in place when the page scrolls, or is in a dialog. */
  isFixed: boolean;
  landmark: 'search' | 'banner' | 'navigation' | 'footer' | 'none';
  /** Names of the presets that identify it. */
  presets: string[];
}

export interface FoundField extends Found {
  kind: 'text' | 'multiline' | 'search' | 'other';
  /** Kind of form around the field. Login, search and contact forms are not chats. */
  form: 'none' | 'login' | 'search' | 'contact' | 'plain';
  /** The message area: an element with the role of a log, an element that scrolls, or just space. */
  log: 'role' | 'scroll' | 'space' | 'none';
  /** CSS selector of the message area; empty if there is none. */
  logSelector: string;
  /** Number of the send button; 0 if there is none. */
  send: number;
}

export interface FoundControl extends Found {
  /** True if it leads to another page or sends a form. */
  leaves: boolean;
  /** True if its attributes say that it opens something. */
  opens: boolean;
  /** True if it is in a consent box. */
  isConsent: boolean;
}

export interface Survey {
  title: string;
  width: number;
  height: number;
  isLoaded: boolean;
  /** Names of the presets that recognize this document. */
  presets: string[];
  fields: FoundField[];
  controls: FoundControl[];
}

export const surveyLimits = { elementsMax: 20_000, foundMax: 60, textMax: 120 } as const;

/** Checks that the page's scripts have not tampered with the result. */
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
