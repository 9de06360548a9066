/** Twenty tasks, from launch to a merged pull request, by a stand-in model that takes recorded turns. */
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CodingSession } from '@atrium/contract/coding-sessions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { useApp } from '../../../test/use-app.ts'
import { useTeam } from '../../../test/use-team.ts'
import { bubblewrapCommands } from '../../ports/commands/bubblewrap.ts'
import { ADA, CLONE, filesOf, gitScene, here, NEVER, NOON } from '../../ports/git/test/git-scene.ts'
import { memoryGit } from '../../ports/git/test/memory-git.ts'
import { startModelServer } from '../../ports/language-model/test/model-server.ts'
import { type CheckedTree, checkTrees } from './test/coding-tasks/check-tree.ts'
import { CODING_TASKS } from './test/coding-tasks/index.ts'
import type { CodingTask } from './test/coding-tasks/task.ts'
import { replayRecordings } from './test/recorded-turns.ts'

const model = await startModelServer(replayRecordings(CODING_TASKS))
afterAll(() => model.close())
const canRun = (await bubblewrapCommands({ log: collectedLog() }).fault()) === null
const TASKS = CODING_TASKS.filter(({ needsCommands = false }) => canRun || !needsCommands)

const { git, folder, place } = gitScene(memoryGit())
const app = useApp(() => ({ ...model.settings, rate_limits: 'off', data_dir: folder, coding_sessions: 4 }))
const { owner } = useTeam(app)
const client = () => app.as(owner)

interface Begun {
  task: CodingTask
  at: { app_id: string; session_id: string }
  bare: string
}

const begun = new Map<CodingTask, Begun>()
const ended = new Map<CodingTask, CodingSession>()

/** All side by side, each in an app of its own; who is asked answers, until all have ended. */
beforeAll(async () => {
  for (const task of TASKS) begun.set(task, await launch(task))
  const open = new Set(TASKS)
  const said = new Map<CodingTask, number>()
  for (let round = 0; open.size > 0 && round < 6; round++) {
    await app.atrium.jobs.drain()
    for (const task of open) {
      const { at } = begunOf(task)
      const session = await client().coding.read(at)
      ended.set(task, session)
      const next = task.says?.[said.get(task) ?? 0]
      if (session.state === 'failed' || next === undefined) open.delete(task)
      else {
        said.set(task, (said.get(task) ?? 0) + 1)
        await client().coding.message(at, next, { idempotency_key: `say-${said.get(task)}` })
      }
    }
  }
}, 900_000)

test('there are twenty, with prompts of their own', () => {
  expect(CODING_TASKS).toHaveLength(20)
  expect(new Set(CODING_TASKS.map(({ title }) => title)).size).toBe(20)
  for (const { prompt } of CODING_TASKS)
    expect(CODING_TASKS.filter((other) => other.prompt.includes(prompt))).toHaveLength(1)
})

describe('reaches a pull request that can be merged, and is right:', () => {
  test.each(TASKS.map((task) => [task.title, task] as const))('%s', async (_, task) => {
    const session = ended.get(task)
    expect(session).toMatchObject({
      ...{ state: 'completed', outcome: 'pull_request', error_code: null, error_message: null },
      pull_request: { title: task.title, state: 'open', commits: expect.any(Number) },
    })
    const { at, bare } = begunOf(task)
    const { app_id } = at
    const number = session?.pull_request?.number ?? 0
    const pull = await client().pull_requests.read({ app_id, number })
    expect(pull).toMatchObject({ mergeable: true })
    await client().pull_requests.merge({ app_id, number }, {})
    const merged = await git.clone(here(bare), place(), { ...CLONE, maxFiles: 1_000, ref: 'main' })
    expect(await checkTrees([{ tree: merged.tree, check: task.check }])).toEqual([null])
  })
})

test('what holds before the work is not what the checks want', async () => {
  const trees: CheckedTree[] = []
  for (const { files, check } of TASKS) {
    const tree = place()
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(tree, path)), { recursive: true })
      await writeFile(join(tree, path), text)
    }
    trees.push({ tree, check })
  }
  expect((await checkTrees(trees)).filter((wrong) => wrong === null)).toEqual([])
})

function begunOf(task: CodingTask): Begun {
  const found = begun.get(task)
  if (!found) throw new Error(`${task.title} was not begun`)
  return found
}

async function launch(task: CodingTask): Promise<Begun> {
  const { id: app_id } = await app.make.app(owner)
  const full_name = `tasks/${app_id.replaceAll('_', '-')}`
  await client().repository.connect({ app_id }, { provider: 'local', full_name })
  const [row] = await app.sql<{
    id: string
  }>`select id from local_repositories where full_name = ${full_name}`
  const bare = join(folder, 'repositories', `${row?.id}.git`)
  const copy = await git.createWorkCopy(place(), filesOf({ ...task.files }))
  const first = await copy.head()
  for (const [path, target] of Object.entries(task.links ?? {})) await symlink(target, join(copy.tree, path))
  const links = { parent: first, message: 'Links', author: ADA, at: NOON }
  const commit = task.links ? await copy.commitAll(links) : first
  if (commit === null) throw new Error('there are files')
  await copy.push({ remote: here(bare), branch: 'main', commit, expected: null, signal: NEVER })
  await copy.remove()
  const { prompt, title } = task
  const session = await client().coding.launch({ app_id }, { prompt, title }, { idempotency_key: 'task' })
  return { task, at: { app_id, session_id: session.id }, bare }
}
