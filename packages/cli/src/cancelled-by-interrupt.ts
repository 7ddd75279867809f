/**
 * Returns a signal that is aborted by the first Ctrl-C, or by the signal that a CI server or a closing terminal sends, so that
 * conversations end and are still reported. A repeated signal ends the program as usual.
 */
export function cancelledByInterrupt(): AbortSignal {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => cancel.abort());
  return cancel.signal;
}
