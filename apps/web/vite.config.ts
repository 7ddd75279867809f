import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { budgets } from './build/budgets.ts';
import { shellChunk, shellRoots } from './build/chunks.ts';
import { compileAhead } from './build/compile-ahead.ts';
import { inlineStyles } from './build/inline-styles.ts';
import { leanContract } from './build/lean-contract.ts';
import { precompress } from './build/precompress.ts';
import { returnVisit } from './build/return-visit.ts';
import { smallParts } from './build/small-parts.ts';
import { tightEntry } from './build/tight-entry.ts';

/** Paths that are proxied to the API in development; all others are the dashboard. */
const apiPaths = ['/internal', '/api', '/docs', '/guide', '/generateParleyLead', '/users'];
const apiUrl = process.env.PARLEY_API_URL ?? 'http://127.0.0.1:3000';

/** Screens that a signed-out visitor sees first, which are therefore in the entry chunk. */
const firstScreens = new Set(['/signin/']);

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      { find: '#', replacement: fileURLToPath(new URL('./src', import.meta.url)) },
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('./src/ui/create-icon.ts', import.meta.url)),
      },
      // React has had the hook since 18; the shim would carry it once more.
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector.js',
      },
    ],
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: fileURLToPath(new URL('./src/routes', import.meta.url)),
      generatedRouteTree: fileURLToPath(new URL('./src/route-tree.gen.ts', import.meta.url)),
      routeFileIgnorePattern: '\\.test\\.',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
      autoCodeSplitting: true,
      codeSplittingOptions: {
        // A loader and its screen are one chunk: neither belongs into the entry.
        defaultBehavior: [
          ['loader', 'component'],
          ['pendingComponent'],
          ['errorComponent'],
          ['notFoundComponent'],
        ],
        splitBehavior: ({ routeId }) => {
          if (firstScreens.has(routeId)) return [];
          // What it shows while it is pending is part of the first screens.
          return routeId === '/_signed-out/ibm-login' ? [['loader', 'component']] : undefined;
        },
      },
    }),
    react(),
    leanContract(),
    tailwindcss(),
    tightEntry(),
    returnVisit(),
    inlineStyles(),
    compileAhead(),
    budgets(),
    precompress(),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    // `budgets.ts` limits what pages load, and vite's advice is not for people who start Parley.
    chunkSizeWarningLimit: 2_000,
    // Every browser of the build target preloads modules by itself.
    modulePreload: {
      polyfill: false,
      // The page has the entry with its styles, and asks for the shell by itself.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/^assets\/(index|shell)-[^/]+$/.test(file)),
    },
    rolldownOptions: {
      // A slow machine would be told which plugin took how long; nobody who starts Parley asked.
      checks: { pluginTimings: false },
      // What every visit needs travels as one file: each more would be one more round trip.
      output: {
        // The entry names a hundred files, so each is called by its hash alone, and that is as short as it
        // may be. Only the shell has a name, by which it is left out of what a page asks for.
        chunkFileNames: ({ name }) =>
          name === shellChunk ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        hashCharacters: 'base36',
        codeSplitting: {
          groups: [
            // Within reach of the entry, which uses none of them.
            {
              name: 'schemas',
              test: /[\\/]zod[\\/]|[\\/]contract[\\/]src[\\/]fields\.ts/,
              includeDependenciesRecursively: false,
              priority: 3,
            },
            { name: 'entry', tags: ['$initial'], priority: 2 },
            { name: shellChunk, test: shellRoots, priority: 1 },
            { name: smallParts, debugName: 'parts' },
            // Three times as many small files would be three times as many round trips to the first page.
            { name: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      apiPaths.map((path) => [path, { target: apiUrl, changeOrigin: false, ws: true }]),
    ),
  },
});
