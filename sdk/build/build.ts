// Builds the package into sdk/dist: `npm run build --workspace sdk`; `npm run pack --workspace sdk` packs it.
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import manifest from '../package.json' with { type: 'json' }
import { standIns } from './stand-ins.ts'
import { writeDeclarations } from './write-declarations.ts'

const SDK = fileURLToPath(new URL('../', import.meta.url))
const DIST = `${SDK}dist/`

/** What can be imported, and from which source it is built. */
const ENTRIES = {
  index: 'published',
  webhooks: 'webhooks',
  analytics: 'analytics/index',
  realtime: 'live-updates',
}

rmSync(DIST, { recursive: true, force: true })
await writeScripts()
writeDeclarations(`${DIST}types`, Object.values(ENTRIES))
writeFileSync(`${DIST}package.json`, `${JSON.stringify(packageManifest(), null, 2)}\n`)
cpSync(`${SDK}README.md`, `${DIST}README.md`)
cpSync(`${SDK}../LICENSE`, `${DIST}LICENSE`)

async function writeScripts(): Promise<void> {
  const bundler = await rolldown({
    input: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([name, source]) => [name, `${SDK}src/${source}.ts`]),
      ),
      'cli/main': `${SDK}src/cli/main.ts`,
    },
    platform: 'neutral',
    external: [/^node:/, ...Object.keys(packageManifest().dependencies)],
    transform: { target: 'es2022' },
    plugins: [standIns],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  await bundler.write({
    dir: DIST,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name].js',
  })
  await bundler.close()
}

/** The package as others install it; that of the repository points to the sources. */
function packageManifest() {
  const { name, version, license, type, dependencies } = manifest
  const { '@atrium/contract': _, ...installed } = dependencies
  return {
    name,
    version,
    description: 'Client and command line of Atrium, a self-hostable app-management platform',
    license,
    type,
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      ...Object.fromEntries(
        Object.entries(ENTRIES).map(([entry, source]) => [
          entry === 'index' ? '.' : `./${entry}`,
          { types: `./types/${source}.d.ts`, default: `./${entry}.js` },
        ]),
      ),
      './package.json': './package.json',
    },
    bin: { atrium: './cli/main.js' },
    // Ours are exact for the sake of the lock file; those who install the package may have newer ones.
    dependencies: Object.fromEntries(Object.entries(installed).map(([each, at]) => [each, `^${at}`])),
  }
}
