/**
 * Properties of a kind of evidence, for all code that stores, reports or shows it. A new kind is a
 * row in kinds.ts.
 */
export interface EvidenceKind {
  /** Title above its content, for example "Network traffic". */
  title: string;
  /** The name within a sentence, for example "traffic". */
  noun: string;
  /** Source of the evidence. Its absence proves something only if this source reported. */
  source: 'page' | 'line' | 'connection' | 'channel' | 'agent';
  /** Its subject: one turn, the conversation as a whole, or either. */
  shows: 'turn' | 'conversation' | 'either';
  /** File name extension. */
  ending: string;
  mediaType: string;
  /** A larger one is not kept. */
  bytesMax: number;
  /**
   * What is masked before it is stored. The channel masks credentials, since it knows where they are. Secrets of the
   * environment are masked in texts; evidence that cannot be masked is not kept if secrets are sent.
   */
  masked: 'nothing' | 'secrets' | 'secrets and credentials' | 'not kept with secrets';
  /** Key of the renderer; pages have a component for each key. */
  renderer: string;
}
