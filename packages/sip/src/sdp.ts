/** Session descriptions (RFC 4566): both sides agree on address and codec before audio flows. */
import type { Codec } from './g711.ts';
import { parseSrtpKey, type SrtpKey, srtpSuite } from './srtp.ts';

export interface MediaTarget {
  /** Address as written, which can be a name; audio is only sent to a resolved address. */
  address: string;
  port: number;
  codec: Codec;
  /** Payload type of key events; undefined if the line does not support them. */
  keysPayloadType?: number;
  /** Key that the other side encrypts with; undefined if it does not encrypt. */
  srtpKey?: SrtpKey;
}

const payloadTypes: Record<Codec, number> = { PCMU: 0, PCMA: 8 };

export const payloadTypeOf = (codec: Codec): number => payloadTypes[codec];

export function printSdp(
  { address, port, version = 1 }: { address: string; port: number; version?: number },
  codecs: readonly Codec[],
  keysPayloadType: number | undefined,
  srtpKey?: SrtpKey | undefined,
): string {
  const family = address.includes(':') ? 'IP6' : 'IP4';
  const types = codecs.map(payloadTypeOf);
  const keys = keysPayloadType === undefined ? [] : [keysPayloadType];
  return [
    'v=0',
    `o=parley 1 ${version} IN ${family} ${address}`,
    's=-',
    `c=IN ${family} ${address}`,
    't=0 0',
    `m=audio ${port} ${srtpKey ? 'RTP/SAVP' : 'RTP/AVP'} ${[...types, ...keys].join(' ')}`,
    ...(srtpKey ? [`a=crypto:1 ${srtpSuite} inline:${srtpKey.toString('base64')}`] : []),
    ...codecs.map((codec) => `a=rtpmap:${payloadTypeOf(codec)} ${codec}/8000`),
    ...keys.flatMap((type) => [`a=rtpmap:${type} telephone-event/8000`, `a=fmtp:${type} 0-15`]),
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n');
}

/** Parses the audio that the other side offers or accepts; undefined if the description is unusable or has no common codec. */
export function parseSdp(sdp: string): MediaTarget | undefined {
  const lines = sdp.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith('m=audio '));
  const end = lines.findIndex((line, place) => place > start && line.startsWith('m='));
  const session = lines.slice(
    0,
    lines.findIndex((line) => line.startsWith('m=')),
  );
  const media = lines.slice(start, end === -1 ? undefined : end);
  const [, port, profile, types = ''] =
    /^m=audio (\d+)(?:\/\d+)? (\S+) (.+)$/.exec(media[0] ?? '') ?? [];
  const address = connectionIn(media) ?? connectionIn(session);
  if (start === -1 || !address || !isPort(Number(port))) return undefined;
  const srtpKey = profile === 'RTP/SAVP' ? srtpKeyIn(media) : undefined;
  if (profile !== 'RTP/AVP' && !srtpKey) return undefined;
  const offered = types.trim().split(/\s+/).map(Number);
  const type = offered.find((one) => one === 0 || one === 8);
  if (type === undefined) return undefined;
  const keys = /^a=rtpmap:(\d+) telephone-event\/8000/i;
  const keysType = media.map((line) => keys.exec(line)?.[1]).find(Boolean);
  return {
    address,
    port: Number(port),
    codec: type === 0 ? 'PCMU' : 'PCMA',
    ...(keysType && { keysPayloadType: Number(keysType) }),
    ...(srtpKey && { srtpKey }),
  };
}

const isPort = (port: number): boolean => port >= 1 && port <= 65_535;

function connectionIn(lines: string[]): string | undefined {
  const line = lines.find((one) => one.startsWith('c=IN '));
  return /^c=IN IP[46] ([^/\s]+)/.exec(line ?? '')?.[1];
}

function srtpKeyIn(media: string[]): SrtpKey | undefined {
  const crypto = /^a=crypto:\d+ (\S+) inline:(\S+)$/i;
  const found = media.map((line) => crypto.exec(line)).find((line) => line?.[1] === srtpSuite);
  return found?.[2] === undefined ? undefined : parseSrtpKey(found[2]);
}
