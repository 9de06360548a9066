/** An Atrium with a PostgreSQL of its own, in which either may die. */
import { describe, expect, test } from 'vitest'
import { isAlive } from '../src/platform/database/living-process.ts'
import { startFolderWriters } from './folder-writers.ts'
import { clientOf, findPostmaster } from './node-process.ts'
import { spawnTestNode, startTestNode, testDataDir } from './test-nodes.ts'
import { until } from './until.ts'

describe('kill -9', () => {
  test('of Atrium: the next one ends the PostgreSQL left over and has every answered write', async () => {
    const settings = { DATA_DIR: await testDataDir(), RATE_LIMITS: 'off' }
    const first = await startTestNode({ settings })
    const token = first.token ?? ''
    const writers = startFolderWriters({ client: () => clientOf(first, token), count: 4 })
    await until('enough writes', () => writers.answered >= 100)
    await first.kill('SIGKILL')
    await writers.stop()
    const leftOver = postmasterOf(settings)

    const second = await startTestNode({ settings })
    expect(second.output()).toContain('stopping the PostgreSQL that an earlier Atrium left running')
    expect(second.token).toBeNull()
    expect(isAlive(leftOver)).toBe(false)
    const { folders } = await clientOf(second, token).folders.tree()
    expect(writers.compare(folders)).toEqual([])
    expect(await second.stop()).toBe(0)
    expect(findPostmaster(settings.DATA_DIR)).toBeNull()
  })

  test('of PostgreSQL: requests are refused for a moment, then all goes on without a restart', async () => {
    const settings = { DATA_DIR: await testDataDir(), RATE_LIMITS: 'off' }
    const node = await startTestNode({ settings })
    const token = node.token ?? ''
    const writers = startFolderWriters({ client: () => clientOf(node, token), count: 4 })
    await until('enough writes', () => writers.answered >= 100)
    const killed = postmasterOf(settings)
    process.kill(killed, 'SIGKILL')
    await until('a refusal', () => writers.refusals.size > 0)
    const before = writers.answered
    await until('writes again', () => writers.answered >= before + 100)
    await writers.stop()

    expect([...writers.refusals.keys()]).toEqual(['503 database_unavailable'])
    expect(postmasterOf(settings)).not.toBe(killed)
    const { folders } = await clientOf(node, token).folders.tree()
    expect(writers.compare(folders)).toEqual([])
    expect((await fetch(`${node.address}/readyz`)).status).toBe(200)
  })
})

test('a second Atrium on the folder is refused and learns who has it; the first does not notice', async () => {
  const settings = { DATA_DIR: await testDataDir() }
  const first = await startTestNode({ settings })
  const second = spawnTestNode({ settings })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(`Another Atrium (process ${first.pid}) is using the data folder`)
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
})

test('an interrupted first start leaves no PostgreSQL running, and the next one succeeds', async () => {
  const settings = { DATA_DIR: await testDataDir(), LOG_LEVEL: 'info' }
  const first = spawnTestNode({ settings })
  await until('a PostgreSQL', () => findPostmaster(settings.DATA_DIR))
  expect(await first.kill('SIGINT')).toBe(0)
  await until('its end', () => findPostmaster(settings.DATA_DIR) === null)
  const second = await startTestNode({ settings })
  expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
})

function postmasterOf({ DATA_DIR }: { DATA_DIR: string }): number {
  const pid = findPostmaster(DATA_DIR)
  if (pid === null) throw new Error(`No PostgreSQL runs in ${DATA_DIR}`)
  return pid
}
