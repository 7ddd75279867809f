/** Dialogs with every device that can still answer a call, since several can ring. */
import type { Dialog } from './dialog.ts';
import { header, isRequest, type SipMessage, type SipResponse } from './sip-message.ts';

export interface EarlyDialogs {
  /** Returns the dialog of a provisional response and opens it if necessary; undefined if there is no tag or no room. */
  take(response: SipResponse): Dialog | undefined;
  /** Returns the existing dialog with the sender of a response. */
  dialogOf(response: SipResponse): Dialog | undefined;
  /** Passes a message to its dialog; drops it if there is none. */
  receive(message: SipMessage): void;
  /** Acknowledges a provisional response once, if the far side requires it. */
  acknowledge(response: SipResponse): void;
}

/** Limits on ringing devices and on acknowledged responses before the answer. Without them, a line could send any number. */
const earlyDialogsMax = 20;
const toldMax = 200;

export function createEarlyDialogs(open: (response: SipResponse) => Dialog): EarlyDialogs {
  /** Dialogs by the far side's tag. */
  const dialogs = new Map<string, Dialog>();
  /** Provisional responses that were acknowledged. */
  const told = new Set<string>();
  return {
    take(response) {
      const tag = tagOf(response);
      const known = dialogs.get(tag);
      if (known || tag === '' || dialogs.size >= earlyDialogsMax) return known;
      const opened = open(response);
      dialogs.set(tag, opened);
      return opened;
    },
    dialogOf: (response) => dialogs.get(tagOf(response)),
    receive: (message) => dialogs.get(tagOf(message))?.receive(message),
    acknowledge(response) {
      const number = header(response, 'rseq');
      const wantsToKnow = /\b100rel\b/.test(header(response, 'require')) && /^\d+$/.test(number);
      const key = `${tagOf(response)} ${number}`;
      if (!wantsToKnow || told.size >= toldMax || told.has(key)) return;
      told.add(key);
      void dialogs.get(tagOf(response))?.acknowledgeProvisional(number);
    },
  };
}

/** @returns the tag of the far side, which is the sender of a request and the receiver of a response */
function tagOf(message: SipMessage): string {
  const value = header(message, isRequest(message) ? 'from' : 'to');
  return /;\s*tag=([^;\s>]+)/i.exec(value)?.[1] ?? '';
}
