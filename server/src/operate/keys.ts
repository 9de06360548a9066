import { sealed } from '../app.ts'
import { acceptKey } from '../platform/sealing/key-check.ts'
import { type Command, writeResult } from './command.ts'

export const acceptKeyCommand: Command = {
  words: ['key', 'accept'],
  usage: '',
  summary:
    'After the loss of SECRET_KEY: start with the present one. What the lost one encrypted stays unreadable.',
  options: {},
  // A server that runs has a key, and goes on to encrypt with that.
  needs_stopped: true,
  prepare(flags, operator) {
    flags.noWords()
    return async ({ db, log, secrets }) => {
      const unreadable = await acceptKey({ db, secrets, sealed })
      if (unreadable === null) return log.info({}, 'The key is right already; nothing was changed.')
      const counts = unreadable.map((one) => [`${one.table}.${one.column}`, one.unreadable] as const)
      if (counts.length > 0) writeResult(operator, Object.fromEntries(counts))
      log.info(
        {},
        'Atrium starts with this key now. Rotate the secrets of webhooks, else they are sent nothing.',
      )
    }
  },
}
