/** The site of an app, published on two nodes at once while one of them is killed. */
import { expect, test } from 'vitest'
import { killRounds } from './kill-rounds.ts'
import { clientOf, type NodeProcess } from './node-process.ts'
import { startTestNodes } from './test-nodes.ts'

const ROUNDS = 2
/** Above what is held in memory, so that it is read in pieces. */
const LARGE = 'x'.repeat(1_200_000)

test('kill -9 during publishing loses no revision that was answered, and visitors get whole ones', async () => {
  const settings = { RATE_LIMITS: 'off' }
  const { nodes, token, ...database } = await startTestNodes(2, settings)
  const [first, survivor] = nodes
  const { id: app_id } = await clientOf(survivor, token).apps.create({ name: 'Shop' })
  const answered = new Map<number, string>()

  async function publish(node: NodeProcess, writer: string, isOver: () => boolean) {
    for (let i = 0; !isOver(); i++) {
      const text = `${writer} ${i}`
      const files = ['index.html', 'same.txt'].map((path) => ({ path, content: text }))
      files.push({ path: 'large.txt', content: `${text} ${LARGE}` })
      try {
        const { number } = await clientOf(node, token).site.publish({ app_id }, { files })
        expect(answered.has(number)).toBe(false)
        answered.set(number, text)
      } catch (error) {
        if (node === survivor) throw error
        return
      }
    }
  }

  await killRounds({
    ...{ rounds: ROUNDS, first, settings: { ...database.settings, ...settings } },
    startWriters: (victim, round, isOver) => [
      publish(survivor, `a${round}`, isOver),
      ...['x', 'y'].map((name) => publish(victim, `${name}${round}`, isOver)),
    ],
    answered: () => answered.size,
    writesEach: 6,
  })

  const { site } = clientOf(survivor, token)
  const { revision } = await site.read({ app_id })
  expect(revision?.number).toBeGreaterThanOrEqual(Math.max(...answered.keys()))
  const { items } = await site.list_revisions({ app_id })
  expect(items.map(({ number }) => number)).toEqual(items.map((_, at) => (revision?.number ?? 0) - at))
  for (const { number, preview_url } of items) {
    const read = async (path: string) => {
      const { pathname } = new URL(preview_url)
      return (await fetch(`${survivor.address}${pathname}${path}`)).text()
    }
    const text = await read('')
    expect(await read('same.txt')).toBe(text)
    expect(await read('large.txt')).toBe(`${text} ${LARGE}`)
    expect(text).toBe(answered.get(number) ?? text)
  }
  expect(await (await fetch(`${survivor.address}/sites/${app_id}/`)).text()).toEqual(
    answered.get(revision?.number ?? 0) ?? expect.any(String),
  )
})
