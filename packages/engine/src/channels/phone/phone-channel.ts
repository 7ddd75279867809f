/** A telephone line: dials, says, presses keys, hears prompts, hangs up. Which leg carries it is not seen here. */

import { ConversationError, type Exhibit } from '@parley/egress';
import type { Failure, Json, PhoneChannelConfiguration, Silence } from '@parley/suite';
import { fillTemplate } from '@parley/suite';
import { withRemark } from '../../judge-step.ts';
import { limits } from '../../limits.ts';
import { sureTextOf } from '../../speech/sure-text.ts';
import type { Channel, ChannelAbilities, Heard, OpenChannel, Surroundings } from '../channel.ts';
import { addMessage } from './call-log.ts';
import { type Destination, destinationOf } from './destination.ts';
import { createEarlyAudio, type EarlyAudio, type EarlyPiece } from './early-audio.ts';
import { tellAnnouncement, writeDownEarly } from './early-words.ts';
import {
  beeped,
  callEnded,
  hungUpInstead,
  music,
  oneWayAudio,
  onlyListens,
  saidNothing,
} from './explain-call.ts';
import { placeDirectCall } from './legs/sip-leg.ts';
import type { CallRequest, MediaLeg } from './media-leg.ts';
import { noticeOf, speaksOfRecording } from './notice.ts';
import { openPhoneLine, type PhoneLine, type Prompt } from './phone-line.ts';
import { findTrunk, type PhoneSettings } from './phone-settings.ts';

const abilities: ChannelAbilities = {
  inputs: ['text', 'dial', 'dtmf', 'silence', 'pause', 'open'],
  greets: true,
  speaksUnasked: true,
  // The end of a prompt is heard, not guessed by what comes after it.
  quietMs: 0,
};

export const openPhoneChannel: OpenChannel<PhoneChannelConfiguration> = async (
  configuration,
  surroundings,
) => {
  const { phone, party, stop, values } = surroundings;
  if (!phone) throw noPhone();
  const to = destinationOf(fillTemplate(configuration.to, values), phone.allow);
  await refuseWithoutSpeech(phone);
  const leave = await phone.places?.enter(party, stop);
  try {
    const channel = await dial(to, configuration, { ...surroundings, phone });
    return {
      ...channel,
      close() {
        channel.close();
        leave?.();
      },
    };
  } catch (error) {
    leave?.();
    throw error;
  }
};

async function dial(
  to: Destination,
  configuration: PhoneChannelConfiguration,
  surroundings: Surroundings & { phone: PhoneSettings },
): Promise<Channel> {
  const { phone } = surroundings;
  const log: string[] = [];
  const callMsMax = Math.min(phone.callMsMax, limits.conversationMs);
  const ringMs = configuration.ringMs ?? 30_000;
  const early = createEarlyAudio((ringMs + callMsMax) / 1000);
  const giveUp = new AbortController();
  const forget = surroundings.stop.whenStopped(() => giveUp.abort());
  try {
    const leg = await place(configuration, phone, {
      to,
      from: configuration.from,
      ringMs,
      callMsMax,
      egress: surroundings.egress,
      signal: giveUp.signal,
      onMessage: (line) => addMessage(log, line),
      onEarlyAudio: early.hear,
    });
    return createChannel({ leg, early, log }, configuration, surroundings);
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    const { failure } = error;
    if (giveUp.signal.aborted) throw error;
    const announced = await tellAnnouncement(early, log, configuration, surroundings);
    const exhibits = [...announced.exhibits, ...logExhibit(log)];
    const cause = { cause: error, exhibits };
    throw new ConversationError(withRemark(failure, announced.remark), cause);
  } finally {
    forget();
  }
}

function place(
  { trunk: name }: PhoneChannelConfiguration,
  { trunks }: PhoneSettings,
  request: CallRequest,
): Promise<MediaLeg> {
  const known = name ? findTrunk(trunks, name) : undefined;
  if (known) return known.place(request);
  if (name) {
    const [host = name, port = '5060'] = name.split(':');
    return placeDirectCall(request, { host, port: Number(port) });
  }
  const [first] = trunks;
  return first && request.to.kind === 'number' ? first.place(request) : placeDirectCall(request);
}

