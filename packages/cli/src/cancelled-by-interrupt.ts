/**
 * The first Ctrl-C, or what a CI server or a terminal that is closed says instead, ends the conversations
 * and reports; the same again ends the program as usual.
 */
export function cancelledByInterrupt(): AbortSignal {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => cancel.abort());
  return cancel.signal;
}
