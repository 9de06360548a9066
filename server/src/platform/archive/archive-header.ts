import { ArchiveError } from './archive-error.ts'

export const FORMAT = 'atrium-archive'
export const VERSION = 1

/** Refuses a file of another program or of a newer Atrium. */
export function checkHeader(header: { format?: unknown; version?: unknown }): void {
  if (header.format === undefined) throw new ArchiveError(`format: Field required; it is "${FORMAT}"`)
  if (header.format !== FORMAT) throw new ArchiveError(`format: Input should be '${FORMAT}'`)
  if (header.version === undefined) throw new ArchiveError(`version: Field required; it is ${VERSION}`)
  if (header.version !== VERSION) {
    const reason = Number(header.version) > VERSION ? '; a newer Atrium wrote this archive, update first' : ''
    throw new ArchiveError(`version: Input should be ${VERSION}${reason}`)
  }
}
