import type { InputOf, OutgoingBytes, operations } from '@atrium/contract'
import { refuse } from '../../platform/errors.ts'
import { namesTag, readRange } from '../../platform/http/byte-range.ts'
import type { AnswerHeaders, Visitor } from '../../platform/http/visitor.ts'
import type { Deps } from './deps.ts'
import { describeFile } from './describe-file.ts'
import { isSigned } from './file-address.ts'
import { type FileRow, fileStore } from './store.ts'
import { fromStorage, storageKey } from './store-file.ts'

type Input = InputOf<typeof operations.files.download>

const DAY_SECONDS = 86_400

export async function downloadFile(
  { db, clock, secrets, fileStorage, hasFilesOrigin }: Deps,
  _visitor: Visitor,
  { params, query, headers: asked }: Input,
  headers: AnswerHeaders,
): Promise<OutgoingBytes> {
  const { app_id, key } = params
  const file = await fileStore(db).findByKey(app_id, key)
  if (!file) throw refuse('file_not_found')
  const now = Math.floor(clock.now().getTime() / 1000)
  const seconds = file.visibility === 'public' ? DAY_SECONDS : secondsLeft(secrets, file, query, now)

  const etag = `"${key}"`
  const owner = file.visibility === 'public' ? 'public' : 'private'
  headers.set('ETag', etag)
  headers.set('Cache-Control', `${owner}, max-age=${seconds}, immutable`)
  if (namesTag(asked['if-none-match'], etag)) return { status: 304, bytes: null }

  const isWhole = asked['if-range'] !== undefined && asked['if-range'] !== etag
  const range = isWhole ? null : readRange(asked.range, file.size)
  if (range === 'unsatisfiable') {
    throw refuse('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${file.size}` } })
  }
  describeFile(file, { isApart: hasFilesOrigin }, headers)
  const length = range ? range.end - range.start + 1 : file.size
  headers.set('Content-Length', String(length))
  if (range) headers.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`)
  const stored = fileStorage.read(storageKey(file), range ?? undefined)
  return { status: range ? 206 : 200, bytes: passedOn(stored) }
}

async function* passedOn(stored: AsyncIterable<Uint8Array>) {
  const bytes = stored[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await fromStorage(() => bytes.next())
      if (done) return
      yield value
    }
  } finally {
    await bytes.return?.()
  }
}

/** For how long a signed address is still good. */
function secondsLeft(
  secrets: Deps['secrets'],
  file: FileRow,
  query: { expires?: number; signature?: string },
  now: number,
): number {
  if (!isSigned(secrets, file, query)) throw refuse('file_not_found')
  const left = (query.expires ?? 0) - now
  if (left <= 0) throw refuse('file_link_expired')
  return Math.min(left, DAY_SECONDS)
}
