/** What the far side of a call seems to be, found from its audio, timing and words. Plain data, stored with the turn. */

/** Names of the classes, as suites write them: `line is: voicemail`. */
export const lineClasses = [
  'menu',
  'input prompt',
  'voicemail',
  'hold music',
  'ringing',
  'busy',
  'congestion',
  'information tones',
  'fax',
  'beep',
  'early media',
] as const;

export type LineClass = (typeof lineClasses)[number];

export interface LineFacts {
  /** What was heard, and what may have been heard. A class that is missing here was ruled out. */
  findings: LineFinding[];
  /**
   * True if nothing was heard, not even a tone. A class that is missing was then not ruled out by anything that the line did.
   * Absent in runs of earlier versions.
   */
  isSilent?: true;
}

/** Classes that silence rules out: sound before the answer is all that they consist of. */
const ruledOutBySilence: readonly LineClass[] = ['early media'];

/** @returns true if the line was silent, so that nothing shows that it is not of the class */
export const isUnheard = ({ isSilent }: LineFacts, one: LineClass): boolean =>
  isSilent === true && !ruledOutBySilence.includes(one);

export interface LineFinding {
  class: LineClass;
  /** From 0 to 1. At `lineConfidenceMin` or above, the class was heard; below, it is undecided. */
  confidence: number;
  /** Start in the step's recording, in milliseconds; negative if it began before the step. */
  fromMs: number;
  toMs: number;
  /** Evidence for it, or what is missing to decide. */
  because: string;
}

/** Confidence from which a finding decides a check. */
export const lineConfidenceMin = 0.8;

/** @returns the findings for people: "menu (95%), beep (90%)" */
export function lineInWords({ findings, isSilent }: LineFacts): string {
  const heard = findings.filter(({ confidence }) => confidence >= lineConfidenceMin);
  if (heard.length === 0) return isSilent ? 'nothing was heard' : 'none of these';
  return heard
    .map((finding) => `${finding.class} (${Math.round(100 * finding.confidence)}%)`)
    .join(', ');
}
