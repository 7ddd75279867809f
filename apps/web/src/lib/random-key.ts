/** 128 random bits as hex. `crypto.randomUUID` is not used, because browsers only offer it on HTTPS and localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
