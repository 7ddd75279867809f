/**
 * Maximum number of tags, opening and closing ones together. Providers send dozens; the largest
 * metadata have hundreds.
 */
const tagsMax = 2000;

/**
 * Detects documents that take too long to parse. The time grows with the square of their elements and blocks all other
 * requests; even a document that looks small can take a minute.
 */
export function hasTooManyTags(xml: string): boolean {
  return xml.split('<', tagsMax + 2).length > tagsMax + 1;
}
