/** The sign-in pages of apps that have none: a build of their own, so that they load nothing of the console. */
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { standIns } from '../sdk/build/stand-ins.ts'
import { compressed, englishOnly } from './build-plugins.ts'

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    tailwindcss(),
    englishOnly,
    { ...standIns, apply: 'build', enforce: 'pre' },
    compressed,
  ],
  publicDir: false,
  build: {
    emptyOutDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: join(import.meta.dirname, 'app-sign-in.html') },
  },
})
