/** The chunk of all that stands around a page, and of the first pages that people see in it. */
export const shellChunk = 'shell';

/** What it grows from: everything that these import and the entry has not. */
export const shellRoots =
  /[\\/]routes[\\/]_protected(\.tsx|[\\/]_full(\.tsx|[\\/]projects\.(index|\$projectId)\.tsx))\?tsr-split=component/;
