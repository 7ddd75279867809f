import type { Plugin } from 'vite';

/**
 * Inlines the style sheet of the entry, so that the page is drawn a round trip earlier, before the
 * entry uses the whole bandwidth. The server allows it by its hash.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        return html.replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, (_, name: string) => {
          const sheet = bundle[name];
          if (sheet?.type !== 'asset')
            throw new Error(`The page names ${name}, which is not built.`);
          return `<style>${sheet.source}</style>`;
        });
      },
    },
  };
}
