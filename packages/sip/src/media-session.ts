/** Negotiates the audio of both sides when a call is answered and whenever one side renegotiates. */
import { isIP } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { CallError } from './call-error.ts';
import type { MediaStream } from './media-stream.ts';
import { type MediaTarget, parseSdp, printSdp } from './sdp.ts';
import type { SrtpKey } from './srtp.ts';

export interface MediaSession {
  /** @returns the session description that this side sent last */
  description(): string;
  /**
   * Applies the far side's description and sends audio to its address from then on. Throws if the description is unusable or
   * the address is not allowed.
   */
  take(description: string): Promise<MediaTarget>;
  /** Applies an offer from the far side like `take`. Resolves to its target and to the description to answer with. */
  answer(offer: string): Promise<{ target: MediaTarget; description: string }>;
}

export interface MediaSessionOptions {
  media: MediaStream;
  /** Address at which this side receives, and the key for its audio. */
  address: string;
  srtpKey: SrtpKey | undefined;
  /** The offer that this side sent; absent on the called side. */
  description?: string;
  /** Resolves the address to which audio is sent; throws if it is not allowed. */
  checkMedia?: ((target: MediaTarget) => Promise<string>) | undefined;
}

/** Addresses that mean "on hold" in older implementations. */
const nowhere = ['0.0.0.0', '::'];

export function createMediaSession(options: MediaSessionOptions): MediaSession {
  const { media, address, srtpKey, checkMedia } = options;
  let { description = '' } = options;
  let version = description === '' ? 0 : 1;
  let taken: MediaTarget | undefined;

  const describe = ({ codec, keysPayloadType }: MediaTarget) =>
    printSdp({ address, port: media.port, version }, [codec], keysPayloadType, srtpKey);

  async function take(text: string): Promise<MediaTarget> {
    const target = parseSdp(text);
    if (!target || (target.srtpKey === undefined) !== (srtpKey === undefined))
      throw new CallError({ kind: 'no-codec' });
    // Most renegotiations only check that the other side is still there, and its actual source address is already known.
    if (taken && (nowhere.includes(target.address) || isDeepStrictEqual(target, taken)))
      return target;
    const to = (await checkMedia?.(target)) ?? target.address;
    if (isIP(to) === 0) throw new CallError({ kind: 'no-codec' });
    taken = target;
    media.connect({ ...target, address: to });
    return target;
  }

  return {
    description: () => description,
    take,
    async answer(offer) {
      const target = await take(offer);
      if (describe(target) !== description) {
        version += 1;
        description = describe(target);
      }
      return { target, description };
    },
  };
}
