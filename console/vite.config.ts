import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { standIns } from '../sdk/build/stand-ins.ts'
import { compressed, englishOnly, preloaded, withoutFacades, wordsInPlace } from './build-plugins.ts'
import { chunkGroups } from './chunk-groups.ts'
import { guidePages } from './guide-pages.ts'

/** While developing (`npx vite` in this folder) the server of this repository runs at its default address. */
const API = 'http://127.0.0.1:8787'

export default defineConfig({
  plugins: [
    // What is memoised costs bytes: the first pages, which are drawn a few times only, do without.
    react({
      compiler: true,
      exclude: [/node_modules/, /\/console\/src\/(?:layout|pages\/(?:home|sign-in)|main|routes)/],
    }),
    tailwindcss(),
    englishOnly,
    wordsInPlace,
    guidePages,
    // Pages need the addresses of operations, not their schemas.
    { ...standIns, apply: 'build', enforce: 'pre' },
    preloaded({ shared: /^\/(?:w\/|sign-in|$)/, frame: /^\/(?:w\/|$)/, door: /^\/sign-in/ }),
    withoutFacades,
    compressed,
  ],
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': API, '/files': API, '/openapi.json': API },
  },
  build: {
    // Everything stays a file of ours: the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which files each page needs, for first-page.test.ts.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } },
  },
})
