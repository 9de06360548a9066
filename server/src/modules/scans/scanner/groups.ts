/** How each group is looked at. What is found is handed over as it comes, so that a group that is late has not failed. */
import type { FindingGroup, FindingOf } from '@atrium/contract/scan-findings'
import { isApart, isCodePath, type SkipReason } from './code/code-paths.ts'
import { describeSkipped } from './code/describe-skipped.ts'
import type { LockedPackage } from './dependencies/read-lock-file.ts'
import { scanDependencies } from './dependencies/scan-dependencies.ts'
import { findLockFiles } from './find-lock-files.ts'
import { scanHeaders } from './headers/scan-headers.ts'
import { hashOf, type Memory } from './memory.ts'
import { mergePackages } from './merge-packages.ts'
import type { ScanProcesses } from './processes.ts'
import { type Missed, type Piece, runTasks, type TaskRun } from './run-tasks.ts'
import type { ScanTask, TaskOutput } from './scan-tasks.ts'
import type { ScannerParts } from './scanner-parts.ts'
import type { Snapshot, SourceFile } from './snapshot.ts'
import { listed, numbered } from './summary.ts'

export interface GroupRun<G extends FindingGroup> {
  snapshot: Snapshot
  parts: ScannerParts
  processes: ScanProcesses
  memory: Memory
  signal: AbortSignal
  /** For each file or function. */
  task_milliseconds: number
  add(findings: readonly FindingOf<G>[]): void
  report(done: number, total: number): void
}

export interface GroupOutcome {
  notes?: readonly string[]
  /** What was not checked, and why; null when all was. */
  unchecked: string | null
}

type Groups = { [G in FindingGroup]: (run: GroupRun<G>) => Promise<GroupOutcome> }

export const groups: Groups = {
  async rls_recommendations(run) {
    const { app, schemas } = run.snapshot
    const input = { app: { public_settings: app.public_settings }, schemas }
    const piece = { name: 'the schemas', key: [hashOf(JSON.stringify(input))], input: async () => input }
    return outcomeOf(await runAll(run, 'rules', [piece], 1, run.add))
  },

  async hardcoded_secrets(run) {
    const { snapshot, parts } = run
    const ofFunctions = snapshot.functions.flatMap(({ name, files }) =>
      files.map(({ path, text }) => ({
        path,
        id: hashOf(text),
        read: async () => text,
        function_name: name,
      })),
    )
    async function* pieces(): AsyncGenerator<Piece<'secrets'>> {
      for await (const file of snapshot.files()) yield pieceOf({ ...file, function_name: null })
      for (const file of ofFunctions) yield pieceOf(file)
    }
    const pieceOf = ({ path, id, read, function_name }: SourceFile & { function_name: string | null }) => ({
      name: path,
      key: [path, id, function_name ?? '', hashOf(parts.key)],
      async input() {
        const text = await read()
        return text === null ? null : { file: { path, text }, function_name, key: parts.key }
      },
    })
    const total = snapshot.file_count + ofFunctions.length
    return outcomeOf(await runAll(run, 'secrets', pieces(), total, run.add))
  },

  async backend_functions(run) {
    const { app, functions } = run.snapshot
    const pieces = functions.map((fn) => {
      const input = { app: { public_settings: app.public_settings }, fn }
      return { name: fn.name, key: [hashOf(JSON.stringify(input))], input: async () => input }
    })
    return outcomeOf(await runAll(run, 'function', pieces, functions.length, run.add))
  },

  async dependency_vulnerabilities(run) {
    const { snapshot, parts, signal } = run
    if (!snapshot.app.dependency_scan_enabled) return { unchecked: 'switched off for this app' }
    const { lock_files, unchecked } = await findLockFiles(snapshot)
    const faults: string[] = []
    const packages: LockedPackage[] = []
    const pieces = lock_files.map(({ file, manifest }) => ({
      name: file.path,
      key: [file.path, file.id, manifest?.id ?? ''],
      async input() {
        const [text, manifestText] = [await file.read(), (await manifest?.read()) ?? null]
        if (text === null) return null
        return {
          file: { path: file.path, text },
          manifest: manifest && manifestText !== null ? { path: manifest.path, text: manifestText } : null,
        }
      },
    }))
    const missed = await runAll(run, 'lock_file', pieces, pieces.length, (output, { name }) => {
      if ('fault' in output) faults.push(`${name}: ${output.fault}`)
      else packages.push(...output.packages)
    })
    const { findings, unchecked: unknown } = await scanDependencies(
      parts.advisories,
      mergePackages(packages),
      signal,
    )
    run.add(findings)
    const open = [unchecked, ...faults, describeMissed(missed), unknown].filter((one) => one !== null)
    return { unchecked: open.length > 0 ? open.map(withoutStop).join('; ') : null }
  },

  async static_code_findings(run) {
    const { snapshot } = run
    if (!snapshot.app.static_code_enabled) return { unchecked: 'switched off for this app' }
    const skipped = new Map<SkipReason, number>()
    const skip = (why: SkipReason) => skipped.set(why, (skipped.get(why) ?? 0) + 1)
    async function* pieces(): AsyncGenerator<Piece<'code'>> {
      for await (const { path, id, read } of snapshot.files()) {
        if (!isCodePath(path)) continue
        if (isApart(path)) {
          skip('apart')
          continue
        }
        const input = async () => {
          const text = await read()
          return text === null ? null : { path, text }
        }
        yield { name: path, key: [path, id], input }
      }
    }
    const missed = await runAll(run, 'code', pieces(), snapshot.file_count, ({ findings, skipped: why }) => {
      run.add(findings)
      if (why) skip(why)
    })
    return { ...outcomeOf(missed), notes: describeSkipped(skipped) }
  },

  async header_recommendations({ snapshot, parts, signal, add }) {
    const { published_url } = snapshot.app
    if (published_url === null) return { unchecked: 'the app is not published' }
    const { findings, unchecked } = await scanHeaders(parts, published_url, signal)
    add(findings)
    return { unchecked: unchecked === null ? null : withoutStop(unchecked) }
  },
}

async function runAll<T extends ScanTask, G extends FindingGroup>(
  { snapshot, processes, memory, signal, task_milliseconds, report }: GroupRun<G>,
  task: T,
  pieces: AsyncIterable<Piece<T>> | Iterable<Piece<T>>,
  total: number,
  onOutput: (output: TaskOutput<T>, piece: Piece<T>) => void,
): Promise<Missed[]> {
  const onDone = (done: number) => report(Math.min(done, total), total)
  onDone(0)
  const run: TaskRun = {
    ...{ processes, memory, signal, onDone },
    app_id: snapshot.app.id,
    milliseconds: task_milliseconds,
  }
  const missed = await runTasks(run, task, pieces, onOutput)
  onDone(total)
  return missed
}

function outcomeOf(missed: readonly Missed[]): GroupOutcome {
  return { unchecked: describeMissed(missed) }
}

/** So many are named; the rest is counted. */
const NAMED = 5

function describeMissed(missed: readonly Missed[]): string | null {
  if (missed.length === 0) return null
  const named = missed.slice(0, NAMED).map(({ name, why }) => `${name}: ${why}`)
  const more = missed.length - named.length
  return listed(more > 0 ? [...named, `${numbered(more)} more`] : named)
}

/** As a part of a longer sentence. */
function withoutStop(sentence: string): string {
  const [first = '', ...rest] = sentence.replace(/\.$/, '')
  return first.toLowerCase() + rest.join('')
}
