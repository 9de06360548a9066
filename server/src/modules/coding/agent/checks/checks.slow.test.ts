/** Checks of a repository, in the sandbox of this machine: alone, and at the end of a session. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../../../test/collected-log.ts'
import { useFolder } from '../../../../../test/use-folder.ts'
import { bubblewrapCommands } from '../../../../ports/commands/bubblewrap.ts'
import { startModelServer } from '../../../../ports/language-model/test/model-server.ts'
import { useCoding } from '../../test/coding-scene.ts'
import { finish, modelScript, write } from '../../test/model-script.ts'
import { runChecks } from './checks.ts'

const folder = useFolder()
const signal = new AbortController().signal
const commands = bubblewrapCommands({ log: collectedLog() })
const canRun = (await commands.fault()) === null
const model = await startModelServer()
afterAll(() => model.close())
const { script, turnsAsked, seenBy } = modelScript(model)
const { at, client, push, run, events } = useCoding(() => model.settings)

function makeTree(files: Record<string, string>): string {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [path, text] of Object.entries(files)) writeFileSync(join(tree, path), text)
  return tree
}

test.skipIf(!canRun)('checks pass and fail in the sandbox, with what they wrote', async () => {
  const tree = makeTree({
    'package.json': JSON.stringify({
      scripts: { lint: 'node lint.js', test: 'node -e "console.log(1 + 1)"' },
    }),
    'lint.js': 'console.log("a".repeat(50_000)); console.error("bad line"); process.exit(3)',
  })
  const [lint, tests] = await runChecks({ tree, commands, signal })
  expect(tests).toMatchObject({ name: 'test', status: 'passed', output: '2\n' })
  expect(lint).toMatchObject({ name: 'lint', status: 'failed' })
  expect(lint?.output).toMatch(/bytes left out[\s\S]*bad line/)
  expect(lint?.output.length).toBeLessThanOrEqual(10_000)
})

describe.skipIf(!canRun)('checks that fail', () => {
  const withChecks = () =>
    push('main', { 'package.json': JSON.stringify({ scripts: { test: 'grep good notes.txt' } }) })

  test('are shown to the coder, and what it repairs is not mentioned', async () => {
    await withChecks()
    script(
      { call: [write('notes.txt', 'bad\n'), finish()] },
      { call: [write('notes.txt', 'good\n'), finish('Repaired.')] },
    )
    const session = await run('Take notes')
    expect(session).toMatchObject({ state: 'completed', summary: 'Repaired.', pull_request: { commits: 1 } })
    expect(seenBy(1)).toContain('These checks of the repository failed on your changes.')
    const { body } = await client().pull_requests.read({ app_id: at.app_id, number: 1 })
    expect(body).not.toContain('Checks that fail')
  })

  test('and stay so are named in the pull request', async () => {
    await withChecks()
    script(
      { call: [write('notes.txt', 'bad\n'), finish()] },
      { call: [finish('I cannot.')] },
      { call: [finish('I still cannot.')] },
    )
    const session = await run('Take notes')
    expect(session).toMatchObject({ state: 'completed', outcome: 'pull_request' })
    expect(turnsAsked()).toHaveLength(3)
    const checks = (await events(session.id)).flatMap(({ type, data }) => (type === 'check' ? [data] : []))
    expect(checks.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
    const { body } = await client().pull_requests.read({ app_id: at.app_id, number: 1 })
    expect(body).toContain('## Checks that fail\n\n**test**')
  })
})
