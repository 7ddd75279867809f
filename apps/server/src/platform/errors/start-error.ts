/** An error whose cause the operator can fix. The message says how, and is shown without a stack trace. */
export class StartError extends Error {
  override name = 'StartError';
}
