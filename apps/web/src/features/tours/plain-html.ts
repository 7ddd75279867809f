/** The part of Trusted Types that is used here; browsers without them have no such rule. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown;
}

/** driver.js sets its texts as HTML. The page allows no other HTML, so only text without elements is accepted. */
export function allowPlainHtml(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    createHTML: (text) => (text.includes('<') ? null : text),
  });
}
