/** Clients that change folders as fast as they can and remember every answer, to hold the database against. */
import { ApiError, type Client } from '@atrium/sdk'

export interface FolderWriters {
  /** Writes that were answered with success so far. */
  readonly answered: number
  /** How often each other answer came, by status and code; `no answer` when the connection broke. */
  readonly refusals: ReadonlyMap<string, number>
  /** Resolves when every request sent so far has ended, well or badly. */
  pause(): Promise<void>
  resume(): void
  /** Ends them for good. */
  stop(): Promise<void>
  /** While paused: what is not as it was answered, as sentences; from here on the found state counts. */
  compare(found: readonly FoundFolder[]): string[]
}

export interface FoundFolder {
  id: string
  name: string
}

/** What the answers allow for one folder: its names, and whether it may be gone. */
interface Memory {
  names: Set<string>
  mayBeGone: boolean
}

/** `client` is asked for each request again: the server may have another address by then. */
export function startFolderWriters(options: { client: () => Client; count: number }): FolderWriters {
  const { client, count } = options
  const folders = new Map<string, Memory>()
  const unansweredCreates = new Set<string>()
  const refusals = new Map<string, number>()
  let answered = 0
  let names = 0
  let isStopped = false
  let gate: { opened: Promise<void>; open(): void } | null = null
  const writers = Array.from({ length: count }, () => ({ own: [] as string[], isIdle: false }))
  const running = Promise.all(writers.map(write))

  async function write(writer: { own: string[]; isIdle: boolean }): Promise<void> {
    while (!isStopped) {
      if (gate) {
        writer.isIdle = true
        await gate.opened
        writer.isIdle = false
        continue
      }
      try {
        await change(writer.own)
        answered++
      } catch (error) {
        const kind = error instanceof ApiError ? `${error.status} ${error.code}` : 'no answer'
        refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
        // A server that is away refuses fast: leave it the processor.
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    writer.isIdle = true
  }

  async function change(own: string[]): Promise<void> {
    const id = own[Math.floor(Math.random() * Math.max(own.length, FOLDERS_EACH))]
    if (id === undefined) return create(own)
    if (own.length > FOLDERS_EACH || Math.random() < 0.2) return remove(own, id)
    return rename(id)
  }

  async function create(own: string[]): Promise<void> {
    const name = nextName()
    unansweredCreates.add(name)
    const { id } = await client().folders.create({ name, scope: 'workspace' })
    unansweredCreates.delete(name)
    folders.set(id, { names: new Set([name]), mayBeGone: false })
    own.push(id)
  }

  async function rename(id: string): Promise<void> {
    const name = nextName()
    const memory = folders.get(id)
    memory?.names.add(name)
    await client().folders.update({ folder_id: id }, { name })
    if (memory) memory.names = new Set([name])
  }

  async function remove(own: string[], id: string): Promise<void> {
    const memory = folders.get(id)
    if (memory) memory.mayBeGone = true
    // Without an answer nobody writes to it any more: it may be gone.
    own.splice(own.indexOf(id), 1)
    await client().folders.delete({ folder_id: id })
    folders.delete(id)
  }

  function nextName(): string {
    return `folder ${++names}`
  }

  return {
    get answered() {
      return answered
    },
    refusals,
    async pause() {
      const { promise: opened, resolve: open } = Promise.withResolvers<void>()
      gate = { opened, open }
      while (writers.some(({ isIdle }) => !isIdle)) await new Promise((resolve) => setTimeout(resolve, 2))
    },
    resume() {
      gate?.open()
      gate = null
    },
    async stop() {
      isStopped = true
      gate?.open()
      gate = null
      await running
    },
    compare(found) {
      const wrong: string[] = []
      const nameById = new Map(found.map(({ id, name }) => [id, name]))
      for (const [id, { names, mayBeGone }] of folders) {
        const name = nameById.get(id)
        if (name === undefined && !mayBeGone)
          wrong.push(`${id} is lost, its name was ${[...names].join(' or ')}`)
        else if (name !== undefined && !names.has(name))
          wrong.push(`${id} is called ${name}, not ${[...names].join(' or ')}`)
      }
      for (const [id, name] of nameById) {
        if (!folders.has(id) && !unansweredCreates.has(name)) wrong.push(`${id}, ${name}, is there again`)
      }
      settle(nameById)
      return wrong
    },
  }

  /** What was found is the truth now; folders that nobody writes to are given to somebody. */
  function settle(nameById: ReadonlyMap<string, string>): void {
    folders.clear()
    unansweredCreates.clear()
    for (const writer of writers) writer.own = writer.own.filter((id) => nameById.has(id))
    const owned = new Set(writers.flatMap(({ own }) => own))
    for (const [id, name] of nameById) {
      folders.set(id, { names: new Set([name]), mayBeGone: false })
      if (!owned.has(id)) writers[Math.floor(Math.random() * count)]?.own.push(id)
    }
  }
}

const FOLDERS_EACH = 12
