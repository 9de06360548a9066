/**
 * Which rooms somebody is in, on which node. Kept in a table and published to all nodes, so that each knows from memory
 * whether a change is worth publishing. What a dead node wanted is removed after a minute.
 */
import type { Db } from '../database/db.ts'
import type { Notifications } from '../database/listen.ts'
import type { Log } from '../log.ts'
import { tolerate } from '../tolerate.ts'
import { realtimeStore } from './store.ts'
import { createTurns } from './turns.ts'

const CHANNEL = 'realtime_interests'
const RENEW_MS = 15_000
/** A node that does not answer for so long has nothing to report either. */
const ANSWER_MS = 2_000
const ROOMS_AT_ONCE = 1_000
const ANSWERS_AT_ONCE = 1_000

export interface Interests {
  /** Whether somebody on another node is in the room. */
  isElsewhere(room: string): boolean
  /** Resolves when all nodes have been notified. */
  add(room: string): Promise<void>
  remove(room: string): Promise<void>
  start(): Promise<void>
  /** From here on single rooms are not taken back: all of them end together. */
  retire(): void
  stop(): Promise<void>
}

export function createInterests(options: {
  db: Db
  notifications: Notifications
  log: Log
  node: string
}): Interests {
  const { db, notifications, log, node } = options
  const store = realtimeStore(db)
  const own = new Set<string>()
  // Anyone who comes back at once must not be overtaken by their leaving.
  const inTurn = createTurns()
  const answers = new Map<string, Answers>()
  const toAnswer: string[] = []
  /** Who left a question open is not waited for again until it is heard of. */
  const silent = new Set<string>()
  let isAnswering = false
  let isRetiring = false
  let asked = 0
  let nodesByRoom = new Map<string, Set<string>>()
  /** What is reported while all is being read, to be followed after that. */
  let arrived: string[] | null = null
  let reading = Promise.resolve()
  let renewing: NodeJS.Timeout | undefined

  const follow = (reported: string) => {
    const [sign, who = '', room = '', question = ''] = reported.split(' ', 4)
    if (who === node) return
    silent.delete(who)
    // `room` is whom it answers.
    if (sign === '!') return room === node ? answers.get(question)?.add(who) : undefined
    if (arrived) return void arrived.push(reported)
    if (sign === '+') addInterest(nodesByRoom, room, who)
    else if (sign === '-') removeInterest(nodesByRoom, room, who)
    else if (sign === 'x') removeNodes((one) => one !== who)
    else if (sign === '=') void readAll()
    if (question !== '') answer(`! ${node} ${who} ${question}`)
  }

  /** While one statement runs, the next answers gather. */
  const answer = (reported: string) => {
    toAnswer.push(reported)
    if (!isAnswering) void answerAll()
  }
  const answerAll = async () => {
    isAnswering = true
    while (toAnswer.length > 0) {
      const reported = store.notify(CHANNEL, toAnswer.splice(0, ANSWERS_AT_ONCE))
      await tolerate(log, 'another node could not be answered', reported, undefined)
    }
    isAnswering = false
  }

  const removeNodes = (isAlive: (node: string) => boolean) => {
    for (const [room, nodes] of nodesByRoom)
      for (const one of nodes) if (!isAlive(one)) removeInterest(nodesByRoom, room, one)
  }

  const readAll = (): Promise<void> => {
    reading = reading.then(async () => {
      arrived = []
      try {
        const found = new Map<string, Set<string>>()
        for (const { node_id, room } of await store.interestsOfOthers(node)) addInterest(found, room, node_id)
        nodesByRoom = found
      } catch (error) {
        log.warn({ err: error }, 'what other nodes listen to could not be read, trying again')
      } finally {
        const reported = arrived
        arrived = null
        for (const each of reported ?? []) follow(each)
      }
    })
    return reading
  }

  /** Says that this node lives, and everything again when it was taken for dead. */
  const renew = async () => {
    const wasAlive = await store.renew(node)
    if (!wasAlive) await notifyAll()
    const living = new Set(await store.livingNodes())
    removeNodes((one) => living.has(one))
    await store.clean()
  }

  const notifyAll = async () => {
    const rooms = [...own]
    do {
      await store.add(node, rooms.splice(0, ROOMS_AT_ONCE), CHANNEL, `= ${node}`)
    } while (rooms.length > 0)
  }

  const tryToRenew = () =>
    tolerate(log, 'this node could not say what it listens to, trying again', renew(), undefined)

  /** From when it resolves on, no other node overlooks the room. */
  const addForAll = async (room: string) => {
    const question = String(asked++)
    const heard = createAnswers()
    answers.set(question, heard)
    try {
      const others = await store.add(node, [room], CHANNEL, `+ ${node} ${room} ${question}`)
      const missing = await heard.all(others.filter((one) => !silent.has(one)))
      for (const one of missing) silent.add(one)
    } finally {
      answers.delete(question)
    }
  }

  return {
    isElsewhere: (room) => nodesByRoom.has(room),
    add(room) {
      own.add(room)
      return inTurn(room, async () => {
        if (own.has(room)) await addForAll(room)
      })
    },
    remove(room) {
      own.delete(room)
      return inTurn(room, async () => {
        if (!own.has(room) && !isRetiring) await store.remove(node, room, CHANNEL, `- ${node} ${room}`)
      })
    },
    async start() {
      notifications.on(CHANNEL, follow)
      notifications.onReconnect(() => {
        void tryToRenew()
        void readAll()
      })
      await notifications.ready()
      await readAll()
      await notifyAll()
      renewing = setInterval(tryToRenew, RENEW_MS)
      renewing.unref()
    },
    retire() {
      isRetiring = true
    },
    async stop() {
      clearInterval(renewing)
      await tolerate(
        log,
        'this node could not say goodbye',
        store.removeNode(node, CHANNEL, `x ${node}`),
        undefined,
      )
    },
  }
}

interface Answers {
  add(node: string): void
  /** Resolves when all of these have answered, or had their time; returns those that have not. */
  all(nodes: readonly string[]): Promise<string[]>
}

/** Some answer sooner than it is known whom to wait for. */
function createAnswers(): Answers {
  const heard = new Set<string>()
  let check = () => {}
  return {
    add(node) {
      heard.add(node)
      check()
    },
    async all(nodes) {
      const missing = () => nodes.filter((node) => !heard.has(node))
      if (missing().length === 0) return []
      const { promise, resolve } = Promise.withResolvers<void>()
      const patience = setTimeout(resolve, ANSWER_MS)
      check = () => missing().length === 0 && resolve()
      await promise
      clearTimeout(patience)
      return missing()
    },
  }
}

function addInterest(nodesByRoom: Map<string, Set<string>>, room: string, node: string): void {
  const nodes = nodesByRoom.get(room) ?? new Set()
  nodesByRoom.set(room, nodes.add(node))
}

function removeInterest(nodesByRoom: Map<string, Set<string>>, room: string, node: string): void {
  const nodes = nodesByRoom.get(room)
  if (nodes?.delete(node) && nodes.size === 0) nodesByRoom.delete(room)
}
