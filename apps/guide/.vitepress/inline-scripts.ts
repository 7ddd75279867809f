import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfig } from 'vitepress';

/** Styles that the theme's script sets again as soon as it runs, or that `theme/guide.css` sets. */
const styleOfTheme = / style="(--vp-vh:0px|position:relative|display:none);"/g;

const inlineCode = /<style\b|<[a-z][^<>]*\s(?:style|on[a-z]+)="/;

/**
 * Moves the scripts that VitePress writes into each page to files, so that the content security policy needs no exception for
 * the guide. Fails on any other inline code.
 */
export function createInlineScripts(base: string) {
  const files = new Map<string, string>();
  return {
    moveOut(page: string): string {
      const moved = page
        .replaceAll(styleOfTheme, '')
        .replaceAll(
          /<script\b([^>]*)>([\s\S]*?)<\/script>/g,
          (element, attributes: string, script: string) => {
            if (/\bsrc=/.test(attributes) || script.trim() === '') return element;
            const hash = createHash('sha256').update(script).digest('hex').slice(0, 8);
            const file = `assets/inline.${hash}.js`;
            files.set(file, script);
            return `<script${attributes} src="${base}${file}"></script>`;
          },
        );
      const inline = inlineCode.exec(moved);
      if (inline) throw new Error(`A page has inline code: ${around(moved, inline.index)}`);
      return moved;
    },
    async write({ outDir }: Pick<SiteConfig, 'outDir'>): Promise<void> {
      for (const [file, script] of files) await writeFile(join(outDir, file), script);
    },
  };
}

const around = (text: string, at: number) => text.slice(Math.max(0, at - 60), at + 120);
