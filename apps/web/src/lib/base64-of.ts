/** Reads a file as Base64. Rejects if the file cannot be read. */
export async function base64Of(file: File): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read.'));
    reader.readAsDataURL(file);
  });
  // A data URL is `data:<type>;base64,<content>`.
  return url.slice(url.indexOf(',') + 1);
}
