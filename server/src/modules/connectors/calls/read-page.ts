import type { Deps } from '../deps.ts'
import { carryOutCall, type Tally, type UsableConnection } from './carry-out-call.ts'
import { maskOf } from './mask-secrets.ts'
import { type ReadAnswer, readAnswer } from './read-answer.ts'
import type { ServiceRequest } from './send-call.ts'

/** An answer as it is handed on, with what its list goes on by. */
export interface ReadPage {
  answer: ReadAnswer
  bytes: number
  /** As the service wrote them: what is handed on is masked. */
  link: string
  parsed: unknown
}

/** One request and what the service answered, without the secrets of the connection. */
export async function readPage(
  deps: Pick<Deps, 'connectorHttp' | 'connectorPacing' | 'clock'>,
  connection: UsableConnection,
  request: ServiceRequest,
  tally: Tally,
): Promise<ReadPage> {
  const { answer, credentials, sent } = await carryOutCall(deps, connection, request, tally)
  const read = readAnswer(answer, maskOf(credentials, sent))
  return { ...read, bytes: answer.body.length, link: answer.headers.link ?? '' }
}
