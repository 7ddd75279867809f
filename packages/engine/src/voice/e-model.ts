/**
 * Estimates how good a narrowband call sounds, from delay and packet loss: the E-model of Recommendation ITU-T G.107 (06/2015)
 * with its default values for everything that a call does not tell, and its equipment factors of Recommendation ITU-T G.113,
 * Appendix I.
 */

export interface NetworkConditions {
  /** Delay from mouth to ear in one direction, in milliseconds. */
  delayMs: number;
  /** Share of packets that were not heard, from 0 to 1, of the codec G.711. */
  lostShare: number;
  /**
   * Mean length of the bursts of lost packets as a multiple of the length that independent losses would have; at least 1.
   */
  burstRatio: number;
  /** True if the phone replaces lost packets by similar audio (G.711, Appendix I), false if by silence. */
  hasConcealment: boolean;
}

/** Levels and noise of a default connection (G.107, Table 2), in dB, dBm0p and dB(A). */
const sendLoudness = 8;
const receiveLoudness = 2;
const sidetoneMasking = 15;
const listenerSidetone = 18;
const sendFactor = 3;
const talkerEchoLoudness = 65;
const weightedEchoPathLoss = 110;
const quantizationUnits = 1;
const circuitNoise = -70;
const noiseFloor = -64;
const roomNoise = 35;

/** G.711 (G.113, Appendix I): impairment of the codec, and its robustness against independent losses. */
const codecImpairment = 0;
const lossRobustness = { concealed: 25.1, silent: 4.3 };

/** @returns the transmission rating R. A default connection without delay and loss has 93.2. */
export function transmissionRating({
  delayMs,
  lostShare,
  burstRatio,
  hasConcealment,
}: NetworkConditions): number {
  const noise = circuitNoiseSum();
  const base = 15 - 1.5 * (sendLoudness + noise);
  return (
    base -
    simultaneousImpairment(base, noise, delayMs) -
    delayImpairment(base, noise, delayMs) -
    lossImpairment(100 * lostShare, burstRatio, hasConcealment)
  );
}

/** @returns the mean opinion score, from 1 to 4.5, of a rating (G.107, Annex B) */
export function opinionScore(rating: number): number {
  if (rating <= 0) return 1;
  if (rating >= 100) return 4.5;
  const score = 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6;
  // Below a rating of 6.5, the polynomial dips below the lowest score.
  return Math.max(1, score);
}

/** The sum No of all noise at the receiver (G.107, 7.2). */
function circuitNoiseSum(): number {
  const overall = sendLoudness + receiveLoudness;
  const ofSendingRoom =
    roomNoise -
    sendLoudness -
    sendFactor -
    100 +
    0.004 * (roomNoise - overall - sendFactor - 14) ** 2;
  const effectiveRoom = roomNoise + 10 * Math.log10(1 + 10 ** ((10 - listenerSidetone) / 10));
  const ofReceivingRoom = receiveLoudness - 121 + effectiveRoom + 0.008 * (effectiveRoom - 35) ** 2;
  const ofFloor = noiseFloor + receiveLoudness;
  const powers = [circuitNoise, ofSendingRoom, ofReceivingRoom, ofFloor];
  return 10 * Math.log10(powers.reduce((sum, level) => sum + 10 ** (level / 10), 0));
}

/** The factor Is: too loud a connection, sidetone and quantization (G.107, 7.3). */
function simultaneousImpairment(base: number, noise: number, delayMs: number): number {
  const loudness = sendLoudness + receiveLoudness + 0.2 * (64 + noise - receiveLoudness);
  const ofLoudness = 20 * ((1 + (loudness / 8) ** 8) ** (1 / 8) - loudness / 8);
  const sidetone =
    -10 *
    Math.log10(
      10 ** (-sidetoneMasking / 10) + Math.exp(-delayMs / 4) * 10 ** (-talkerEchoLoudness / 10),
    );
  const ofSidetone =
    12 * (1 + ((sidetone - 13) / 6) ** 8) ** (1 / 8) -
    28 * (1 + ((sidetone + 1) / 19.4) ** 35) ** (1 / 35) -
    13 * (1 + ((sidetone - 3) / 33) ** 13) ** (1 / 13) +
    29;
  const q = 37 - 15 * Math.log10(quantizationUnits);
  const g = 1.07 + 0.258 * q + 0.0602 * q ** 2;
  const y = (base - 100) / 15 + 46 / 8.4 - g / 9;
  const z = 46 / 30 - g / 40;
  const ofQuantization = 15 * Math.log10(1 + 10 ** y + 10 ** z);
  return ofLoudness + ofSidetone + ofQuantization;
}

/** The factor Id: echo of the talker, echo of the listener and absolute delay (G.107, 7.4). */
function delayImpairment(base: number, noise: number, delayMs: number): number {
  return talkerEcho(noise, delayMs) + listenerEcho(base, 2 * delayMs) + absoluteDelay(delayMs);
}

function talkerEcho(noise: number, delayMs: number): number {
  if (delayMs < 1) return 0;
  const loudness =
    talkerEchoLoudness -
    40 * Math.log10((1 + delayMs / 10) / (1 + delayMs / 150)) +
    6 * Math.exp(-0.3 * delayMs ** 2);
  const difference = -1.5 * (noise - receiveLoudness) - (80 + 2.5 * (loudness - 14));
  return (difference / 2 + Math.sqrt(difference ** 2 / 4 + 100) - 1) * (1 - Math.exp(-delayMs));
}

function listenerEcho(base: number, roundTripMs: number): number {
  const difference = base - 10.5 * (weightedEchoPathLoss + 7) * (roundTripMs + 1) ** -0.25;
  return difference / 2 + Math.sqrt(difference ** 2 / 4 + 169);
}

/** Delay that nobody perceives, in milliseconds, with the default sensitivity. */
const imperceptibleMs = 100;

function absoluteDelay(delayMs: number): number {
  if (delayMs <= imperceptibleMs) return 0;
  const x = Math.log2(delayMs / imperceptibleMs);
  return 25 * ((1 + x ** 6) ** (1 / 6) - 3 * (1 + (x / 3) ** 6) ** (1 / 6) + 2);
}

/** The factor Ie,eff: losses (G.107, 7.5). */
function lossImpairment(lostPercent: number, burstRatio: number, hasConcealment: boolean): number {
  const robustness = hasConcealment ? lossRobustness.concealed : lossRobustness.silent;
  return (
    codecImpairment +
    (95 - codecImpairment) * (lostPercent / (lostPercent / burstRatio + robustness))
  );
}
