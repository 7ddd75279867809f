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
  /** `written`: the channel has a selector for the part. `found`: Parley finds the part without one. */
  source: 'written' | 'found' | 'none';
  /** Written selectors, or those that would be written. Several if elements are pressed one after another. */
  selectors: string[];
  /** Accessible name of the part. */
  name: string;
  /** Arguments for the element. `against` lists the arguments against it. */
  why: string[];
  against: string[];
  /** Number of visible elements that the selector matches. */
  matches: number;
  boxes: PickerBox[];
}

/** Another element that could be meant. */
export interface PickerCandidate {
  kind: 'field' | 'control' | 'message';
  /** Key of the element for `choose`. */
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
  /** Written selectors of the iframes around the field. */
  frame: string[];
  parts: PickerPart[];
  candidates: PickerCandidate[];
  /** The reason why the chat could not be opened or found. */
  problem: Failure | null;
}

export interface PickerLook {
  view: PickerView;
  /** A screenshot as JPEG; absent if it could not be taken. */
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
  /** Time limit for opening and surveying a page. */
  openMs: 25_000,
  replyMs: 20_000,
} as const;

/** An error that refuses a click and says what to do instead. */
export class PickRefused extends Error {
  override name = 'PickRefused';
}
