/** A call over SIP and RTP on UDP, by our own code: for loopback, and trunks that want no encryption. */
import { CallError, type Credentials, placeCall } from '@parley/sip';
import { createEgress, type Egress } from '../../../egress/egress.ts';
import { ConversationError } from '../../../failure.ts';
import { explainProblem } from '../explain-call.ts';
import type { CallRequest, MediaLeg } from '../media-leg.ts';
import type { Trunk } from '../phone-settings.ts';

export interface SipTrunk {
  host: string;
  port: number;
  credentials?: Credentials | undefined;
}

/** Of an operator, who may have it in a private network. */
export function createSipTrunk({ host, port, credentials }: SipTrunk): Trunk {
  const name = `${host}:${port}`;
  const egress = createEgress({ allow: [name] });
  return {
    name,
    missing: async () => [],
    place: (request) => placeSipCall(request, { host, port, credentials, egress }),
  };
}

interface Way extends SipTrunk {
  egress: Egress;
}

/** Straight to the address that is called, or by a trunk that nobody but the suite knows. */
export function placeDirectCall(request: CallRequest, trunk?: SipTrunk): Promise<MediaLeg> {
  const { to, egress } = request;
  if (trunk) return placeSipCall(request, { ...trunk, egress });
  if (to.kind === 'number') throw noTrunk();
  return placeSipCall(request, { host: to.host, port: to.port, egress });
}

async function placeSipCall(request: CallRequest, way: Way): Promise<MediaLeg> {
  const { to, from, ringMs, signal, onMessage } = request;
  const { host, port, credentials, egress } = way;
  const address = await egress.checkPeer(host, port);
  try {
    const call = await placeCall({
      to: to.kind === 'sip' ? to.uri : `sip:${to.number}@${host}:${port}`,
      from: addressOf(from ?? credentials?.username ?? 'parley', host),
      peer: { address, port },
      credentials,
      ringMs,
      signal,
      onMessage,
      async checkMedia(target) {
        // Audio of the same machine may come from any port; any other machine is checked.
        const isOther = target.address !== address;
        if (target.port < 1024) throw new CallError({ kind: 'no-codec' });
        if (isOther) await egress.checkPeer(target.address, target.port);
      },
    });
    return {
      setupMs: Math.round(call.setupMs),
      ringingMs: call.ringingMs === undefined ? undefined : Math.round(call.ringingMs),
      codec: call.codec,
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
    if (error instanceof CallError) throw new ConversationError(explainProblem(error.problem));
    throw error;
  }
}

function addressOf(from: string, host: string): string {
  return /^sips?:/i.test(from) ? from : `sip:${from.replaceAll(/\s/g, '')}@${host}`;
}

export const noTrunk = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-trunk',
    message: 'There is no trunk that numbers could be called by.',
    hint: 'The operator of this installation names one in PARLEY_SIP_TRUNKS. Without one only SIP addresses can be called.',
  });
