import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { LeftOut } from '../platform/archive/collection.ts'
import { exportArchive } from '../platform/archive/export-archive.ts'
import { describedTables } from '../platform/database/table.ts'
import { type Command, OperatorError, UsageError } from './command.ts'
import { logLeftOut, writeReport } from './report.ts'
import { operatorStore } from './store.ts'

export const exportCommand: Command = {
  words: ['export'],
  usage: 'FILE|- [--lines] [--workspace ID]… [--with-files] [--with-passwords] [--report FILE]',
  summary:
    'Writes everything, or some workspaces, as an archive without secrets, and says what stays behind and why; --lines for large ones. --with-files adds the bytes of files (needs --lines), --with-passwords the hashes of passwords: treat such a file as a secret. --report writes what stays behind as JSON.',
  options: {
    lines: { type: 'boolean' },
    workspace: { type: 'string', multiple: true },
    'with-files': { type: 'boolean' },
    'with-passwords': { type: 'boolean' },
    report: { type: 'string' },
  },
  prepare(flags, { stdout }) {
    const file = flags.word('FILE (or - for standard output)')
    const form = flags.has('lines') ? 'lines' : 'document'
    const wanted = flags.list('workspace')
    const chosen = { with_files: flags.has('with-files'), with_passwords: flags.has('with-passwords') }
    if (chosen.with_files && form !== 'lines') throw new UsageError('--with-files needs --lines.')
    const reportFile = flags.find('report')
    return async ({ db, log, collections }) => {
      const known = await operatorStore(db).knownWorkspaces(wanted)
      const unknown = wanted.find((id) => !known.includes(id))
      if (unknown !== undefined) throw new OperatorError(`There is no workspace "${unknown}".`)
      const scope = { workspace_ids: wanted.length > 0 ? wanted : null, ...chosen }
      const left_out: LeftOut[] = []
      const report = {
        tables: describedTables,
        leftOut: (entries: LeftOut[]) => void left_out.push(...entries),
      }
      const write = (sink: Writable) => exportArchive({ db, collections, scope, form, sink, report })
      const counts = file === '-' ? await write(stdout) : await intoFile(file, write)
      log.info({}, `Written: ${describe(counts)}.`)
      logLeftOut(log, 'Not in the archive', left_out)
      if (reportFile !== null) await writeReport(reportFile, { written: counts, left_out })
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
