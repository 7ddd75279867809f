/** The first Ctrl-C ends the conversations and reports; the second ends the program as usual. */
export function cancelledByInterrupt(): AbortSignal {
  const cancel = new AbortController();
  process.once('SIGINT', () => cancel.abort());
  return cancel.signal;
}
