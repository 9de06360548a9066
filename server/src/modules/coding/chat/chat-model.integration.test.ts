/** The app builder with a language model that says what to do, and takes its time. */
import { expect, test, vi } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { holdClock } from '../../../../test/hold-clock.ts'
import { useFolder } from '../../../../test/use-folder.ts'
import { useStarted } from '../../../../test/use-started.ts'
import { transaction } from '../../../platform/database/transaction.ts'
import { type Scripted, startModelServer } from '../../../ports/language-model/test/model-server.ts'
import { resumeChats } from './resume-chats.ts'

const folder = useFolder()
const model = useStarted(startModelServer)
const settings = () => ({
  ...{ data_dir: folder, role: 'all' as const, rate_limits: 'off' as const },
  ...{ outbound_allow: ['127.0.0.0/8'], ...model.settings },
})
const app = useStarted(() => createTestApp(settings()))

const WRITE: Scripted = {
  call: [{ name: 'write_file', input: { path: 'a.txt', content: 'hello\n' } }],
}
const FINISH: Scripted = { call: [{ name: 'finish', input: { summary: 'Wrote `a.txt`.' } }] }

test('a turn beyond the wait answers running, survives the end of its server and goes on at the next', {
  tags: 'slow',
}, async () => {
  const owner = await app.make.person('owner')
  const { id: app_id } = await app.make.app(owner)
  holdClock(app.clock)
  const held = Promise.withResolvers<void>()
  let asked = 0
  model.script(() => (++asked === 1 ? WRITE : { after: held.promise, answer: FINISH }))
  const sending = app.as(owner).chat.send({ app_id }, { message: 'Write a file' })
  await vi.waitFor(() => expect(asked).toBe(2), 30_000)
  app.clock.move(91)
  const running = await sending
  expect(running).toMatchObject({ status: { state: 'running' }, reply: null, files: [], completed_at: null })

  const next = await createTestApp({ ...settings(), database_url: app.databaseUrl })
  await app.atrium.stop()
  const message = { app_id, message_id: running.id }
  try {
    model.script(() => FINISH)
    held.resolve()
    await transaction(next.atrium.db, (tx) => next.atrium.jobs.send(tx, resumeChats, {}))
    const client = next.as(owner)
    const done = await vi.waitFor(async () => {
      const read = await client.chat.read(message)
      expect(read.status.state).toBe('completed')
      return read
    }, 30_000)
    // The call was made again on the new copy, and its result is the one that was stored.
    expect(done).toMatchObject({ reply: 'Wrote `a.txt`.', files: [{ path: 'a.txt', status: 'added' }] })
    expect((await client.source.read_file({ app_id, path: 'a.txt' })).content).toBe('hello\n')
    // What was said before is known in the next turn.
    await client.chat.send({ app_id }, { message: 'Thank you' })
    expect(JSON.stringify(model.calls.at(-1)?.body.messages)).toContain('Write a file')
  } finally {
    await next.atrium.stop()
  }
})
