/**
 * The mock IVR: a telephone line of a bank over SIP, called like any other line.
 *
 *   sip:bank@127.0.0.1:5080        a menu of prompts and keys
 *   sip:mistake@…                  the same, with a wrong balance
 *   sip:hold@…                     a prompt, music, and another prompt
 *   sip:busy@… declined, unavailable, ringing, silent, mute, music, talking, voicemail, dropping
 *                                  what can go wrong with a call
 *   sip:agent@… agent-slow, …      a voice agent that can be interrupted, see voice-agent.ts
 *
 * Any other user is not found. A call is ended once no more audio arrives, since its caller is gone.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import {
  type AnsweringSide,
  answerCalls,
  type Call,
  type Certificate,
  type Credentials,
  type SendingConditions,
} from '@parley/sip';
import { lineOf } from './lines.ts';

export interface MockIvrOptions {
  /** Default 127.0.0.1. */
  host?: string;
  /** Default 0: any free port. */
  port?: number;
  /** The bank says a wrong balance. */
  hasMistake?: boolean;
  /** Credentials that callers must prove; absent if anyone may call. */
  credentials?: Credentials;
  /** Certificate for TLS; with it, the audio is encrypted, too. */
  certificate?: Certificate | undefined;
  /** True if only registered callers are accepted. */
  wantsRegistration?: boolean;
  /** Time without audio after which a call is ended, in milliseconds. Default 10 seconds. */
  silentMs?: number;
}

export interface MockIvr {
  /** Address of the bank, for example `sip:bank@127.0.0.1:5080`. */
  uri: string;
  uriOf(user: string): string;
  /** `host:port` */
  authority: string;
  openCalls(): number;
  callsTaken(): number;
  /** Addresses of registered callers. */
  registered(): string[];
  close(): Promise<void>;
}

export async function startMockIvr(options: MockIvrOptions = {}): Promise<MockIvr> {
  const { host = '127.0.0.1', port = 0, hasMistake = false, silentMs = 10_000 } = options;
  let taken = 0;
  const side: AnsweringSide = await answerCalls({
    host,
    port,
    credentials: options.credentials,
    certificate: options.certificate,
    wantsRegistration: options.wantsRegistration,
    onInvitation(invitation) {
      const line = lineOf(invitation.user);
      if (!line) return invitation.reject(404, 'Not Found');
      taken += 1;
      const answer = async (conditions?: SendingConditions) => {
        const call = await invitation.answer(conditions);
        if (call) endWhenGone(call, silentMs);
        return call;
      };
      line({ ...invitation, answer }, { hasMistake }).catch((error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        invitation.reject(500, 'Server Internal Error');
      });
    },
  });
  const authority = `${host}:${side.port}`;
  const scheme = options.certificate ? 'sips' : 'sip';
  const uriOf = (user: string) => `${scheme}:${user}@${authority}`;
  return {
    uri: uriOf('bank'),
    uriOf,
    authority,
    openCalls: side.openCalls,
    registered: side.registered,
    callsTaken: () => taken,
    close: side.close,
  };
}

function endWhenGone({ media, hangUp, onEnd }: Call, silentMs: number): void {
  const answeredAt = performance.now();
  const timer = setInterval(() => {
    const heardAt = media.stats().network.lastReceivedAt ?? answeredAt;
    if (performance.now() - heardAt > silentMs) void hangUp();
  }, 500);
  onEnd(() => clearInterval(timer));
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5080' },
      host: { type: 'string', default: '127.0.0.1' },
      mistake: { type: 'boolean', default: false },
      key: { type: 'string' },
      cert: { type: 'string' },
    },
  });
  const { key, cert } = values;
  const ivr = await startMockIvr({
    host: values.host,
    port: Number(values.port),
    hasMistake: values.mistake,
    certificate:
      key && cert
        ? { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
        : undefined,
  });
  console.log(`The mock IVR answers at ${ivr.uri}`);
}
