/** Maximum length of a text that is stored outside the events of a run, which contain the whole text. */
const textLengthMax = 1000;

/** Cuts a text to a length, but never within a character. */
export function cutText(text: string, lengthMax = textLengthMax): string {
  return text.length <= lengthMax ? text : text.slice(0, lengthMax).toWellFormed();
}
