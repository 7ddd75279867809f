/** The view of a page picker: the parts of a chat on a page, and alternatives for them. */
import type { Failure, Reply } from '@parley/suite';

export type PickedPart = 'open' | 'input' | 'send' | 'reply';

/** A rectangle in the pixels of the picture. */
export interface PickerBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PickerPart {
  part: PickedPart;
  /** `written`: by a selector of the channel. `found`: Parley finds it without one. */
  source: 'written' | 'found' | 'none';
  /** Written selectors, or those that would be written. Several if elements are clicked one after another. */
  selectors: string[];
  /** Accessible name. */
  name: string;
  /** Arguments for it. `against` are those against it. */
  why: string[];
  against: string[];
  /** Number of visible elements that the selector matches. */
  matches: number;
  boxes: PickerBox[];
}

/** Something else that a part could be. */
export interface PickerCandidate {
  kind: 'field' | 'control' | 'message';
  /** Identifies it to `choose`. */
  key: string;
  name: string;
  selector: string;
  why: string[];
  against: string[];
  box: PickerBox | null;
}

export interface PickerView {
  title: string;
  address: string;
  width: number;
  height: number;
  /** Selectors of the iframes around the field, if they are written. */
  frame: string[];
  parts: PickerPart[];
  candidates: PickerCandidate[];
  /** Why the chat could not be opened or found. */
  problem: Failure | null;
}

export interface PickerLook {
  view: PickerView;
  /** A JPEG; absent if none could be taken. */
  picture?: Uint8Array;
}

/** The result of the test message. */
export interface PickerTrial {
  outcome: 'answered' | 'empty' | 'silent' | 'failed';
  replies: Reply[];
  failure: Failure | null;
}

export const pickerLimits = {
  candidatesMax: 20,
  boxesMax: 40,
  textMax: 120,
  selectorMax: 200,
  /** Time until a page is open and surveyed. */
  openMs: 25_000,
  replyMs: 20_000,
} as const;

/** An error that refuses a click and says what to do instead. */
export class PickRefused extends Error {
  override name = 'PickRefused';
}
