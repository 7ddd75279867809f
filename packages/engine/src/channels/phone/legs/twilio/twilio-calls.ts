/** Calls in Twilio's REST API, version 2010-04-01. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConversationError, createOperatorClient, failureOf } from '@parley/egress';
import { failureOfRefusal, notReached } from './explain-twilio.ts';

export interface TwilioCalls {
  /** Places a call and returns its id. Never retries, because a second request could be a second call. */
  create(call: NewCall): Promise<string>;
  /** Returns the status of a call; undefined if Twilio does not report it. */
  statusOf(sid: string): Promise<string | undefined>;
  /** Ends a call in any state. Never throws. A call that cannot be ended runs until its time limit. */
  end(sid: string): Promise<void>;
  /** Waits until ending calls have ended, up to a limit. */
  close(): Promise<void>;
}

interface NewCall {
  to: string;
  from: string;
  /** Instructions for Twilio once the line has answered. */
  twiml: string;
  /** Maximum duration of ringing, in seconds. `limitS` is that of the whole call. */
  ringS: number;
  limitS: number;
}

export interface TwilioAccount {
  url?: string | undefined;
  accountSid: string;
  authToken: string;
}

const defaultUrl = 'https://api.twilio.com';
const timeoutMs = 10_000;
const answerBytesMax = 1024 * 1024;
const endAttemptWaitsMs = [0, 500, 2000];
/** Maximum wait for Twilio when the process stops. */
const closeMs = 10_000;
const ringSMax = 600;

export function createTwilioCalls(account: TwilioAccount): TwilioCalls {
  const { accountSid, authToken } = account;
  const base = new URL(account.url ?? defaultUrl);
  const twilio = createOperatorClient({ name: 'Twilio', url: base, timeoutMs, answerBytesMax });
  const proof = Buffer.from(`${accountSid}:${authToken}`).toString('base64');
  const ending = new Set<Promise<void>>();

  async function ask(path: string, form?: Record<string, string>) {
    const answer = await twilio.fetch(new URL(`/2010-04-01/Accounts/${accountSid}/${path}`, base), {
      method: form ? 'POST' : 'GET',
      headers: { authorization: `Basic ${proof}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: parsed(text) };
  }

  async function create({ to, from, twiml, ringS, limitS }: NewCall): Promise<string> {
    const { status, body } = await ask('Calls.json', {
      To: to,
      From: from,
      Twiml: twiml,
      Timeout: `${Math.min(ringS, ringSMax)}`,
      TimeLimit: `${limitS}`,
    });
    if (status >= 300 || typeof body.sid !== 'string')
      throw new ConversationError(failureOfRefusal({ ...body, status }));
    return body.sid;
  }

  async function end(sid: string): Promise<void> {
    for (const waitMs of endAttemptWaitsMs) {
      await sleep(waitMs);
      const answer = await ask(callPath(sid), { Status: 'completed' }).catch(() => undefined);
      const isBusy = !answer || answer.status >= 500 || answer.status === 429;
      // Any other refusal means that the call is already over.
      if (!isBusy) return;
    }
  }

  return {
    async create(call) {
      try {
        return await create(call);
      } catch (error) {
        if (error instanceof ConversationError) throw error;
        throw new ConversationError(notReached(reasonOf(error)), { cause: error });
      }
    },
    async statusOf(sid) {
      const answer = await ask(callPath(sid)).catch(() => undefined);
      return typeof answer?.body.status === 'string' ? answer.body.status : undefined;
    },
    async end(sid) {
      const ended = end(sid).finally(() => ending.delete(ended));
      ending.add(ended);
      await ended;
    },
    async close() {
      await Promise.race([Promise.all(ending), sleep(closeMs, undefined, { ref: false })]);
      await twilio.close();
    },
  };
}

const callPath = (sid: string) => `Calls/${encodeURIComponent(sid)}.json`;

interface CallResource {
  sid?: unknown;
  status?: unknown;
  /** Twilio's error code. */
  code?: unknown;
  message?: unknown;
}

function parsed(text: string): CallResource {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time';
  const { message, class: className } = failureOf(error);
  return className === 'internal'
    ? 'it could not be reached'
    : message
        .replace(/\.$/, '')
        .replace(/\bThe bot's\b/, 'its')
        .replace(/\bThe bot\b/, 'it');
}
