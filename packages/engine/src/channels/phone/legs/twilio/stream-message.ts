/** The parts of Twilio's Media Streams messages that Parley uses. All numbers are strings. */
export interface StreamMessage {
  event: string;
  streamSid?: string;
  start?: { customParameters?: Record<string, string> };
  media?: { track?: string; chunk?: string; timestamp?: string; payload?: string };
  mark?: { name?: string };
  dtmf?: { digit?: string };
}

/** Parses a message; undefined if it is invalid. */
export function readMessage(frame: Buffer): StreamMessage | undefined {
  try {
    const message = JSON.parse(frame.toString('utf8'));
    return typeof message?.event === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
