/** Schemas that several modules share. */
import * as z from 'zod/mini';
import { emailPattern, isPlainAddress } from './email-pattern.ts';

export const timestamp = z.iso.datetime();

/** A date such as "2026-01-31". PostgreSQL has no year 0, and no data is older than 1970. */
export const day = z.iso
  .date()
  .check(z.refine((value) => value >= '1970-01-01', 'The day cannot be before 1970-01-01.'));

const idLengthMax = 64;

/** An id. Parley's own ids have 22 letters and digits. Those of other services can be longer but are always printable ASCII. */
export const id = z.string().check(z.minLength(1), z.maxLength(idLengthMax), z.regex(/^[!-~]+$/));

export const nameLengthMax = 120;

/** Maximum size of a decoded cursor. A character takes up to three bytes, also in lower case, by which lists are sorted. */
const cursorBytesMax = '["",""]'.length + 3 * nameLengthMax + idLengthMax;

/** `nextCursor` of the previous page: at most a name and an id, as JSON in Base64. */
export const cursor = z.string().check(z.maxLength(Math.ceil((cursorBytesMax * 4) / 3)));

/** A name from a user: trimmed, Unicode-normalized, on one line, with at least one visible character. */
export const name = z.string().check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, 'Enter a name.'),
  z.maxLength(nameLengthMax, `A name has at most ${nameLengthMax} characters.`),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  z.regex(/^[^\u0000-\u001f\u007f]*$/, 'A name has no line breaks or control characters.'),
  z.regex(/[^\p{C}\p{Z}]/u, 'A name needs a visible character.'),
);

/** Any text up to a maximum length. */
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

/** A newly entered address that will get emails. Stored addresses are not checked again. */
export const mailableEmail = email.check(z.refine(isPlainAddress, 'Not an email address.'));

export const role = z.enum(['owner', 'admin', 'member']);

/** The version that a change is based on. The limit is the largest integer in the database. */
export const version = z.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647));

/** Roles for invitations and role changes. Ownership cannot be assigned. */
export const assignableRole = z.enum(['admin', 'member']);

export const sortOrder = z.enum(['asc', 'desc']);

const wholeNumber = z.coerce.number().check(z.int());

/** Position in a list, from 0. The limit exceeds any list and fits the integer type of the database. */
export const place = wholeNumber.check(z.minimum(0), z.maximum(1_000_000_000));

export const page = wholeNumber.check(z.minimum(1), z.maximum(1_000_000));

const pageSizeMax = 100;

export const pageSize = wholeNumber.check(z.minimum(1), z.maximum(pageSizeMax));

export const search = text(200);

/** Maximum length of a tag in a filter. */
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
  /** True if there are more results than `total`: counting stops at 200, or at the end of the page after the requested one. */
  isLowerBound: z.optional(z.literal(true)),
});
