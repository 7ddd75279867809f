/** Offers a file to the user as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the URL by the end of this task.
  setTimeout(() => URL.revokeObjectURL(url));
}
