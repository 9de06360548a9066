import { expect, onTestFinished, test, vi } from 'vitest'
import { collectedLog } from '../../../test/collected-log.ts'
import { systemClock } from '../clock.ts'
import { refuse } from '../errors.ts'
import type { Connection } from './handshake.ts'
import type { Listener } from './listener.ts'
import { watchRights } from './watch-rights.ts'

const WITHIN_MS = 20_000

/** Who listens to an app, and the watch that asks `authorizeConnection` about them. */
function watched(authorizeConnection: () => Promise<Connection>) {
  const connection: Connection = {
    person: {} as Connection['person'],
    expires_at: null,
    depends_on: ['app_1'],
  }
  const listener = (secret: string) =>
    ({
      handshake: { app_id: 'app_1', presented: { secret } },
      connection,
      judgeRooms: async () => {},
    }) as unknown as Listener
  const showOut = vi.fn()
  const watch = watchRights({
    ...{ authorizeConnection, admit: () => Promise.reject(new Error('nobody is in a room')) },
    ...{ clock: systemClock, log: collectedLog(), showOut },
  })
  onTestFinished(() => watch.stop())
  return { watch, listener, showOut }
}

test('one that could not be judged is judged again, and shown out when it has no right any more', async () => {
  const authorize = vi.fn<() => Promise<Connection>>()
  authorize.mockRejectedValueOnce(new Error('the database went away'))
  authorize.mockRejectedValue(refuse('app_not_found'))
  const { watch, listener, showOut } = watched(authorize)
  const one = listener('a')
  watch.add(one)
  watch.recheckRights('app_1')
  await vi.waitFor(() => expect(showOut).toHaveBeenCalledTimes(1), WITHIN_MS)
  expect(showOut).toHaveBeenCalledWith(one, expect.objectContaining({ code: 'app_not_found' }))
  expect(authorize).toHaveBeenCalledTimes(2)
})

test('one that could not be judged and has left since is not judged again', async () => {
  const authorize = vi.fn<() => Promise<Connection>>()
  authorize.mockRejectedValue(new Error('the database went away'))
  const { watch, listener, showOut } = watched(authorize)
  const [gone, here] = [listener('gone'), listener('here')]
  for (const one of [gone, here]) watch.add(one)
  watch.recheckRights('app_1')
  await vi.waitFor(() => expect(authorize).toHaveBeenCalledTimes(2), WITHIN_MS)
  watch.remove(gone)
  authorize.mockRejectedValue(refuse('app_not_found'))
  await vi.waitFor(() => expect(showOut).toHaveBeenCalledWith(here, expect.anything()), WITHIN_MS)
  expect(authorize).toHaveBeenCalledTimes(3)
})
