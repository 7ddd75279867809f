/**
 * Detects the error after which a PostgreSQL server would exit. PGlite swallows the exit and loops forever.
 * https://www.postgresql.org/docs/18/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-ERRORRESPONSE
 */

const errorResponse = 'E'.charCodeAt(0);
const headerLength = 5;

/** Untranslated severities of errors that end the session. Lower severities do not. */
const lastWords = ['VPANIC', 'VFATAL'];

/**
 * Returns a function that takes the database's output piece by piece and returns true once it contains a fatal error. It looks
 * only at error messages, not at values, which can contain any text.
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
