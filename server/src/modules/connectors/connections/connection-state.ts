/** What a service carries through the consent page and back: which attempt it was, with a mark that only we can make. */
import type { Secrets } from '../../../platform/secrets.ts'

const PURPOSE = 'connection state'

export function stateOf(secrets: Pick<Secrets, 'sign'>, attemptId: string): string {
  return `${attemptId}.${secrets.sign(PURPOSE, attemptId)}`
}

/** The attempt of a state that we made; null for everything else. */
export function attemptIdIn(secrets: Pick<Secrets, 'verify'>, state: string | undefined): string | null {
  const [, id = '', mark = ''] = /^([a-z0-9_]{1,64})\.([\w-]{1,64})$/.exec(state ?? '') ?? []
  return id !== '' && secrets.verify(PURPOSE, id, mark) ? id : null
}
