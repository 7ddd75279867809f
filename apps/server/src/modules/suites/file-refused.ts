/** A file that cannot be imported, with a message for the person who chose it. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}
