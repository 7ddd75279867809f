/** What libraries mark the style sheets with that they make at run time; the page allows no others. */
export const styleNonce = document.querySelector<HTMLMetaElement>(
  'meta[name="parley-style-nonce"]',
)?.content;
