/**
 * Maximum number of tags, opening and closing ones together. Providers send dozens; the largest
 * metadata have hundreds.
 */
const tagsMax = 2000;

/**
 * The time to read a document grows with the square of its elements, and nobody else is answered
 * meanwhile: a minute is reached with what still looks small.
 */
export function hasTooManyTags(xml: string): boolean {
  return xml.split('<', tagsMax + 2).length > tagsMax + 1;
}
