/** Maximum length of an error on the operations page, in characters. */
const shownLength = 300;

/**
 * Masks what errors of mail servers and webhooks can contain: addresses of people, credentials in URLs, and long tokens. Status
 * codes and texts stay, for example "535 5.7.8 Error: authentication failed".
 */
export function maskError(error: string): string {
  const text = error
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b([a-z][\w+.-]*:\/\/)[^\s/@]*@/gi, '$1…@')
    .replaceAll(/(\b[a-z][\w+.-]*:\/\/[^\s/]+)\/\S+/gi, '$1/…')
    .replaceAll(/[^\s<>"'=:;,/@]+@(?=[\w-]+(\.[\w-]+)*)/g, '…@')
    .replaceAll(/[\w+/=-]{24,}/g, '…')
    .trim();
  return text.length > shownLength ? `${text.slice(0, shownLength - 1)}…` : text;
}
