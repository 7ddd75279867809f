/** Maximum number of opening and closing tags. Providers' responses have dozens, and the largest metadata has hundreds. */
const tagsMax = 2000;

/**
 * Detects documents that would take too long to parse. Parsing time grows with the square of the number of elements and blocks
 * all other requests, so even a small document can take a minute.
 */
export function hasTooManyTags(xml: string): boolean {
  return xml.split('<', tagsMax + 2).length > tagsMax + 1;
}
