/** Channel for a phone line: dials, speaks, presses keys, waits for prompts, hangs up. It works with any kind of leg. */
import { ConversationError, type Exhibit } from '@parley/egress';
import type { Failure, Interjection, Json, PhoneChannelConfiguration } from '@parley/suite';
import { fillTemplate } from '@parley/suite';
import { withRemark } from '../../judge-step.ts';
import type { HeardSound } from '../../sound/judge-sounds.ts';
import { hear } from '../../speech/hear.ts';
import { measureNetwork } from '../../voice/measure-network.ts';
import { measureVoice, unknownVoice } from '../../voice/measure-voice.ts';
import type {
  Channel,
  ChannelAbilities,
  ChannelMessages,
  ConversationContext,
  OpenChannel,
} from '../channel.ts';
import { createObserver } from '../observer.ts';
import { addMessage } from './call-log.ts';
import { openConditions } from './conditions/open-conditions.ts';
import type { SpeechConditions } from './conditions/speech-conditions.ts';
import { countryOf, type Destination, destinationOf } from './destination.ts';
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
import { createLineClasses } from './line-classes.ts';
import type { CallRequest, MediaLeg } from './media-leg.ts';
import { noticeOf, speaksOfRecording } from './notice.ts';
import { type Interjecting, openPhoneLine, type PhoneLine, type Prompt } from './phone-line.ts';
import { findTrunk, type PhoneSettings } from './phone-settings.ts';
import { createTurnPackets } from './turn-packets.ts';

const abilities: ChannelAbilities = {
  inputs: ['text', 'dial', 'dtmf', 'silence', 'pause', 'open'],
  greets: true,
  speaksUnasked: true,
  // The line detects the end of a prompt, so no further pause is needed.
  quietMs: 0,
};

