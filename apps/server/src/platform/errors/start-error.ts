/** A start that failed for a reason that the operator can mend; the message says how. */
export class StartError extends Error {
  override name = 'StartError';
}
