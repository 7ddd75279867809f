/** Thrown if a file cannot be imported or exported, with a message for the person who requested it. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}
