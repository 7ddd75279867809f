/** Calls over SIP and RTP with our own implementation: over UDP, or encrypted with TLS and SRTP. */
import { isIP } from 'node:net';
import { ConversationError, createOperatorEgress, type Egress } from '@parley/egress';
import { CallError, canonicalAddress, placeCall } from '@parley/sip';
import { explainProblem } from '../explain-call.ts';
import type { CallRequest, MediaLeg } from '../media-leg.ts';
import type { Trunk } from '../phone-settings.ts';
import type { SipTrunk } from './sip-trunk.ts';
import { createTrunkLine, type TrunkLine } from './trunk-line.ts';

/** Creates an operator's trunk, which can be in a private network. */
export function createSipTrunk(trunk: SipTrunk): Trunk & { close(): Promise<void> } {
  const name = `${trunk.host}:${trunk.port}`;
  const egress = createOperatorEgress({ hostname: trunk.host, port: trunk.port });
  const { wantsRegistration, credentials } = trunk;
  const line =
    wantsRegistration && credentials
      ? createTrunkLine({ ...trunk, credentials }, () => egress.checkPeer(trunk.host, trunk.port))
      : undefined;
  return {
    name,
    missing: async () => [],
    place: (request) => placeSipCall(request, { ...trunk, egress, line }),
    close: async () => line?.close(),
  };
}

interface Way extends SipTrunk {
  egress: Egress;
  line?: TrunkLine | undefined;
}

/** Calls an address directly, or by a trunk that only the suite names. */
export function placeDirectCall(request: CallRequest, trunk?: SipTrunk): Promise<MediaLeg> {
  const { to, egress } = request;
  if (trunk) return placeSipCall(request, { ...trunk, egress });
  if (to.kind === 'number') throw noTrunk();
  const { host, port, isSecure } = to;
  return placeSipCall(request, { host, port, isSecure, isEncrypted: isSecure, egress });
}

async function placeSipCall(request: CallRequest, way: Way): Promise<MediaLeg> {
  const { to, from, ringMs, conditions, signal, onMessage, onEarlyAudio } = request;
  const { host, port, credentials, isSecure, isEncrypted, egress, line } = way;
  const address = await egress.checkPeer(host, port);
  const called = to.kind === 'sip' ? to.uri : `sip:${to.number}@${host}:${port}`;
  let leave = () => {};
  try {
    const seat = await line?.take(signal);
    leave = () => seat?.leave();
    const call = await placeCall({
      to: isSecure ? `${called.replace(/^sips:/i, 'sip:')};transport=tls` : called,
      from: addressOf(from ?? credentials?.username ?? 'parley', host),
      peer: { address, port, ...(isSecure && { tlsName: host }) },
      transport: seat?.transport,
      isEncrypted: isEncrypted ?? false,
      credentials,
      ringMs,
      conditions,
      signal,
      onMessage,
      onEarlyAudio,
      async checkMedia(target) {
        if (target.port < 1024) throw new CallError({ kind: 'no-codec' });
        // Audio from the trunk's own address can use any port; other addresses are checked.
        return isSameAddress(target.address, address)
          ? address
          : egress.checkPeer(target.address, target.port);
      },
    });
    call.onEnd(leave);
    return {
      setupMs: Math.round(call.setupMs),
      ringingMs: call.ringingMs === undefined ? undefined : Math.round(call.ringingMs),
      codec: call.codec,
      tellsEarlyAudio: true,
      isTimed: true,
      listen(listener) {
        call.media.listen(listener);
        call.onEnd(listener.onEnd);
      },
      play: call.media.play,
      press: call.media.press,
      stats: call.media.stats,
      endedBy: call.endedBy,
      hangUp: call.hangUp,
    };
  } catch (error) {
    leave();
    if (error instanceof CallError) throw new ConversationError(explainProblem(error.problem));
    throw error;
  }
}

/** Compares addresses in canonical form; host names only literally. */
const isSameAddress = (a: string, b: string): boolean =>
  a === b || (isIP(a) !== 0 && canonicalAddress(a) === canonicalAddress(b));

function addressOf(from: string, host: string): string {
  return /^sips?:/i.test(from) ? from : `sip:${from.replaceAll(/\s/g, '')}@${host}`;
}

const noTrunk = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-trunk',
    message: 'No trunk is set up to call phone numbers.',
    hint: 'The operator of this installation can add one to PARLEY_SIP_TRUNKS. Without a trunk, only SIP addresses can be called.',
  });
