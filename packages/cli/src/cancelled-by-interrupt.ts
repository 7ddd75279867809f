/**
 * Ends the conversations and still reports on the first Ctrl-C, or on the signal that a CI server or a closing terminal sends.
 * A second one ends the program as usual.
 */
export function cancelledByInterrupt(): AbortSignal {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => cancel.abort());
  return cancel.signal;
}