export const openPhoneChannel: OpenChannel<PhoneChannelConfiguration> = async (
  configuration,
  context,
) => {
  const { phone, party, stop, values } = context;
  if (!phone) throw noPhone();
  const to = destinationOf(fillTemplate(configuration.to, values), phone.allow);
  await refuseWithoutSpeech(phone);
  const conditions = await openConditions(configuration.speech, context.loadRecording);
  const leave = await phone.places?.enter(party, stop);
  try {
    const channel = await dial({ to, conditions }, configuration, { ...context, phone });
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

interface Dialing {
  to: Destination;
  conditions: SpeechConditions | undefined;
}

async function dial(
  { to, conditions }: Dialing,
  configuration: PhoneChannelConfiguration,
  context: ConversationContext & { phone: PhoneSettings },
): Promise<Channel> {
  const { phone } = context;
  const log: string[] = [];
  const callMsMax = Math.min(phone.callMsMax, context.limits.conversationMs);
  const ringMs = configuration.ringMs ?? 30_000;
  const early = createEarlyAudio((ringMs + callMsMax) / 1000);
  const giveUp = new AbortController();
  const forget = context.stop.whenStopped(() => giveUp.abort());
  try {
    const leg = await place(configuration, phone, {
      to,
      from: configuration.from,
      ringMs,
      callMsMax,
      conditions,
      egress: context.egress,
      signal: giveUp.signal,
      onMessage: (line) => addMessage(log, line),
      onEarlyAudio: early.hear,
    });
    const country = countryOf(to) ?? /-([A-Z]{2})$/.exec(context.locale)?.[1];
    return createChannel({ leg, early, log, country, conditions }, configuration, context);
  } catch (error) {
    if (!(error instanceof ConversationError)) throw error;
    const { failure } = error;
    if (giveUp.signal.aborted) throw error;
    const announced = await tellAnnouncement(early, log, configuration, context);
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
  /** ISO 3166 code of the line's country, if known. */
  country: string | undefined;
  conditions: SpeechConditions | undefined;
}

function createChannel(
  { leg, early, log, country, conditions }: Placed,
  configuration: PhoneChannelConfiguration,
  context: ConversationContext & { phone: PhoneSettings },
): Channel {
  const { phone, locale, party, clock, observe } = context;
  const observer = createObserver(context);
  const { quietMs = 1200, promptMs = 60_000, voice, vocabulary, network = {} } = configuration;
  const { speech, callMsMax } = phone;
  /** All information for the recognizer. It does not depend on what the test expects. */
  const listening = { codec: leg.codec, locale, party, vocabulary };
  const line = openPhoneLine(leg, callMsMax / 1000, early.recording());
  const startedAt = line.saidAt();
  line.recording.markAnswer(startedAt);
  const recordedFrom = early.startedAt() ?? startedAt;
  const classes = createLineClasses({
    ...{ leg, line, locale, country, recordedFrom },
    answeredAt: startedAt,
  });
  let shownUntil = recordedFrom;
  /** What the next measurement needs to know of the turn; see `TurnAudio`. */
  let turn: TurnSoFar = { awaitedAt: undefined, endedAt: undefined, promptsAt: [] };
  const packets = createTurnPackets(leg);
  let sound: HeardSound | undefined;
  /** Early audio that was not reported yet. It belongs to the first turn of the call, whatever its outcome. */
  let untold: EarlyPiece[] | undefined = early.pieces({ quietMs, promptMs, end: 'answer' });
  let isEndTold = false;
  let isOverdue = false;
  /**
   * Set if the last prompt may be that of a voicemail. `isAddressed` is true once the test has spoken or pressed keys since.
   */
  let recorder: { isAddressed: boolean } | undefined;
  const overdue = setTimeout(() => {
    isOverdue = true;
    void leg.hangUp();
  }, callMsMax);

  function throwIfOver(): void {
    if (isOverdue) throw tooLong(callMsMax);
    if (leg.endedBy()) throw new ConversationError(callEnded());
  }

  /** Reports that the call ended while the test waited for a reply. This counts as an answer, once. */
  async function observeEnd(): Promise<void> {
    isEndTold = true;
    const at = clock.now();
    const payload = payloadOf(leg, line);
    observer.said(await withEarly({ messages: [], payload, remark: hungUpInstead() }), at);
  }

  /** Reports speech before the answer if the line said nothing after it. */
  async function observeEarly(): Promise<void> {
    const remark = line.playsMusic() ? music() : saidNothing();
    const said = await withEarly({ messages: [], payload: payloadOf(leg, line), remark });
    observer.said(said, clock.at(startedAt));
  }

  async function withEarly({ payload, ...said }: ChannelMessages): Promise<ChannelMessages> {
    if (!untold) return { ...said, payload };
    const pieces = untold;
    untold = undefined;
    const { words, facts } = await writeDownEarly(pieces, { log, speech, ...listening });
    return {
      ...said,
      payload: {
        ...(payload as { [key: string]: Json }),
        early: leg.tellsEarlyAudio ? facts : null,
      },
      ...(words.length > 0 && { early: words }),
    };
  }

  async function observePrompt(prompt: Prompt): Promise<void> {
    const isCut = prompt.end === 'cut' || prompt.end === 'limit';
    const hasLost = leg.stats().packetsLost > 0;
    sound = { samples: prompt.around, isCut, hasLost, quietMs };
    const { usedVocabulary, ...heard } = await hear(speech, prompt.samples, listening);
    const { text, confidence = null, ...certainty } = heard;
    classes.heard(prompt, heard);
    const remark: Failure | undefined = noticeOf(prompt);
    recorder = !remark && speaksOfRecording(text) ? { isAddressed: false } : undefined;
    if (leg.endedBy() === 'remote' && prompt.end === 'hang-up') isEndTold = true;
    const said = await withEarly({
      messages: [{ text, buttons: [], attachments: [] }],
      payload: {
        transcript: text,
        confidence,
        ...(vocabulary && { vocabulary: usedVocabulary ? vocabulary : null }),
        ...measuresOf(prompt, line),
        ...payloadOf(leg, line),
      },
      ...(confidence !== null && { confidence }),
      ...certainty,
      ...(remark && { remark }),
    });
    observer.said(said, clock.at(prompt.beganAt));
  }

  /** Reports an utterance. The far side can answer once it has ended, or once the call was answered. */
  const observeSent = (what: Parameters<typeof observer.sent>[0]): void =>
    observer.sent(what, undefined, clock.at(line.saidAt()));

  return {
    abilities,

    async send(utterance) {
      if (utterance.kind === 'dial' || utterance.kind === 'open') {
        turn.awaitedAt = startedAt;
        observeSent(utterance.kind);
        return;
      }
      throwIfOver();
      if (recorder) recorder.isAddressed = true;
      classes.addressed();
      if (utterance.kind === 'dtmf') await line.press(utterance.digits);
      else await line.say(await speech.speak(utterance.text, { id: voice, locale }));
      observeSent(utterance.kind);
    },

    async play(samples) {
      throwIfOver();
      if (recorder) recorder.isAddressed = true;
      classes.addressed();
      await line.say(samples);
      observeSent('voice');
    },

    async attend(deadline, cuts) {
      const interjecting = turn.interjecting;
      turn.interjecting = undefined;
      const prompt = await line.hear({ until: deadline, cuts, quietMs, promptMs, interjecting });
      turn.endedAt = performance.now();
      if (prompt) {
        turn.promptsAt.push(prompt.beganAt);
        return observePrompt(prompt);
      }
      if (line.playsMusic() && !cuts)
        observe({ kind: 'remark', at: clock.now(), leg: 'received', data: music() });
      const isOpen = !isOverdue && !leg.endedBy() && !cuts;
      if (isOpen && line.hasHeard() && untold && untold.length > 0) return observeEarly();
      if (isOverdue) throw tooLong(callMsMax);
      if (leg.endedBy() === 'local') return;
      if (leg.endedBy()) {
        if (!isEndTold) return observeEnd();
        if (cuts) return;
        throw new ConversationError(callEnded());
      }
      const waitedMs = performance.now() - startedAt;
      if (!line.hasHeard() && waitedMs >= audioMs) throw oneWayAudio();
    },

    sound: () => sound,

    async interject({ kind, afterMs, text }) {
      const samples = await speech.speak(text, { id: voice, locale });
      const said: SaidWhileSpeaking = { kind, afterMs, text, from: undefined, to: undefined };
      turn.said = said;
      turn.interjecting = {
        samples,
        afterMs,
        isInterruption: kind === 'interrupt',
        onStart(at) {
          said.from = at;
        },
        onEnd(at) {
          said.to = at;
          if (kind !== 'interrupt') return;
          classes.addressed();
          observeSent('text');
        },
      };
    },

    async voice(asked = []) {
      const { awaitedAt, endedAt = performance.now(), promptsAt, said } = turn;
      turn = { awaitedAt: undefined, endedAt: undefined, promptsAt: [] };
      const { lost, ofNetwork } = packets.take(endedAt);
      const lostMs = lost * packetMs;
      const planned = said && {
        planned: { kind: said.kind, afterMs: said.afterMs, text: said.text },
      };
      const lineFacts = await classes.classify(shownUntil, asked);
      const sent = conditions?.takeFacts();
      const of = {
        ...(lineFacts && { line: lineFacts }),
        ...(sent && { sent }),
        ...(ofNetwork && { network: measureNetwork(ofNetwork, network) }),
        ...planned,
      };
      if (!leg.isTimed) return { ...unknownVoice(untimed), ...of };
      const from = Math.max(recordedFrom, shownUntil - beforeMs);
      const relative = (at: number) => at - from;
      const facts = await measureVoice({
        ...line.recording.legsBetween(from, endedAt),
        fromMs: relative(shownUntil),
        toMs: relative(endedAt),
        awaitedMs: awaitedAt && relative(awaitedAt),
        promptsMs: promptsAt.map(relative),
        lostMs,
        quietMs,
        ...(said?.from !== undefined && {
          interjection: {
            kind: said.kind,
            text: said.text,
            fromMs: relative(said.from),
            toMs: relative(said.to ?? endedAt),
          },
        }),
      });
      return { ...facts, ...of };
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

interface TurnSoFar {
  /** Time of the answer, if the turn waits for the greeting. */
  awaitedAt: number | undefined;
  endedAt: number | undefined;
  promptsAt: number[];
  /** What is to be said while they speak. */
  interjecting?: Interjecting | undefined;
  said?: SaidWhileSpeaking;
}

/** Times of `performance.now()`; undefined if they did not speak for long enough. */
interface SaidWhileSpeaking extends Interjection {
  from: number | undefined;
  to: number | undefined;
}

const untimed =
  'This line does not report when audio was sent and heard: not available with Twilio.';
const packetMs = 20;
/** Milliseconds of audio before a turn that show the noise of the line. */
const beforeMs = 5000;

const emptyWavBytes = 44;
/** Maximum time that recorders take before they beep, in milliseconds. */
const beepWaitMs = 3000;
/** A line that sends no packets for this many milliseconds after the answer sends no audio. */
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
    message: `Parley has nothing ${missing.purpose} with: ${missing.program} is not installed on the machine that places calls.`,
    hint: `Install it there: ${missing.install}. Or set up a speech service, see docs/phone.md.`,
  });
}

const noPhone = () =>
  new ConversationError({
    class: 'configuration',
    code: 'no-phone',
    message: 'Calls cannot be placed from here.',
    hint: 'Run the suite on a Parley server that has a phone line (parley run <suite id> --server <address>), see docs/phone.md.',
  });

const tooLong = (ms: number) =>
  new ConversationError({
    class: 'configuration',
    code: 'call-limit',
    message: `The call took longer than ${Math.round(ms / 60_000)} minutes and was ended.`,
    hint: 'Split the test, or raise PARLEY_CALL_MINUTES.',
  });