interface Placed {
  leg: MediaLeg;
  early: EarlyAudio;
  log: string[];
}

function createChannel(
  { leg, early, log }: Placed,
  configuration: PhoneChannelConfiguration,
  surroundings: Surroundings & { phone: PhoneSettings },
): Channel {
  const { phone, locale, party } = surroundings;
  const { quietMs = 1200, promptMs = 60_000, voice } = configuration;
  const { speech, callMsMax } = phone;
  const line = openPhoneLine(leg, callMsMax / 1000, early.recording());
  const startedAt = line.saidAt();
  line.recording.markAnswer(startedAt);
  const recordedFrom = early.startedAt() ?? startedAt;
  let shownUntil = recordedFrom;
  /** Belongs to the first turn of the call, whatever that comes to. */
  let untold: EarlyPiece[] | undefined = early.pieces({ quietMs, promptMs, end: 'answer' });
  let isEndTold = false;
  let isOverdue = false;
  /** The last prompt could be that of a recorder; then, whether anything was said or pressed since. */
  let recorder: { isAddressed: boolean } | undefined;
  /** What came in place of a prompt. */
  let silence: Silence | undefined;
  const overdue = setTimeout(() => {
    isOverdue = true;
    void leg.hangUp();
  }, callMsMax);

  function throwIfOver(): void {
    if (isOverdue) throw tooLong(callMsMax);
    if (leg.endedBy()) throw new ConversationError(callEnded());
  }

  /** The call ended while its next word was awaited: that is an answer, once. */
  async function heardEnd(): Promise<Heard> {
    isEndTold = true;
    return withEarly({
      messages: [],
      payload: payloadOf(leg, line),
      at: performance.now(),
      remark: hungUpInstead(),
    });
  }

  /** Nothing was said after the answer, but something before it. */
  function heardEarly(): Promise<Heard> {
    const remark = line.playsMusic() ? music() : saidNothing();
    return withEarly({ messages: [], payload: payloadOf(leg, line), at: startedAt, remark });
  }

  async function withEarly({ payload, ...heard }: Heard): Promise<Heard> {
    if (!untold) return { ...heard, payload };
    const pieces = untold;
    untold = undefined;
    const { words, facts } = await writeDownEarly(pieces, { log, locale, party, speech });
    return {
      ...heard,
      payload: {
        ...(payload as { [key: string]: Json }),
        early: leg.tellsEarlyAudio ? facts : null,
      },
      ...(words.length > 0 && { early: words }),
    };
  }

  async function understand(prompt: Prompt): Promise<Heard> {
    const transcript = await speech.transcribe(prompt.samples, { locale, party });
    const { text, confidence } = transcript;
    const remark: Failure | undefined = noticeOf(prompt);
    recorder = !remark && speaksOfRecording(text) ? { isAddressed: false } : undefined;
    if (leg.endedBy() === 'remote' && prompt.end === 'hang-up') isEndTold = true;
    return withEarly({
      messages: [{ text, buttons: [], attachments: [] }],
      payload: {
        transcript: text,
        confidence,
        ...measuresOf(prompt, line),
        ...payloadOf(leg, line),
      },
      at: prompt.beganAt,
      confidence,
      ...(confidence < speech.confidenceMin && {
        isUnsure: true,
        sureText: sureTextOf(transcript, speech.confidenceMin),
      }),
      ...(remark && { remark }),
    });
  }

  return {
    abilities,
    sentAt: line.saidAt,

    async send(utterance) {
      if (utterance.kind === 'dial' || utterance.kind === 'open') return;
      throwIfOver();
      if (recorder) recorder.isAddressed = true;
      if (utterance.kind === 'dtmf') return line.press(utterance.digits);
      await line.say(await speech.speak(utterance.text, { id: voice, locale }));
    },

    async play(samples) {
      throwIfOver();
      if (recorder) recorder.isAddressed = true;
      await line.say(samples);
    },

    async next(deadline, cuts = false) {
      silence = undefined;
      const prompt = await line.hear({ until: deadline, cuts, quietMs, promptMs });
      if (prompt) return understand(prompt);
      if (line.playsMusic() && !cuts) silence = { events: [], remark: music() };
      const isOpen = !isOverdue && !leg.endedBy() && !cuts;
      if (isOpen && line.hasHeard() && untold && untold.length > 0) return heardEarly();
      if (isOverdue) throw tooLong(callMsMax);
      if (leg.endedBy() === 'local') return undefined;
      if (leg.endedBy()) {
        if (!isEndTold) return heardEnd();
        if (cuts) return undefined;
        throw new ConversationError(callEnded());
      }
      const waitedMs = performance.now() - startedAt;
      if (!line.hasHeard() && waitedMs >= audioMs) throw oneWayAudio();
      return undefined;
    },

    takeEvents() {
      const taken = silence;
      silence = undefined;
      return taken;
    },

    async remark() {
      if (line.playsMusic()) return music();
      if (!recorder || leg.endedBy()) return undefined;
      if (recorder.isAddressed) return onlyListens();
      return (await line.hearsBeep(performance.now() + beepWaitMs)) ? beeped() : undefined;
    },

    async witness() {
      const bytes = line.recording.wavSince(shownUntil);
      shownUntil = performance.now();
      return bytes.length > emptyWavBytes ? [{ kind: 'audio', bytes }] : [];
    },

    async record() {
      const bytes = line.recording.wavSince(recordedFrom);
      return [{ kind: 'audio', bytes }, ...logExhibit([...log, statsLine(leg)])];
    },

    close() {
      clearTimeout(overdue);
      void leg.hangUp();
    },
  };
}

