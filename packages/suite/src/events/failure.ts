/**
 * Cause of a failure. `wrong`: the bot gave an unexpected reply. `silent`: the reply was missing or late. `network`: the bot
 * was unreachable or broke the protocol. `configuration`: the suite or its settings are at fault. `internal`: Parley is at
 * fault. `unsure`: the cause could not be determined; a person has to check.
 */
export type FailureClass = 'wrong' | 'silent' | 'network' | 'configuration' | 'internal' | 'unsure';

export interface Failure {
  class: FailureClass;
  /** Stable, for example "reply-timeout" or "connection-refused". */
  code: string;
  message: string;
  /** Advice for fixing it. */
  hint?: string;
  /** An observation that could explain the failure. */
  remark?: Remark;
}

/** An observation about the bot or the connection. It is a guess and never improves a verdict. */
export interface Remark {
  /** Stable, for example "voicemail". */
  code: string;
  message: string;
  /** Advice for fixing it. */
  hint?: string;
}
