import { receiveSpans, type SpanReceiver } from '@parley/engine';
import { UsageError } from './exit-codes.ts';

/** @throws UsageError if the port is not available */
export async function listenForSpans(
  otlp: Parameters<typeof receiveSpans>[0],
): Promise<SpanReceiver> {
  try {
    return await receiveSpans(otlp);
  } catch (error) {
    const { code = (error as Error).message } = error as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'another program uses it' : code;
    throw new UsageError(`Spans can't be received at port ${otlp.port}: ${why}.`);
  }
}
