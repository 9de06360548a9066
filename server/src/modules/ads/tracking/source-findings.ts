/** What the code of an app has to do with tracking, with the names in it replaced by what they stand for. */
import { scriptsIn } from './markup-scripts.ts'
import {
  type Expression,
  type Findings,
  findInScript,
  isMarkup,
  LOADER,
  noFindings,
} from './script-findings.ts'

/** Raise it when the same code is read in another way than before: what older scans found is then not used. */
export const SCANNER = 1

export interface SourceFindings {
  /** Ids whose tag is loaded; empty where the address has none that can be read. */
  loaders: Found[]
  /** Ids that are set up. */
  configs: Found[]
  /** `AW-…/label`, or empty when that cannot be read. */
  calls: Found[]
  /** How many files there are that a browser could run; not all were read when it is partial. */
  pages: number
  is_partial: boolean
}

export interface Found {
  file_path: string
  value: string
}

export interface SourceText {
  path: string
  text: string
}

/** Of each; what is beyond tells nothing new. */
const MOST_FOUND = 500

export interface FileFindings {
  path: string
  found: Findings
}

const MARKUP_FILE = /\.(html?|vue|svelte)$/i
/** How deep scripts in the texts of scripts are looked for. */
const DEEPEST = 2

export function findInFile({ path, text }: SourceText): FileFindings {
  const found = noFindings()
  look(text, MARKUP_FILE.test(path) ? 'markup' : 'script', found, 0)
  return { path, found }
}

function look(text: string, kind: 'markup' | 'script', found: Findings, depth: number): void {
  const { scripts, sources } = kind === 'markup' ? scriptsIn(text) : { scripts: [text], sources: [] }
  for (const source of sources) if (source.includes(LOADER)) found.loaders.push([{ text: source }])
  for (const script of scripts) {
    const nested = findInScript(script, found)
    if (depth === DEEPEST) continue
    for (const inner of nested) look(inner, isMarkup(inner) ? 'markup' : 'script', found, depth + 1)
  }
}

type Calls = Pick<SourceFindings, 'loaders' | 'configs' | 'calls'>

/** Names mean what their own file says, else what the others say, if those agree. */
export function combine(files: readonly FileFindings[]): Calls {
  const everywhere = meanings(files.flatMap(({ found }) => found.constants))
  const all: Calls = { loaders: [], configs: [], calls: [] }
  const add = (to: Found[], file_path: string, value: string) => {
    if (to.length < MOST_FOUND) to.push({ file_path, value })
  }
  for (const { path, found } of files) {
    const own = meanings(found.constants)
    const read = (expression: Expression) =>
      resolve(expression, (name) => (own.has(name) ? own.get(name) : everywhere.get(name)) ?? null)
    for (const address of found.loaders) add(all.loaders, path, idIn(read(address) ?? ''))
    for (const id of found.configs) add(all.configs, path, read(id) ?? '')
    for (const call of found.calls) add(all.calls, path, (call && read(call)) ?? '')
  }
  return all
}

const ID_IN_ADDRESS = /[?&]id=([\w-]+)/

function idIn(address: string): string {
  return ID_IN_ADDRESS.exec(address)?.[1] ?? ''
}

/** Null for names that mean several things. */
function meanings(constants: Findings['constants']): Map<string, Expression | null> {
  const byName = new Map<string, Expression | null>()
  for (const { name, value } of constants) {
    const known = byName.get(name)
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(value)
    byName.set(name, isSame ? value : null)
  }
  return byName
}

const DEEPEST_NAME = 3
const LONGEST_VALUE = 512

function resolve(
  expression: Expression,
  meaningOf: (name: string) => Expression | null,
  depth = 0,
): string | null {
  let value = ''
  for (const part of expression) {
    const meaning = 'name' in part ? meaningOf(part.name) : null
    const piece =
      'text' in part
        ? part.text
        : meaning && depth < DEEPEST_NAME
          ? resolve(meaning, meaningOf, depth + 1)
          : null
    if (piece === null) return null
    value += piece
    if (value.length > LONGEST_VALUE) return null
  }
  return value
}
