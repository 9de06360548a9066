/** Judges the names of a push before git sees them: each becomes a path, and one too long would spoil backups (G790). */
import { branchNameFault } from './branch-name.ts'
import { type PushCommand, type PushCommands, readPushCommands } from './push-commands.ts'
import { runGit } from './run-git.ts'

export interface JudgedPush {
  /** Refs that the push names. */
  refs: string[]
  /** Answer of git's protocol that refuses the whole push; null where git decides. */
  refusal: Buffer | null
  /** All that the client sends, including what was read ahead. */
  body: AsyncIterable<Uint8Array>
}

/** About 40,000 refs. */
const MOST_COMMAND_BYTES = 4 * 1024 * 1024

export async function judgePush(dir: string, sent: AsyncIterable<Uint8Array>): Promise<JudgedPush> {
  const { read, body } = await readAhead(sent)
  const push = readPushCommands(read)
  const refs = push.commands.map(({ ref }) => ref)
  if (push.state !== 'whole' || push.bytes > MOST_COMMAND_BYTES) {
    const isTooLong = read.length > MOST_COMMAND_BYTES && push.state !== 'malformed'
    const reason = isTooLong ? 'it names too many refs' : 'it is not one that git sends'
    return { refs, refusal: packet(`ERR This push is refused: ${reason}.`), body }
  }
  const faults = await findFaults(dir, push.commands)
  return { refs, refusal: faults.size === 0 ? null : report(push, faults), body }
}

/** Parses again only when twice as much has arrived, so that small chunks cost no more than large ones. */
async function readAhead(sent: AsyncIterable<Uint8Array>) {
  const rest = sent[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let [size, parsed] = [0, 0]
  let read = Buffer.alloc(0)
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    chunks.push(next.value)
    size += next.value.length
    if (size < parsed * 2) continue
    parsed = size
    read = Buffer.concat(chunks)
    if (size > MOST_COMMAND_BYTES || readPushCommands(read).state !== 'partial') break
  }
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      yield* chunks
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
    } finally {
      await rest.return?.()
    }
  }
  return { read: size === read.length ? read : Buffer.concat(chunks), body: body() }
}

/** By ref. A ref from before the rule may be deleted. */
async function findFaults(dir: string, commands: readonly PushCommand[]): Promise<Map<string, string>> {
  const faults = new Map<string, string>()
  for (const { ref } of commands) {
    const [isOurs, name = ''] = /^refs\/(?:heads|tags)(?:\/(.*))?$/s.exec(ref) ?? []
    // Other refs are refused by git, each by itself.
    const fault = isOurs === undefined ? null : branchNameFault(name)
    if (fault !== null) faults.set(ref, fault)
  }
  const deleted = commands.filter(({ ref, to }) => to === null && faults.has(ref))
  if (deleted.length === 0) return faults
  const { output } = await runGit({ dir, args: ['for-each-ref', '--format=%(refname)'] })
  const present = new Set(output.toString().split('\n'))
  for (const { ref } of deleted) if (present.has(ref)) faults.delete(ref)
  return faults
}

/** As of a push that a hook declines: no ref moves, and each says why. */
function report({ commands, capabilities }: PushCommands, faults: ReadonlyMap<string, string>): Buffer {
  const lines = commands.map(
    ({ ref }) => `ng ${ref} ${faults.get(ref) ?? 'another ref of the push is refused'}\n`,
  )
  const said = Buffer.concat([...['unpack ok\n', ...lines].map(packet), FLUSH])
  const isAsked = [...capabilities].some((one) => one.startsWith('report-status'))
  if (!capabilities.has('side-band-64k')) return isAsked ? said : Buffer.alloc(0)
  const bands: Buffer[] = []
  for (let at = 0; isAsked && at < said.length; at += BAND_BYTES)
    bands.push(packet(Buffer.concat([Buffer.from([1]), said.subarray(at, at + BAND_BYTES)])))
  return Buffer.concat([...bands, FLUSH])
}

const FLUSH = Buffer.from('0000')
const BAND_BYTES = 65_000

function packet(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes])
}
