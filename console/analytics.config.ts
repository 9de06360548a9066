/** The script that pages of apps load from /analytics.js: one small file, next to the console. */
import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    lib: {
      entry: '../sdk/src/analytics/page-script.ts',
      formats: ['iife'],
      name: 'atriumAnalytics',
      fileName: () => 'analytics.js',
    },
  },
})
