import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What the checks of tasks are written with. */
const PRELUDE = `
import { deepEqual, equal, match } from 'node:assert/strict'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
const text = (path) => readFileSync(path, 'utf8')
const link = (path) => readlinkSync(path)
const exists = (path) => existsSync(path)
`

/** Runs the hidden check of a task in a tree; returns what it says is wrong, or null. */
export async function checkTree(tree: string, check: string): Promise<string | null> {
  const program = ['--input-type=module', '--eval', `${PRELUDE}${check}`]
  return promisify(execFile)(process.execPath, program, { cwd: tree, env: { PATH: process.env.PATH } }).then(
    () => null,
    (error: Error & { stderr?: string }) => error.stderr ?? error.message,
  )
}
