/** Characters that XML 1.0 forbids even when escaped: most control characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for use in an element or a double-quoted attribute. Replaces forbidden characters with U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(notXml, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
