/**
 * Finds the error after which a PostgreSQL server would be gone: PGlite swallows the exit and spins.
 * https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ERRORRESPONSE
 */

const errorResponse = 'E'.charCodeAt(0);
const headerLength = 5;

/** Severities that are not translated. Below these, the session continues. */
const lastWords = ['VPANIC', 'VFATAL'];

/**
 * Takes what the database answers, piece by piece as it comes, and says whether it was its last word.
 * Values are not searched: anybody may store such a text.
 */
export function panicListener(): (bytes: Uint8Array) => boolean {
  let rest = Buffer.alloc(0);
  let toSkip = 0;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    for (;;) {
      const skipped = Math.min(toSkip, rest.length);
      rest = rest.subarray(skipped);
      toSkip -= skipped;
      if (toSkip > 0 || rest.length < headerLength) return false;
      const length = 1 + rest.readUInt32BE(1);
      if (rest[0] !== errorResponse) toSkip = length;
      else if (rest.length < length) return false;
      else {
        if (isLastWord(rest.subarray(headerLength, length))) return true;
        rest = rest.subarray(length);
      }
    }
  };
}

const isLastWord = (fields: Buffer) =>
  fields
    .toString('latin1')
    .split('\0')
    .some((field) => lastWords.includes(field));
