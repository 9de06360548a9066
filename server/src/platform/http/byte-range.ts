/** Both ends belong to it. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The range that a header asks for. Null: all of it, also for what we do not know, such as several ranges at once.
 * `unsatisfiable`: it lies behind the end.
 */
export function readRange(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  const [, from = '', to = ''] = match ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size) return 'unsatisfiable'
  // The wrong way round is no range at all.
  return to !== '' && Number(to) < start ? null : { start, end }
}

/** Whether an `If-None-Match` names this tag; the weak form counts too, as it does for GET. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}
