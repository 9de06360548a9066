import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Writable } from 'node:stream'
import type { LeftOut } from '../platform/archive/collection.ts'
import {
  type Imported,
  type ImportOptions,
  importArchive,
  previewArchive,
} from '../platform/archive/import-archive.ts'
import { requireRightKey } from '../platform/sealing/key-check.ts'
import { type Command, type Operator, OperatorError, visible, writeResult } from './command.ts'
import { logLeftOut, writeReport } from './report.ts'
import { operatorStore } from './store.ts'

export const importCommand: Command = {
  words: ['import'],
  usage: 'FILE|- [--dry-run] [--yes] [--report FILE]',
  summary:
    'Brings an archive in, all of it or nothing; what is already there stays as it is. Where there are workspaces, it lists what it would add and asks; --yes does not ask, --dry-run only lists. At the end it says what did not come in as it was; --report writes that as JSON.',
  begins: true,
  options: { 'dry-run': { type: 'boolean' }, yes: { type: 'boolean' }, report: { type: 'string' } },
  prepare(flags, operator) {
    const file = flags.word('FILE (or - for standard input)')
    const isDry = flags.has('dry-run')
    const reportFile = flags.find('report')
    // Before a database is started, or made, for nothing.
    if (file !== '-' && !existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
    return async ({ db, now, log, secrets, collections }) => {
      await requireRightKey({ db, secrets })
      const source = file === '-' ? operator.stdin : file
      const options = { db, collections, source, now, log, secrets }
      if (isDry) return showPreview(await previewArchive(options), operator)
      const mustAgree = !flags.has('yes') && (await operatorStore(db).hasWorkspaces())
      const review = mustAgree ? await agreement(options, file, operator) : listAccess(operator.stderr)
      const left_out: LeftOut[] = []
      const report = (entries: LeftOut[]) => void left_out.push(...entries)
      const added = await importArchive({ ...options, review, report })
      if (operator.format === 'json' || Object.keys(added).length > 0) writeResult(operator, added)
      const total = sum(added)
      log.info({}, total === 0 ? 'Nothing was new.' : `${total} new rows.`)
      logLeftOut(log, 'Not as it was', left_out)
      if (reportFile !== null) await writeReport(reportFile, { added, left_out })
    }
  },
}

type Review = (preview: Imported) => void

/** Asks on what a preview shows; what comes in then must be just that. */
async function agreement(options: ImportOptions, file: string, operator: Operator): Promise<Review> {
  const { stderr } = operator
  // It can be read once only, and there is nobody to ask.
  if (file === '-') {
    return (preview) => {
      if (sum(preview.added) === 0) return
      list(preview, stderr)
      throw new OperatorError(`${NOTHING} Add --yes to import from standard input.`)
    }
  }
  const shown = await previewArchive(options)
  if (sum(shown.added) === 0) return () => {}
  list(shown, stderr)
  if (!(await isAgreed(operator))) throw new OperatorError(`${NOTHING} Answer y, or add --yes.`)
  return (preview) => {
    if (JSON.stringify(preview) !== JSON.stringify(shown))
      throw new OperatorError(`${NOTHING} It would not be the same any more; look at the list again.`)
  }
}

const NOTHING = 'Nothing was imported.'

async function isAgreed({ stdin, stderr }: Operator): Promise<boolean> {
  stderr.write('Import this? [y/N] ')
  const lines = createInterface({ input: stdin })
  try {
    for await (const line of lines) return /^y(es)?$/i.test(line.trim())
    return false
  } finally {
    lines.close()
  }
}

function showPreview(preview: Imported, { stdout, format }: Operator): void {
  if (format === 'table') list(preview, stdout)
  else stdout.write(`${JSON.stringify({ added: newIn(preview), grants: preview.grants }, null, 2)}\n`)
}

function list(preview: Imported, stdout: Writable): void {
  stdout.write(sum(preview.added) === 0 ? 'Nothing would be new.\n' : 'This would be new:\n')
  listAccess(stdout)(preview)
  const counts = newIn(preview)
  if (Object.keys(counts).length > 0) writeResult({ stdout, format: 'table' }, counts)
}

function newIn({ added }: Imported): Record<string, number> {
  return Object.fromEntries(Object.entries(added).filter(([, count]) => count > 0))
}

function listAccess(stdout: Writable): Review {
  return ({ grants }) => {
    for (const { kind, text } of grants) stdout.write(`${kind.padEnd(10)}  ${visible(text)}\n`)
  }
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0)
}
