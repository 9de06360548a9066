/** Which checks a repository has, by the files that it has. */
import { quoted } from '../../../../platform/bubblewrap.ts'

export interface Check {
  name: string
  command: string
  /** Null: it can be run. */
  skipped: string | null
}

/** What is looked at: files at the top of the tree, and programs of the sandbox. */
export interface RepositoryFacts {
  /** Text of these files, where they are there and can be read. */
  files: ReadonlyMap<string, string>
  hasModules: boolean
  programs: ReadonlySet<string>
}

/** Files whose text decides. */
export const CHECK_FILES = [
  ...['package.json', 'Makefile', 'pyproject.toml', 'pytest.ini', 'tox.ini', 'setup.cfg', 'conftest.py'],
  ...['go.mod', 'Cargo.toml'],
]
/** Programs whose presence decides. */
export const CHECK_PROGRAMS = ['npm', 'make', 'pytest', 'go', 'cargo']

/** Types first, tests last: the cheapest answer comes first. */
const SCRIPTS = ['typecheck', 'check', 'lint', 'test'] as const

export function findChecks(facts: RepositoryFacts): Check[] {
  return [...packageChecks(facts), ...makeChecks(facts), ...languageChecks(facts)]
}

function packageChecks({ files, hasModules, programs }: RepositoryFacts): Check[] {
  const text = files.get('package.json')
  if (text === undefined) return []
  const manifest = readObject(text)
  if (!manifest)
    return [{ name: 'package.json', command: 'npm test', skipped: 'package.json is not valid JSON.' }]
  const scripts = asObject(manifest.scripts)
  const needs = Object.keys({ ...asObject(manifest.dependencies), ...asObject(manifest.devDependencies) })
  const why =
    needs.length > 0 && !hasModules
      ? `It needs packages that are not in the repository, such as ${needs[0]}; the sandbox has no network to install them.`
      : null
  return SCRIPTS.flatMap((name) => {
    const script = scripts[name]
    if (typeof script !== 'string' || script.trim() === '' || PLACEHOLDER.test(script)) return []
    const command = programs.has('npm') ? `npm run --silent ${name}` : withModules(script)
    return [{ name, command, skipped: why }]
  })
}

/** What `npm init` writes where there are no tests. */
const PLACEHOLDER = /no test specified/

/** As npm would run it, where there is no npm. */
function withModules(script: string): string {
  return `PATH="$PWD/node_modules/.bin:$PATH" sh -c ${quoted(script)}`
}

function makeChecks({ files, programs }: RepositoryFacts): Check[] {
  // The manifest of a package says what its Makefile would only repeat.
  if (files.has('package.json')) return []
  const makefile = files.get('Makefile') ?? ''
  return ['lint', 'test']
    .filter((target) => new RegExp(`^${target}\\s*:(?!=)`, 'm').test(makefile))
    .map((target) => ({
      ...{ name: target, command: `make ${target}` },
      skipped: programs.has('make') ? null : missing('make'),
    }))
}

function languageChecks({ files, programs }: RepositoryFacts): Check[] {
  const found: { program: string; command: string }[] = []
  const isPytest =
    files.has('pytest.ini') ||
    files.has('conftest.py') ||
    ['pyproject.toml', 'tox.ini', 'setup.cfg'].some((name) => /pytest/.test(files.get(name) ?? ''))
  if (isPytest) found.push({ program: 'pytest', command: 'pytest -q -p no:cacheprovider' })
  if (files.has('go.mod')) found.push({ program: 'go', command: 'go test ./...' })
  if (files.has('Cargo.toml')) found.push({ program: 'cargo', command: 'cargo test --offline --quiet' })
  return found.map(({ program, command }) => ({
    ...{ name: program, command },
    skipped: programs.has(program) ? null : missing(program),
  }))
}

const missing = (program: string) => `The server has no ${program} to run it with.`

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null // somebody else's file
  }
}

const asObject = (value: unknown) => (isObject(value) ? value : {})
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
