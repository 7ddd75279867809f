/** A failed start whose cause the operator can fix; the message says how. */
export class StartError extends Error {
  override name = 'StartError';
}
