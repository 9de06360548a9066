/** Runs the checks that a repository has: types, lint, tests. */
import { constants, type Stats } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type CommandResult, type Commands, CommandsUnavailable } from '../../../../ports/commands/port.ts'
import { CHECK_FILES, CHECK_PROGRAMS, type Check, findChecks, type RepositoryFacts } from './check-rules.ts'

export interface CheckResult {
  name: string
  command: string
  status: 'passed' | 'failed' | 'skipped'
  /** What it wrote, or why it was not run. */
  output: string
}

const CHECK_MS = 5 * 60_000
const MAX_OUTPUT = 10_000
/** Leaves room for what is added to it. */
const MAX_WRITTEN_BYTES = 9_500
const LARGEST_FILE = 1_048_576

/** One after the other; nothing that a check does makes this throw, but the signal. */
export async function runChecks({
  tree,
  commands,
  signal,
}: {
  tree: string
  commands: Commands
  signal: AbortSignal
}): Promise<CheckResult[]> {
  const off = await commands.fault()
  const programs = off === null ? await findPrograms(tree, commands, signal) : new Set(CHECK_PROGRAMS)
  const results: CheckResult[] = []
  for (const check of findChecks(await factsOf(tree, programs)))
    results.push(await runCheck(check, { tree, commands, signal, off }))
  return results
}

async function runCheck(
  { name, command, skipped }: Check,
  {
    tree,
    commands,
    signal,
    off,
  }: { tree: string; commands: Commands; signal: AbortSignal; off: string | null },
): Promise<CheckResult> {
  const why = off ?? skipped
  if (why !== null) return { name, command, status: 'skipped', output: why }
  try {
    const request = { tree, command, timeoutMs: CHECK_MS, maxOutputBytes: MAX_WRITTEN_BYTES, signal }
    const result = await commands.run(request)
    return { name, command, status: result.exit_code === 0 ? 'passed' : 'failed', output: outputOf(result) }
  } catch (error) {
    if (!(error instanceof CommandsUnavailable)) throw error
    return { name, command, status: 'skipped', output: error.message }
  }
}

function outputOf({ output, timed_out }: CommandResult): string {
  const text = timed_out
    ? `${output}\n[It took longer than ${CHECK_MS / 60_000} minutes and was ended.]\n`
    : output
  return text.slice(0, MAX_OUTPUT).toWellFormed()
}

/** In the sandbox, which may have fewer than the server. */
async function findPrograms(
  tree: string,
  commands: Commands,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const command = `for name in ${CHECK_PROGRAMS.join(' ')}; do command -v $name > /dev/null && echo $name; done; true`
  const { output } = await commands.run({ tree, command, timeoutMs: 30_000, maxOutputBytes: 1_000, signal })
  return new Set(output.split('\n').filter((name) => CHECK_PROGRAMS.includes(name)))
}

async function factsOf(tree: string, programs: ReadonlySet<string>): Promise<RepositoryFacts> {
  const files = new Map<string, string>()
  for (const name of CHECK_FILES) {
    const text = await readPlainFile(join(tree, name))
    if (text !== null) files.set(name, text)
  }
  const hasModules = (await find(join(tree, 'node_modules')))?.isDirectory() ?? false
  return { files, hasModules, programs }
}

/** Null for what is missing, too large, or no file: a link may lead out of the tree, and a pipe never ends. */
async function readPlainFile(path: string): Promise<string | null> {
  const found = await find(path)
  if (!found?.isFile() || found.size > LARGEST_FILE) return null
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

function find(path: string): Promise<Stats | null> {
  return lstat(path).catch(() => null)
}
