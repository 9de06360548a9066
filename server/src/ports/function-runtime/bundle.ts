/** The program that bundles: `bundle.ts FOLDER ENTRY` prints a `BuildOutcome`. Nothing outside the folder is read. */
import { realpathSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import type { BuildOutcome, BuildProblem } from './port.ts'

/** What `import … from '@atrium/sdk'` means in a function: the client of the app, as it comes with this server. */
const SDK = fileURLToPath(new URL('../../../../sdk/src/index.ts', import.meta.url))

/** A function has no connection of its own that could be listened to. */
const NO_REALTIME = '\0no-realtime'

/** The bundler's module for a file that a package leaves out for browsers. */
const LEFT_OUT = '\0rolldown/empty.js'

const [given = '', entry = ''] = process.argv.slice(2)
const folder = realpathSync(given)

async function bundle(): Promise<BuildOutcome> {
  try {
    const bundler = await rolldown({
      input: `./${entry}`,
      cwd: folder,
      platform: 'neutral',
      tsconfig: false,
      resolve: {
        conditionNames: ['deno', 'worker', 'import', 'default'],
        mainFields: ['module', 'main'],
        // Files that a package replaces for browsers: there is `fetch` in a function, and no connection by node:http.
        aliasFields: [['browser']],
      },
      plugins: [onlyOwnFiles],
      logLevel: 'silent',
    })
    const { output } = await bundler.generate({ format: 'esm', codeSplitting: false })
    return { kind: 'built', script: output[0].code }
  } catch (error) {
    return { kind: 'refused', problems: problemsOf(error) }
  }
}

const isInside = (path: string) => path.startsWith(folder + sep)

/** A file of the machine that got into the bundle would be readable by the function. */
const onlyOwnFiles: Plugin = {
  name: 'only-own-files',
  async resolveId(written, importer, options) {
    if (isBuiltin(written))
      return { id: written.startsWith('node:') ? written : `node:${written}`, external: true }
    if (written === '@atrium/sdk') return SDK
    if (written === 'socket.io-client') return NO_REALTIME
    const source = written.replace(/^npm:((?:@[^/]+\/)?[^@/]+)(?:@[^/]+)?/, '$1')
    if (/^[a-z][a-z0-9+.-]*:/i.test(source)) {
      throw new Error(`${written} cannot be imported: only files of the function, node: modules and packages`)
    }
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!found) throw new Error(`${written} was not found${isPackage(source) ? PACKAGE_HINT : ''}`)
    if (importer !== undefined && !isInside(importer)) return found // our own SDK
    if (found.id.startsWith(LEFT_OUT)) return found
    if (found.external || !isInside(realpathSync(found.id)))
      throw new Error(`${written} lies outside the function`)
    return found
  },
  load: (id) =>
    id === NO_REALTIME ? 'export const io = () => { throw new Error("No realtime in functions") }' : null,
}

const PACKAGE_HINT = '; packages come from the package-lock.json among the files'
const isPackage = (source: string) => !source.startsWith('.') && !source.startsWith('/')

interface BundlerError {
  message: string
  id?: string
  loc?: { file?: string; line?: number }
}

function problemsOf(error: unknown): BuildProblem[] {
  const { errors } = error as { errors?: BundlerError[] }
  const all = errors && errors.length > 0 ? errors : [error as BundlerError]
  return all.slice(0, 20).map(({ message, id, loc }) => {
    const file = loc?.file ?? id
    return {
      path: file ? relative(folder, file) : null,
      line: loc?.line ?? null,
      message: message.replaceAll(folder + sep, '').slice(0, 1_000),
    }
  })
}

process.stdout.write(JSON.stringify(await bundle()))
