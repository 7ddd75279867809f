/** Schemas that several modules share. */
import * as z from 'zod/mini';
import { emailPattern, isPlainAddress } from './email-pattern.ts';

export const timestamp = z.iso.datetime();

/** "2026-01-31". The database knows no year 0, and nothing here is older than the clock. */
export const day = z.iso
  .date()
  .check(z.refine((value) => value >= '1970-01-01', 'The day cannot be before 1970-01-01.'));

const idLengthMax = 64;

/** Ours are 22 letters and digits, others' may be longer; none needs more than printable ASCII. */
export const id = z.string().check(z.minLength(1), z.maxLength(idLengthMax), z.regex(/^[!-~]+$/));

export const nameLengthMax = 120;

/** A character of a name takes up to three bytes, also in lower case, by which lists are sorted. */
const cursorBytesMax = '["",""]'.length + 3 * nameLengthMax + idLengthMax;

/** `nextCursor` of the previous page: at most a name and an id, as JSON in base64. */
export const cursor = z.string().check(z.maxLength(Math.ceil((cursorBytesMax * 4) / 3)));

/** A name that people give: trimmed, one spelling per character, something to see, one line. */
export const name = z.string().check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, 'Enter a name.'),
  z.maxLength(nameLengthMax, `A name has at most ${nameLengthMax} characters.`),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  z.regex(/^[^\u0000-\u001f\u007f]*$/, 'A name has no line breaks or control characters.'),
  z.regex(/[^\p{C}\p{Z}]/u, 'A name needs a visible character.'),
);

/** Text of any kind up to a length. */
export function text(lengthMax: number) {
  const message = `At most ${lengthMax.toLocaleString('en-US')} characters.`;
  return z.string().check(z.maxLength(lengthMax, message));
}

export const description = text(2000);

/** Name of a test in a suite. Tests with longer names cannot run. */
export const testName = text(600);

export const email = z
  .string()
  .check(z.trim(), z.maxLength(254), z.regex(emailPattern, 'Not an email address.'));

/** One that is not stored yet and gets mail; those that are stored stay. */
export const mailableEmail = email.check(z.refine(isPlainAddress, 'Not an email address.'));

export const role = z.enum(['owner', 'admin', 'member']);

/** The version that a change started from; no larger than what the database counts. */
export const version = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));

/** Offered for invitation and for a change of role; an owner is neither invited nor made. */
export const assignableRole = z.enum(['admin', 'member']);

export const sortOrder = z.enum(['asc', 'desc']);

const wholeNumber = z.coerce.number().check(z.int());

/** Position in a list numbered from 0: far beyond any end, within the range of the database. */
export const place = wholeNumber.check(z.minimum(0), z.maximum(1_000_000_000));

export const page = wholeNumber.check(z.minimum(1), z.maximum(1_000_000));

const pageSizeMax = 100;

export const pageSize = wholeNumber.check(z.minimum(1), z.maximum(pageSizeMax));

export const search = text(200);

/** Tags of tests that are longer are no filter. */
export const tagLengthMax = 200;

/** A time zone such as Europe/Berlin. */
export const timeZone = text(64).check(
  z.refine(isTimeZone, 'Not a time zone. Use a name such as Europe/Berlin or UTC.'),
);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** A tag of tests, as written in the suite. */
export const tag = text(tagLengthMax).check(z.minLength(1));

export const pagination = z.object({
  page: z.number(),
  pageSize: z.number(),
  total: z.number(),
  /**
   * True if there are more: hits are counted to 200, and beyond that to the end of the next page.
   */
  isLowerBound: z.optional(z.literal(true)),
});
