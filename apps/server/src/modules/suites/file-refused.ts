/** A file that cannot be imported, in words for whoever chose it. */
export class FileRefused extends Error {
  override name = 'FileRefused';
}
