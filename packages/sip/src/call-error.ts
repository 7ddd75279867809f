/** Reason why a call failed. */
export type CallProblem =
  /** The far side answered with a failure status. */
  | { kind: 'refused'; status: number; reason: string }
  /** Nothing answered at the address. */
  | { kind: 'no-response' }
  | { kind: 'unreachable' }
  /** The server's certificate is invalid or does not match the expected name. */
  | { kind: 'untrusted'; reason: string }
  /** The trunk refused our registration. */
  | { kind: 'not-registered'; status: number; reason: string }
  /** The call rang until the time limit. */
  | { kind: 'no-answer' }
  /** The two sides share no codec, or only one of them encrypts. */
  | { kind: 'no-codec' }
  | { kind: 'cancelled' };

export class CallError extends Error {
  override name = 'CallError';
  readonly problem: CallProblem;

  constructor(problem: CallProblem) {
    super(`There is no call: ${problem.kind}`);
    this.problem = problem;
  }
}
