/** Properties of a kind of evidence, for all code that stores, reports or shows it. To add a kind, add a row to kinds.ts. */
export interface EvidenceKind {
  /** Heading above the evidence, for example "Network traffic". */
  title: string;
  /** The name within a sentence, for example "traffic". */
  noun: string;
  /** Source of the evidence. Missing evidence proves something only if this source reported. */
  source: 'page' | 'line' | 'connection' | 'channel' | 'agent';
  /** Scope of one piece of evidence: a turn, the whole conversation, or either. */
  shows: 'turn' | 'conversation' | 'either';
  /** File name extension, without the dot. */
  ending: string;
  mediaType: string;
  /** Maximum size in bytes. Larger evidence is not kept. */
  bytesMax: number;
  /**
   * Masking that is applied before the evidence is stored. The channel masks credentials, because it knows where they are.
   * Secrets of the environment are masked in texts. Evidence that cannot be masked is not kept if the run sends secrets.
   */
  masked: 'nothing' | 'secrets' | 'secrets and credentials' | 'not kept with secrets';
  /** Key of the renderer. Pages have a component for each key. */
  renderer: string;
}
