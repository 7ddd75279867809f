/** A conversation that a person leads instead of a test. */
import { randomUUID } from 'node:crypto';
import { type Egress, type Exhibit, failureOf } from '@parley/egress';
import {
  type ChannelConfiguration,
  type Failure,
  type Input,
  type Reply,
  replyIn,
  type SuiteConfiguration,
  type Turn,
  usesSecrets,
  valuesFor,
} from '@parley/suite';
import { type BrowserSettings, createRunBrowser } from './channels/browser/run-browser.ts';
import { openHttpConnections } from './channels/http/http-connections.ts';
import { createMask, hideSecrets, maskOfChannel } from './channels/mask.ts';
import type { PhoneSettings } from './channels/phone/phone-settings.ts';
import { type KeepEvidence, keepMasked } from './evidence.ts';
import type { HostPace } from './host-pace.ts';
import { limits } from './limits.ts';
import { maskTurn } from './mask-event.ts';
import { openConversation, sentFor } from './open-conversation.ts';
import { createRunStop } from './run-stop.ts';
import { hearUnasked, playAndHear, sayAndHear } from './say-and-hear.ts';
import type { LoadRecording } from './sound/judge-sounds.ts';
import { localeDefault, settingsOfSuite } from './step-settings.ts';
import { wordsOf } from './words-of.ts';

export interface ManualConversation {
  /** Kinds of utterances that are possible. */
  inputs: readonly Input['kind'][];
  /** True if the bot speaks first: `say({ kind: 'open' })` waits for its greeting. */
  greets: boolean;
  /** True if the bot may say something between two turns: `listen` returns it. */
  speaksUnasked: boolean;
  /** Sends a message and waits for the answer. The result has no reply if none arrived in time. */
  say(input: Input): Promise<TurnResult>;
  /** Plays recorded speech in telephone quality and waits for the answer. For phone lines only. */
  play(samples: Int16Array): Promise<TurnResult>;
  /** Replies since the last turn, without waiting. */
  listen(): Promise<TurnResult>;
  /** Returns a function that stores exhibits without the secrets of the environment. */
  masked(keep: KeepEvidence): KeepEvidence;
  close(): Promise<void>;
}

/** The result of a turn. After a failure, the conversation is over. */
interface TurnResult {
  /** Text that was sent, if it differs from the message: the value of a pressed button. */
  sent?: string;
  reply?: Reply;
  failure?: Failure;
  /** Recordings and screenshots since the last turn. */
  exhibits: Exhibit[];
}

export interface DialogueOptions {
  configuration: SuiteConfiguration & { channel: ChannelConfiguration };
  egress: Egress;
  /** Closes the conversation immediately when aborted. */
  signal: AbortSignal;
  /** The browser for a channel that needs one. */
  browser?: BrowserSettings;
  /** Settings for calls. */
  phone?: PhoneSettings | undefined;
  /** See `RunOptions`. */
  party?: string;
  pace?: HostPace | undefined;
  loadRecording?: LoadRecording | undefined;
}

/** Opens a conversation with a bot. Returns the failure if that is not possible. */
export async function openManualConversation({
  configuration,
  egress,
  signal,
  browser: browserSettings,
  phone,
  party = '',
  pace,
  loadRecording,
}: DialogueOptions): Promise<ManualConversation | Failure> {
  const settings = settingsOfSuite(configuration);
  const mask = maskOfChannel(configuration.channel, valuesFor(configuration));
  const stop = createRunStop(signal, limits.conversationMs);
  const http = openHttpConnections(egress);
  const browser = createRunBrowser(browserSettings, party);
  const openMs = Math.min(limits.openMs, settings.replyTimeoutMs);
  const opened = await openConversation(configuration.channel, {
    egress,
    http,
    browser,
    phone,
    party,
    pace,
    locale: configuration.locale ?? localeDefault,
    waitsForBusyBots: true,
    loadRecording,
    values: { ...valuesFor(configuration), conversationId: randomUUID() },
    deadline: performance.now() + openMs,
    stop,
  }).catch(failureOf);
  if ('class' in opened) {
    stop[Symbol.dispose]();
    await Promise.all([http.close(), browser.close()]);
    return mask.inData(opened);
  }
  const { channel } = opened;
  stop.whenStopped(() => channel.close());

  async function hear(hearing: Promise<Turn | undefined>): Promise<TurnResult> {
    const heard = await hearing.then(
      (turn) => {
        const reply = replyIn(turn);
        return reply ? { reply: maskTurn(mask, reply) } : {};
      },
      (error) => ({ failure: mask.inData(failureOf(error)) }),
    );
    return { ...heard, exhibits: (await channel.witness?.()) ?? [] };
  }

  return {
    inputs: channel.abilities.inputs,
    greets: channel.abilities.greets,
    speaksUnasked: channel.abilities.quietMs > 0 || channel.abilities.speaksUnasked === true,
    async say(input) {
      const words = wordsOf(input);
      const sent = sentFor(opened, words);
      const heard = await hear(sayAndHear(opened, input, settings));
      return sent === words ? heard : { ...heard, sent: mask.inText(sent) };
    },
    play: (samples) => hear(playAndHear(opened, samples, settings)),
    async listen() {
      const hearing = hearUnasked(opened);
      const isQuiet = (await hearing.catch(() => true)) === undefined;
      // Callers poll several times a second, so exhibits are collected only if the bot said something.
      return isQuiet ? { exhibits: [] } : hear(hearing);
    },
    masked: (keep) => maskedKeep(keep, configuration),
    async close() {
      channel.close();
      stop[Symbol.dispose]();
      await Promise.all([http.close(), browser.close()]);
    },
  };
}

function maskedKeep(keep: KeepEvidence, configuration: SuiteConfiguration): KeepEvidence {
  const mask = createMask();
  hideSecrets(mask, valuesFor(configuration));
  const areSent = usesSecrets({ interactions: [] }, configuration);
  return mask.isEmpty() ? keep : keepMasked(keep, mask, areSent);
}
