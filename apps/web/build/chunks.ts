/** The chunk of the frame around all pages, with the first pages that people see. */
export const shellChunk = 'shell';

/** Its entry points: everything that these import and the entry does not. */
export const shellRoots =
  /[\\/]routes[\\/]_protected(\.tsx|[\\/]_full(\.tsx|[\\/]projects\.(index|\$projectId)\.tsx))\?tsr-split=component/;
