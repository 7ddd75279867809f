/** Registers the subscriber with a trunk for as long as calls use it (RFC 3261, section 10). */
import { CallError } from './call-error.ts';
import { type Credentials, proofFor, token } from './sip-digest.ts';
import { header, isRequest, type SipHeaders, type SipResponse } from './sip-message.ts';
import type { SipTransport } from './sip-transport.ts';
import { untilAnswered } from './until-answered.ts';

export interface RegistrationOptions {
  transport: SipTransport;
  credentials: Credentials;
  /** Address of the subscriber, such as `sip:ada@sip.example.com`. */
  address: string;
  /** Address of the trunk, such as `sip:sip.example.com`. */
  registrar: string;
  /** Requested lifetime of the registration in seconds. Default 300. */
  seconds?: number;
}

export interface Registration {
  /** Returns false once the trunk refuses the registration or the connection is lost. */
  isValid(): boolean;
  /** Cancels the registration and closes the transport. Never throws. */
  close(): Promise<void>;
}

/**
 * Maximum lifetime in seconds that is relied on; a longer registration is renewed after half of this, because timers of many
 * days would fire immediately.
 */
const secondsMax = 3600;

/** @throws CallError if the trunk refuses the registration */
export async function register(options: RegistrationOptions): Promise<Registration> {
  const { transport, credentials, address, registrar } = options;
  const callId = `${token()}@parley`;
  const from = `<${address}>;tag=${token()}`;
  const waiting = new Map<string, (response: SipResponse | undefined) => void>();
  let seconds = options.seconds ?? 300;
  let sequence = 0;
  let isValid = true;

  const stopListening = transport.listen(
    callId,
    (message) => {
      if (isRequest(message) || message.status < 200) return;
      waiting.get(header(message, 'cseq'))?.(message);
    },
    () => {
      isValid = false;
      for (const settle of waiting.values()) settle(undefined);
    },
  );

  async function ask(expires: number, proof: SipHeaders): Promise<SipResponse> {
    const number = `${++sequence} REGISTER`;
    const headers: SipHeaders = [
      ['Via', `${transport.via};branch=z9hG4bK${token()}`],
      ['Max-Forwards', '70'],
      ['From', from],
      ['To', `<${address}>`],
      ['Call-ID', callId],
      ['CSeq', number],
      ['Contact', transport.contact],
      ['Expires', `${expires}`],
      ['User-Agent', 'Parley'],
      ...proof,
    ];
    const answer = Promise.withResolvers<SipResponse | undefined>();
    waiting.set(number, answer.resolve);
    const request = { method: 'REGISTER', uri: registrar, headers, body: '' };
    const send = () => transport.send(request);
    const response = await untilAnswered(send, answer.promise, transport.isReliable);
    waiting.delete(number);
    if (!response) throw new CallError({ kind: isValid ? 'no-response' : 'unreachable' });
    return response;
  }

  /** Sends the registration. @returns its lifetime in seconds */
  async function tell(expires: number): Promise<number> {
    let asked = expires;
    let proof: SipHeaders = [];
    for (let attempts = 0; ; attempts++) {
      const response = await ask(asked, proof);
      const { status, reason } = response;
      if (status < 300) return secondsOf(response, transport.contact) ?? asked;
      const isTooBrief = status === 423;
      if (isTooBrief) asked = Math.max(asked, Number(header(response, 'min-expires')) || 0);
      const answered =
        isTooBrief || proof.length > 0
          ? undefined
          : proofFor(response, credentials, { method: 'REGISTER', uri: registrar });
      if (answered) proof = [answered];
      if (attempts >= 3 || !(answered || isTooBrief))
        throw new CallError({ kind: 'not-registered', status, reason });
    }
  }

  let timer: NodeJS.Timeout | undefined;
  function plan(): void {
    timer = setTimeout(
      () => {
        tell(seconds).then(
          (granted) => {
            seconds = granted;
            if (isValid) plan();
          },
          () => {
            isValid = false;
          },
        );
      },
      (Math.min(seconds, secondsMax) * 1000) / 2,
    );
    timer.unref();
  }

  try {
    seconds = await tell(seconds);
    plan();
  } catch (error) {
    stopListening();
    throw error;
  }
  return {
    isValid: () => isValid && transport.isOpen(),
    async close() {
      clearTimeout(timer);
      if (isValid && transport.isOpen()) await tell(0).catch(() => {});
      isValid = false;
      stopListening();
      transport.close();
    },
  };
}

/** Finds our contact's lifetime in seconds in the trunk's answer, which also lists the contacts of other devices. */
function secondsOf(response: SipResponse, contact: string): number | undefined {
  const own = contact.slice(1, -1);
  const contacts = response.headers.filter(([name]) => name.toLowerCase() === 'contact');
  const [, said] = contacts.find(([, value]) => value.includes(own)) ?? [];
  const seconds = Number(/;\s*expires=(\d+)/i.exec(said ?? '')?.[1] ?? header(response, 'expires'));
  return seconds > 0 ? seconds : undefined;
}
