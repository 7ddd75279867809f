import type { Plugin } from 'vite';

/**
 * Puts the style sheet of the entry into the page, which is drawn a round trip sooner for it, and
 * before the entry takes the whole line. The server allows it by its hash.
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
