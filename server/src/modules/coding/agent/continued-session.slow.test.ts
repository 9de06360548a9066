import { expect, test } from 'vitest'
import { ADD, useCoding } from '../test/coding-scene.ts'

const { run, say, drain, read, events } = useCoding()

test('a message to a session that has ended is carried out on the same branch', async () => {
  const { id } = await run(ADD)
  await say(id, { text: 'Add a file more.txt with "Two notes".' })
  await drain()
  const session = await read(id)
  expect([session.state, session.pull_request?.number]).toEqual(['completed', 1])
  const prompt = (await events(id)).find(({ type }) => type === 'message')
  expect(session.message_id).toBe(prompt?.data.message_id)
  const commits = (await events(id)).filter(({ type }) => type === 'commit')
  expect(commits.map(({ data }) => data.files)).toMatchObject([
    [{ path: 'notes.txt' }],
    [{ path: 'more.txt' }],
  ])
})
