import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collectedLog } from '../../../../../test/collected-log.ts'
import { useFolder } from '../../../../../test/use-folder.ts'
import { bubblewrapCommands } from '../../../../ports/commands/bubblewrap.ts'
import { type Commands, CommandsUnavailable } from '../../../../ports/commands/port.ts'
import { runChecks } from './checks.ts'

const folder = useFolder()
const signal = new AbortController().signal
const commands = bubblewrapCommands({ log: collectedLog() })

function makeTree(files: Record<string, string>): string {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(tree, path), text)
  return tree
}
const manifest = (scripts: object) => JSON.stringify({ scripts })

test('checks pass and fail in the sandbox, with what they wrote', async ({ skip }) => {
  const fault = await commands.fault()
  skip(fault !== null, 'bubblewrap is not there, or may not make namespaces')
  const tree = makeTree({
    'package.json': manifest({ lint: 'node lint.js', test: 'node -e "console.log(1 + 1)"' }),
    'lint.js': 'console.log("a".repeat(50_000)); console.error("bad line"); process.exit(3)',
  })
  const [lint, tests] = await runChecks({ tree, commands, signal })
  expect(tests).toMatchObject({ name: 'test', status: 'passed', output: '2\n' })
  expect(lint).toMatchObject({ name: 'lint', status: 'failed' })
  expect(lint?.output).toMatch(/bytes left out[\s\S]*bad line/)
  expect(lint?.output.length).toBeLessThanOrEqual(10_000)
})

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
