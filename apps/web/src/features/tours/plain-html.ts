/** The part of Trusted Types that this file uses. Undefined in browsers without Trusted Types. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
}

/** Lets driver.js set its texts as HTML, as long as they contain no elements. The page allows no other HTML. */
export function allowPlainHtml(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
