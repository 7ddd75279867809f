/** A message of Twilio's Media Streams, as far as it is used here. All of its numbers are strings. */
export interface StreamMessage {
  event: string;
  streamSid?: string;
  start?: { customParameters?: Record<string, string> };
  media?: { track?: string; chunk?: string; timestamp?: string; payload?: string };
  mark?: { name?: string };
  dtmf?: { digit?: string };
}

/** Undefined for invalid messages. */
export function readMessage(frame: Buffer): StreamMessage | undefined {
  try {
    const message = JSON.parse(frame.toString('utf8'));
    return typeof message?.event === 'string' ? message : undefined;
  } catch {
    return undefined;
  }
}
