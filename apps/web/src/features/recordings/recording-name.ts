/** @returns a recording name for a file: `Welcome (1).WAV` becomes `Welcome 1.wav` */
export function recordingNameOf(fileName: string): string {
  const base = fileName.replace(/\.[^.]*$/, '').normalize('NFC');
  const words = base
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/ +/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '');
  return `${words.slice(0, 190).trimEnd() || 'recording'}.wav`;
}

/** @returns the line of a suite that compares a prompt with the recording */
export const stepWith = (name: string) => `- sounds like: ${name}`;
