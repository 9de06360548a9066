import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { exportArchive } from '../platform/archive/export-archive.ts'
import { type Command, OperatorError } from './command.ts'
import { operatorStore } from './store.ts'

export const exportCommand: Command = {
  words: ['export'],
  usage: 'FILE|- [--lines] [--workspace ID]…',
  summary: 'Writes everything, or some workspaces, as an archive without secrets; --lines for large ones.',
  options: { lines: { type: 'boolean' }, workspace: { type: 'string', multiple: true } },
  prepare(flags, { stdout }) {
    const file = flags.word('FILE (or - for standard output)')
    const form = flags.has('lines') ? 'lines' : 'document'
    const wanted = flags.list('workspace')
    return async ({ db, log, collections }) => {
      const known = await operatorStore(db).knownWorkspaces(wanted)
      const unknown = wanted.find((id) => !known.includes(id))
      if (unknown !== undefined) throw new OperatorError(`There is no workspace "${unknown}".`)
      const scope = { workspace_ids: wanted.length > 0 ? wanted : null }
      const write = (sink: Writable) => exportArchive({ db, collections, scope, form, sink })
      const counts = file === '-' ? await write(stdout) : await intoFile(file, write)
      log.info({}, `Written: ${describe(counts)}.`)
    }
  },
}

/** A file has its name only when it is complete, so a failed export never spoils the one before. */
async function intoFile<T>(path: string, write: (sink: Writable) => Promise<T>): Promise<T> {
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const sink = createWriteStream(draft, { mode: 0o600, flags: 'wx', flush: true })
  try {
    const result = await write(sink)
    sink.end()
    await finished(sink)
    await rename(draft, path)
    return result
  } catch (error) {
    sink.destroy()
    await rm(draft, { force: true })
    throw error
  }
}

function describe(counts: Readonly<Record<string, number>>): string {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  return parts.length > 0 ? parts.join(', ') : 'an empty archive'
}
