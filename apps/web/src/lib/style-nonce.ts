/** Nonce for style sheets that libraries create at run time; the page allows no others. */
export const styleNonce = document.querySelector<HTMLMetaElement>(
  'meta[name="parley-style-nonce"]',
)?.content;
