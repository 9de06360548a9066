import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../../../../../test/use-folder.ts'
import { type Commands, CommandsUnavailable } from '../../../../ports/commands/port.ts'
import { runChecks } from './checks.ts'

const folder = useFolder()
const signal = new AbortController().signal

function makeTree(files: Record<string, string>): string {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(tree, path), text)
  return tree
}
const manifest = (scripts: object) => JSON.stringify({ scripts })

test('where commands are off every check is skipped, and says why', async () => {
  const off: Commands = {
    fault: async () => 'Commands are off.',
    run: () => Promise.reject(new CommandsUnavailable('Commands are off.')),
  }
  const tree = makeTree({ 'package.json': manifest({ test: 'node --test' }) })
  expect(await runChecks({ tree, commands: off, signal })).toEqual([
    { name: 'test', command: 'npm run --silent test', status: 'skipped', output: 'Commands are off.' },
  ])
})

test('links and folders in the place of files are not read', async () => {
  const off: Commands = { fault: async () => 'off', run: () => Promise.reject(new Error('never')) }
  const tree = makeTree({})
  const outside = makeTree({ 'package.json': manifest({ test: 'true' }) })
  symlinkSync(join(outside, 'package.json'), join(tree, 'package.json'))
  mkdirSync(join(tree, 'Makefile'))
  expect(await runChecks({ tree, commands: off, signal })).toEqual([])
})
