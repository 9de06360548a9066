/** Keeps what Node compiled for the next start, which takes half the time then; so all else is loaded after that. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/atrium', import.meta.url)))
// Before the rest is loaded: a shell that dies while it loads must be noticed.
const parent = process.ppid
const { run } = await import('./run.ts')
await run(process.argv.slice(2), process.env, parent)
