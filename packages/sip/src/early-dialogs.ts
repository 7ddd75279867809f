/** Dialogs of all devices that may still answer a call: it can ring in several places. */
import type { Dialog } from './dialog.ts';
import { header, isRequest, type SipMessage, type SipResponse } from './sip-message.ts';

export interface EarlyDialogs {
  /** Opens the dialog that a provisional response belongs to, if there is room; undefined for none. */
  take(response: SipResponse): Dialog | undefined;
  /** The existing dialog with the sender of a response. */
  dialogOf(response: SipResponse): Dialog | undefined;
  /** Hands a message to its dialog; one of no dialog is dropped. */
  receive(message: SipMessage): void;
  /** Acknowledges the response once, if required. */
  acknowledge(response: SipResponse): void;
}

/**
 * Limit of ringing devices, and of responses to be acknowledged, before the answer: a line may send
 * any number.
 */
const earlyDialogsMax = 20;
const toldMax = 200;

export function createEarlyDialogs(open: (response: SipResponse) => Dialog): EarlyDialogs {
  /** Dialogs by the tag of the far side. */
  const dialogs = new Map<string, Dialog>();
  /** Provisional responses that the far side knows to have arrived. */
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

/** The far side signs requests as their sender, responses as their receiver. */
function tagOf(message: SipMessage): string {
  const value = header(message, isRequest(message) ? 'from' : 'to');
  return /;\s*tag=([^;\s>]+)/i.exec(value)?.[1] ?? '';
}
