/**
 * Cause of a result. `wrong`: the bot gave an unexpected reply. `silent`: the reply was missing or late. `network`: the bot
 * could not be reached or broke the protocol. `configuration`: the suite or its settings. `internal`: Parley. `unsure`: perhaps
 * none of these; a person has to listen.
 */
export type FailureClass = 'wrong' | 'silent' | 'network' | 'configuration' | 'internal' | 'unsure';

export interface Failure {
  class: FailureClass;
  /** Stable, for example "reply-timeout" or "connection-refused". */
  code: string;
  message: string;
  /** What to do about it. */
  hint?: string;
  /** Another observation that may explain it. */
  remark?: Remark;
}

/** An observation about the bot or the connection: a guess, which never makes a verdict better. */
export interface Remark {
  /** Stable, for example "voicemail". */
  code: string;
  message: string;
  /** What to do about it. */
  hint?: string;
}