const emptyWavBytes = 44;
/** Recorders take a moment before they beep. */
const beepWaitMs = 3000;
/** A line that sends no packet at all for this long will not do so any more. */
const audioMs = 1500;

function measuresOf(prompt: Prompt, line: PhoneLine): { [key: string]: Json } {
  return {
    latencyMs: Math.max(0, Math.round(prompt.beganAt - line.saidAt())),
    speechMs: prompt.speechMs,
    longestPauseMs: prompt.longestPauseMs,
    silenceMs: prompt.silenceMs,
    promptEnd: prompt.end,
    keys: prompt.keys,
  };
}

function payloadOf(leg: MediaLeg, line: PhoneLine): { [key: string]: Json } {
  const { packetsReceived, packetsLost, jitterMs, largestGapMs } = leg.stats();
  return {
    connection: {
      endedBy: line.endedBy() ?? null,
      setupMs: leg.setupMs,
      ringingMs: leg.ringingMs ?? null,
      codec: leg.codec,
    },
    packets: {
      received: packetsReceived,
      lost: packetsLost,
      jitterMs: Number(jitterMs.toFixed(1)),
      largestGapMs: Math.round(largestGapMs),
    },
  };
}

function statsLine(leg: MediaLeg): string {
  const { packetsReceived, packetsLost, jitterMs, largestGapMs } = leg.stats();
  return `${leg.codec}: ${packetsReceived} packets heard, ${packetsLost} lost, jitter ${jitterMs.toFixed(1)} ms, largest gap ${Math.round(largestGapMs)} ms`;
}

function logExhibit(lines: readonly string[]): Exhibit[] {
  if (lines.length === 0) return [];
  return [{ kind: 'log', bytes: Buffer.from(`${lines.join('\n')}\n`) }];
}

async function refuseWithoutSpeech({ speech }: PhoneSettings): Promise<void> {
  const [missing] = await speech.missing();
  if (!missing) return;
  throw new ConversationError({
    class: 'configuration',
    code: 'speech-missing',
    message: `Parley has nothing ${missing.purpose} with: ${missing.program} is not installed on the machine that places the calls.`,
    hint: `Install it there: ${missing.install}. Or set up a speech service, see docs/phone.md.`,
  });
}

const noPhone = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-phone',
    message: 'No calls can be placed from here.',
    hint: 'Run the suite on a Parley server that has a phone line (parley run <suite id> --server <address>), see docs/phone.md.',
  });

const tooLong = (ms: number) =>
  new ConversationError({
    class: 'configuration',
    code: 'call-limit',
    message: `The call took longer than ${Math.round(ms / 60_000)} minutes and was ended.`,
    hint: 'Split the test, or raise PARLEY_CALL_MINUTES.',
  });
