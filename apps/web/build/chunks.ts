/** Name of the chunk with the layout around all pages, and the pages that people see first. */
export const shellChunk = 'shell';

/** Entry points of the shell. It contains everything that they import, except what the entry already has. */
export const shellRoots =
  /[\\/]routes[\\/]_protected(\.tsx|[\\/]_full(\.tsx|[\\/]projects\.(index|\$projectId)\.tsx))\?tsr-split=component/;
