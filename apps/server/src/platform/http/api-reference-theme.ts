/** Theme of the API reference, which makes Swagger UI look like Parley, light or dark. */
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

/** Hash of the only style sheet that Swagger UI adds at run time. A browser test fails if it is outdated. */
export const swaggerStyle = "'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='";

export function referenceTheme(title: string): FastifySwaggerUiOptions['theme'] {
  return {
    title,
    css: [{ filename: 'parley.css', content: css }],
    js: [{ filename: 'parley.js', content: js }],
    favicon: [
      {
        filename: 'parley.svg',
        rel: 'icon',
        type: 'image/svg+xml',
        sizes: 'any',
        content: Buffer.from(icon),
      },
    ],
  };
}

/** Hides the parts of Swagger UI that are of no use for reading this API. */
const css = `
.swagger-ui .topbar { background: none !important; padding: 12px 0 0; }
.swagger-ui .topbar a.link, .swagger-ui .topbar .download-url-wrapper { display: none !important; }
.swagger-ui .topbar .topbar-wrapper { justify-content: flex-end; }
.swagger-ui .topbar .dark-mode-toggle button svg { fill: #6b7280 !important; }
.swagger-ui .info { margin: 0 0 16px; }
.swagger-ui .info hgroup a.link { display: none; }
.swagger-ui .info .title { font-size: 28px; }
.swagger-ui .info p { max-width: 72ch; margin: 0.75em 0 !important; line-height: 1.5; }
.swagger-ui .wrapper { max-width: 1080px; }
.swagger-ui .scheme-container { background: none; border: 0 !important; box-shadow: none !important; padding: 0; margin: 0; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
.swagger-ui .opblock { box-shadow: none; }
`;

/** Applies the theme that is chosen in the dashboard. Swagger UI itself reads only the system's theme, and only once. */
const js = `
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('parley-theme');
    } catch {
      return null; // Storage is blocked: the system decides.
    }
  };
  const follow = () => {
    const isDark = chosen() === 'dark' || (chosen() !== 'light' && system.matches);
    const toggle = document.querySelector('.dark-mode-toggle button');
    if (toggle && (toggle.getAttribute('aria-pressed') === 'true') !== isDark) toggle.click();
  };
  system.addEventListener('change', follow);
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.dark-mode-toggle')) return;
    observer.disconnect();
    follow();
  }).observe(document.body, { childList: true, subtree: true });
})();
`;

/** Icon of the dashboard, whose page contains it inline. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><style>.b{fill:#1b1f27}@media(prefers-color-scheme:dark){.b{fill:#eef0f3}}</style><rect x="2" y="4.5" width="14" height="6.5" rx="3.25" fill="#3563e0"/><rect class="b" x="8" y="13" width="14" height="6.5" rx="3.25"/></svg>`;
