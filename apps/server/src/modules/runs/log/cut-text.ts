/** Limit of a text stored next to the run's events, which keep all of it. */
const textLengthMax = 1000;

/** Long texts end early, but never within a character. */
export function cutText(text: string, lengthMax = textLengthMax): string {
  return text.length <= lengthMax ? text : text.slice(0, lengthMax).toWellFormed();
}
