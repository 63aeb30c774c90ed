import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { chunks } from './scripts/chunks.ts';
import { onePathIcons } from './scripts/one-path-icons.ts';

const server = process.env.ESTANTE_SERVER ?? 'http://127.0.0.1:8080';

const appIcons = [
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' as const },
];

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: true }),
    react(),
    tailwindcss(),
    onePathIcons(),
    VitePWA({
      // The page asks before a new version replaces it in use; app/update-toast.ts does the asking.
      registerType: 'prompt',
      injectRegister: null,
      manifest: {
        name: 'Estante',
        short_name: 'Estante',
        description: 'Gestión de stock e inventario',
        lang: 'es',
        theme_color: '#0e2433',
        background_color: '#f5f6f8',
        display: 'standalone',
        start_url: '/dashboard',
        icons: appIcons,
      },
      workbox: {
        globPatterns: ['**/*.{js,css,html,svg}', '**/inter-latin*.woff2'],
        globIgnores: ['placeholder.html'],
        navigateFallback: '/index.html',
        // The server's answers are never kept: an old stock figure is worse than none.
        navigateFallbackDenylist: [/^\/api(\/|$)/],
        cleanupOutdatedCaches: true,
      },
    }),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    // The oldest browsers that the page is made for, as README.md says; public/theme.js tells older ones.
    target: ['chrome116', 'edge116', 'firefox124', 'safari17.4'],
    manifest: true,
    // A data: URL would need the policy to allow it, and a small file compresses as well on its own.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: chunks } },
    modulePreload: {
      polyfill: false,
      // A list of what each screen is made of would be in every first visit, and as heavy as a screen.
      resolveDependencies: (_file, parts, { hostType }) => (hostType === 'html' ? parts : []),
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': { target: server, changeOrigin: false } } },
  preview: { host: '127.0.0.1', proxy: { '/api': { target: server, changeOrigin: false } } },
  test: {
    environmentOptions: { jsdom: { url: 'http://127.0.0.1/' } },
    setupFiles: ['./src/test-setup.ts'],
    // A page for each file takes longer than most files do; what draws nothing does without, or says that it needs one.
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['{src,scripts}/**/*.test.ts'], environment: 'node' },
      },
      { extends: true, test: { name: 'screens', include: ['src/**/*.test.tsx'], environment: 'jsdom' } },
    ],
    restoreMocks: true,
    unstubGlobals: true,
    // Typing a whole form letter by letter takes long on a busy machine, and slow is not wrong.
    testTimeout: 30_000,
    // Its own choice leaves one processor idle, which on two is half of them.
    maxWorkers: 2,
    // A browser of its own for each file would be most of the work.
    pool: 'threads',
    isolate: false,
    env: { TZ: 'Europe/Madrid' },
  },
});
