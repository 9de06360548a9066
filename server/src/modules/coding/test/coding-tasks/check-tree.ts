import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Gives each check what it is written with, and says what was wrong with each tree. */
const PROGRAM = `
import { deepEqual, equal, match } from 'node:assert/strict'
import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
const results = []
for (const { tree, check } of JSON.parse(process.argv[1])) {
  const tools = {
    deepEqual, equal, match,
    text: (path) => readFileSync(join(tree, path), 'utf8'),
    link: (path) => readlinkSync(join(tree, path)),
    exists: (path) => existsSync(join(tree, path)),
    load: (path) => import(pathToFileURL(join(tree, path))),
  }
  const run = new Function(...Object.keys(tools), 'return (async () => {' + check + '})()')
  results.push(await run(...Object.values(tools)).then(() => null, String))
}
process.stdout.write(JSON.stringify(results))
`

export interface CheckedTree {
  tree: string
  check: string
}

/** Runs the hidden checks of tasks, each in its tree, in one process of their own; null for what is right. */
export async function checkTrees(trees: readonly CheckedTree[]): Promise<(string | null)[]> {
  const program = ['--input-type=module', '--eval', PROGRAM, JSON.stringify(trees)]
  const { stdout } = await promisify(execFile)(process.execPath, program, { env: { PATH: process.env.PATH } })
  return JSON.parse(stdout)
}
