import type { Plugin } from 'vite';
import { shellChunk } from './chunks.ts';

/**
 * Lets whoever comes back fetch the shell beside the entry instead of after it: one round trip less,
 * and the line is never idle. The script that picks the skeleton has found out who that is.
 */
export function shellPreload(): Plugin {
  return {
    name: 'shell-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const shell = Object.values(bundle).find(({ name }) => name === shellChunk);
        if (!shell) return html;
        const link = `Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/${shell.fileName}' })`;
        const script = `<script>if (document.documentElement.dataset.session) document.head.append(${link})</script>`;
        // Before the style sheet: a script that follows one waits for it.
        return html.replace('<script type="module"', () => `${script}\n    <script type="module"`);
      },
    },
  };
}
