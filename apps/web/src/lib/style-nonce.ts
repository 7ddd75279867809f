/** Nonce for style sheets that libraries create at run time. The page's content security policy blocks all others. */
export const styleNonce = document.querySelector<HTMLMetaElement>(
  'meta[name="parley-style-nonce"]',
)?.content;
