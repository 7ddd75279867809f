/** @parley/sip: telephone calls over SIP and RTP, both sides. Independent of tests and bots. */
export { type AnsweringSide, answerCalls, type Invitation } from './answer-calls.ts';
export type { Call } from './call.ts';
export { CallError, type CallProblem } from './call-error.ts';
export { canonicalAddress } from './canonical-address.ts';
export type { EndedBy } from './dialog.ts';
export { type Codec, decode, encode, sampleRate } from './g711.ts';
export type { Certificate } from './listen-for-messages.ts';
export type { MediaStats, MediaStream, StreamListener } from './media-stream.ts';
export { type CallOptions, type PlacedCall, placeCall } from './place-call.ts';
export { type Registration, register } from './register.ts';
export { clamp, toTelephone } from './resample.ts';
export type { MediaTarget } from './sdp.ts';
export type { FrameToSend, SendingConditions } from './sending-conditions.ts';
export type { Credentials } from './sip-digest.ts';
export { parseUri, type SipUri } from './sip-message.ts';
export { openTransport, type Peer, type SipTransport } from './sip-transport.ts';
export { createToneDetector, shareOf, silenceAfterKeyMs, sine, soundOf } from './tones.ts';
export { parseWav, printWav, type Wav } from './wav.ts';
