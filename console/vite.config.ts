import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { guidePages } from './guide-pages.ts'

/** While developing (`npx vite` in this folder) the server of this repository runs at its default address. */
const API = 'http://127.0.0.1:8787'

/** React Aria brings its words in thirty languages; the console speaks one, which layout/Root.tsx says. */
const englishOnly: Plugin = {
  name: 'english-only',
  load: (id) => (/\/intl\/(?:\w+\/)?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id) ? 'export default {}' : null),
}

/** A `.br` and a `.gz` next to every script and style, so that the server need not compress. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const folder = join(dir, 'assets')
    const names = (await readdir(folder)).filter((name) => /\.(?:js|css)$/.test(name))
    for (const name of names) {
      const content = await readFile(join(folder, name))
      await writeFile(join(folder, `${name}.br`), await promisify(brotliCompress)(content))
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(content, { level: 9 }))
    }
  },
}

export default defineConfig({
  plugins: [react({ compiler: true }), tailwindcss(), englishOnly, guidePages, compressed],
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': API, '/files': API, '/openapi.json': API },
  },
  build: {
    // Everything stays a file of ours: the content security policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The console, and the sign-in pages of apps that have none.
      input: ['index.html', 'app-sign-in.html'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router)\//,
              priority: 3,
            },
            {
              name: 'aria',
              test: /node_modules\/(?:react-aria|react-stately|@internationalized|@react-)/,
              priority: 2,
            },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 1 },
          ],
        },
      },
    },
  },
})
