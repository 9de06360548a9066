/** Writes the declarations: those of the sources as the compiler gives them, those of the contract as ours. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declareContract } from './declare-contract.ts'

const COMPILER = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const PROJECT = fileURLToPath(new URL('tsconfig.json', import.meta.url))
const IMPORT = /(from |import\()(['"])([^'"]+)\2/g

/** Into this folder, those of the entries and all that they import. */
export function writeDeclarations(folder: string, entries: readonly string[]): void {
  const emitted = mkdtempSync(join(tmpdir(), 'atrium-declarations-'))
  try {
    execFileSync(process.execPath, [COMPILER, '-p', PROJECT, '--outDir', emitted], { stdio: 'inherit' })
    const { contract, clientAreas } = declareContract()
    const generated = new Map([
      ['contract', contract],
      ['client-areas', clientAreas],
    ])
    const read = (name: string) =>
      generated.get(name) ??
      rewritten(
        name,
        readFileSync(
          join(emitted, name === ROOMS ? 'contract/src/realtime.d.ts' : `sdk/src/${name}.d.ts`),
          'utf8',
        ),
      )
    const wanted = new Set(entries)
    for (const name of wanted) {
      const text = read(name)
      for (const [, , , target = ''] of text.matchAll(IMPORT))
        if (target.startsWith('.')) wanted.add(posix.join(posix.dirname(name), target.replace(/\.js$/, '')))
      const file = join(folder, `${name}.d.ts`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  } finally {
    rmSync(emitted, { recursive: true })
  }
}

/** What the contract says of rooms has no schemas, and is taken as it is. */
const ROOMS = 'rooms'

/** Imports as they are in the package. */
function rewritten(name: string, text: string): string {
  const up = posix.relative(posix.dirname(name), '.') || '.'
  return text.replace(IMPORT, (_, before: string, quote: string, target: string) => {
    const now = target.startsWith('@atrium/contract')
      ? `${up}/${target === '@atrium/contract/realtime' ? ROOMS : 'contract'}.js`
      : target.replace(/\.ts$/, '.js')
    return `${before}${quote}${now}${quote}`
  })
}
