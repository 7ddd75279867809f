/** The guide: the pages of docs/ as a site that any static host can serve, without assets from other hosts. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { codeColors, colorsAsClasses } from './code-colors.ts';
import { createInlineScripts } from './inline-scripts.ts';
import { forGuide, gitHubAnchor } from './markdown.ts';
import { onlyListedPackages } from './packages.ts';
import { sidebar } from './sidebar.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Base path and output folder; scripts/build-guide.mjs sets both variables. */
const base = process.env.GUIDE_BASE ?? '/guide/';
const outDir = process.env.GUIDE_OUTPUT ?? folder('../dist');

/** Icon of the dashboard. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cstyle%3E.b{fill:%231b1f27}@media(prefers-color-scheme:dark){.b{fill:%23eef0f3}}%3C/style%3E%3Crect x='2' y='4.5' width='14' height='6.5' rx='3.25' fill='%233563e0'/%3E%3Crect class='b' x='8' y='13' width='14' height='6.5' rx='3.25'/%3E%3C/svg%3E";

const inlineScripts = createInlineScripts(base);

export default defineConfig({
  title: 'Parley',
  description: 'Test chatbots, LLM agents and phone lines the way people use them.',
  lang: 'en-US',
  base,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
  outDir,
  srcDir: folder('../../../docs'),
  cacheDir: folder('../../../.cache/guide'),
  // For people who change Parley: they read them in the repository.
  srcExclude: ['decisions/**', 'specification/**', 'interface-texts/**'],
  // A content security policy without inline scripts stays possible.
  metaChunk: true,
  ignoreDeadLinks: 'localhostLinks',
  // It would add an inline style sheet while the theme changes.
  appearance: { disableTransition: false },
  transformHtml: inlineScripts.moveOut,
  buildEnd: inlineScripts.write,
  markdown: {
    // Text such as <file> is text.
    html: false,
    theme: { light: codeColors, dark: codeColors },
    codeTransformers: [colorsAsClasses],
    anchor: { slugify: gitHubAnchor },
    config: forGuide,
  },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'First green run', link: '/first-run' },
      { text: 'Test language', link: '/test-language' },
      { text: 'Command line', link: '/cli' },
    ],
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local' },
    externalLinkIcon: true,
  },
  vite: {
    logLevel: 'warn',
    plugins: [onlyListedPackages()],
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2000 },
  },
});
