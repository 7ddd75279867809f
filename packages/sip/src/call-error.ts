/** Reason why a call failed. */
export type CallProblem =
  /** The far side answered with a failure status. */
  | { kind: 'refused'; status: number; reason: string }
  /** Nothing answers at the address, or the machine says that nothing listens there. */
  | { kind: 'no-response' }
  | { kind: 'unreachable' }
  /** The answering side has no certificate of the expected name. */
  | { kind: 'untrusted'; reason: string }
  /** The trunk does not take our registration. */
  | { kind: 'not-registered'; status: number; reason: string }
  /** It rang until the time limit. */
  | { kind: 'no-answer' }
  /** The far side does not support G.711, or only one of the two sides encrypts. */
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
