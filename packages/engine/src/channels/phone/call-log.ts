/** Maximum lines of a log. An ordinary call has some dozens. */
const linesMax = 2000;

/** Adds a message to the log of a call. The log is limited, because the far side could send messages endlessly. */
export function addMessage(log: string[], line: string): void {
  if (log.length < linesMax) log.push(line);
  else if (log.length === linesMax) log.push('… further messages are left out');
}
