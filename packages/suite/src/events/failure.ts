/**
 * Whose fault a result is.
 * `wrong`: the bot answered something else. `silent`: no or a late answer. `network`: it could not
 * be reached or broke the protocol. `configuration`: the suite or its settings. `internal`: Parley.
 * `unsure`: perhaps nobody's; a person has to listen.
 */
export type FailureClass = 'wrong' | 'silent' | 'network' | 'configuration' | 'internal' | 'unsure';

export interface Failure {
  class: FailureClass;
  /** Stable, for example "reply-timeout" or "connection-refused". */
  code: string;
  message: string;
  /** What to do about it. */
  hint?: string;
  /** What was noticed besides, which may be why. */
  remark?: Remark;
}

/** Something that was noticed about the bot or the way to it: a guess, which never stands for a verdict. */
export interface Remark {
  /** Stable, for example "voicemail". */
  code: string;
  message: string;
  /** What to do about it. */
  hint?: string;
}
