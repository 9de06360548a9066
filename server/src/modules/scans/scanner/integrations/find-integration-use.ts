import { isCodePath } from '../code/code-paths.ts'
import { hashOf } from '../memory.ts'
import { type Piece, runTasks, type TaskRun } from '../run-tasks.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Integration } from './list-integrations.ts'

/** What the code of an app calls of the built-in integrations. */
export interface IntegrationUse {
  /** How many files were looked at. */
  files: number
  in_app: ReadonlySet<Integration>
  /** By functions that anybody can call without signing in. */
  in_open_functions: ReadonlySet<Integration>
  /** Whether any are called whose names do not stand in the code, or a file could not be read. */
  is_open: boolean
}

type Run = Pick<TaskRun, 'processes' | 'memory' | 'signal'> & {
  snapshot: Snapshot
  task_milliseconds: number
}

export async function findIntegrationUse(run: Run): Promise<IntegrationUse> {
  const { snapshot, task_milliseconds, ...shared } = run
  const in_app = new Set<Integration>()
  const in_open_functions = new Set<Integration>()
  let [files, is_open] = [0, false]

  async function* pieces(): AsyncGenerator<Piece<'integrations'> & { found: Set<Integration> }> {
    for await (const { path, id, read } of snapshot.files()) {
      if (!isCodePath(path)) continue
      const input = async () => {
        const text = await read()
        return text === null ? null : { path, text }
      }
      yield { name: path, key: [id], input, found: in_app }
    }
    for (const { files, access } of snapshot.functions) {
      const found = access === 'anyone' ? in_open_functions : in_app
      for (const file of files) {
        yield { name: file.path, key: [hashOf(file.text)], input: async () => file, found }
      }
    }
  }

  const whole = { ...shared, app_id: snapshot.app.id, milliseconds: task_milliseconds, onDone() {} }
  const missed = await runTasks(whole, 'integrations', pieces(), (output, { found }) => {
    files++
    is_open ||= output.is_open
    for (const name of output.names) found.add(name)
  })
  return { files, in_app, in_open_functions, is_open: is_open || missed.length > 0 }
}
