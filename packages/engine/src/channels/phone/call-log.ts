/** Most lines of a log. A call of ordinary length has some dozens. */
const linesMax = 2000;

/** Adds what went over the line to the log of a call. A far side may send without end. */
export function addMessage(log: string[], line: string): void {
  if (log.length < linesMax) log.push(line);
  else if (log.length === linesMax) log.push('… further messages are left out');
}
