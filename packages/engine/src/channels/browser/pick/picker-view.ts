/** What a page picker shows: the parts of a chat on a page, and what they could be instead. */
import type { Failure, Reply } from '@parley/suite';

export type PickedPart = 'open' | 'input' | 'send' | 'reply';

/** In pixels of the picture. */
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
  /** What is written, or what would be; several of what is clicked one after another. */
  selectors: string[];
  /** Accessible name. */
  name: string;
  /** What speaks for it, and against it. */
  why: string[];
  against: string[];
  /** Elements that the selector matches and that can be seen. */
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
  /** Selectors of the iframes around the field, where they are written. */
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
  /** Until a page is open and looked at. */
  openMs: 25_000,
  replyMs: 20_000,
} as const;

/** Refuses a click, and says what to do instead. */
export class PickRefused extends Error {
  override name = 'PickRefused';
}
