/** The delivery engine as the rest of the module sees it. */
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/db.ts'
import { databaseFailure } from '../../../platform/database/failures.ts'
import { type Notifications, notify } from '../../../platform/database/listen.ts'
import { isLostRace, transaction } from '../../../platform/database/transaction.ts'
import type { Log } from '../../../platform/log.ts'
import type { OutboundHttp } from '../../../ports/outbound-http/port.ts'
import { type AttemptDeps, type Attempted, attemptDelivery, type Target, type ToSend } from './attempt.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { createKeyring } from './keyring.ts'
import type { DeliveryMetrics } from './metrics.ts'
import type { Health, Outcome } from './outcome.ts'
import { outcomeStore } from './outcome-store.ts'
import { createOutcomeWriter } from './outcome-writer.ts'
import type { SlotLimits } from './slots.ts'

export interface Deliveries {
  /** After a commit that stored events: look now, here and on the other nodes. */
  wake(): void
  /** One attempt outside the engine, which counts nothing. */
  attempt(target: Target, delivery: ToSend, deadlineMs: number): Promise<Attempted>
  start(): void
  stop(): Promise<void>
}

export interface DeliverySettings {
  retryWaits: readonly number[]
  attemptMs: number
  slowMs: number
  /** Longer than an attempt by far: a node that is silent for so long has lost its lanes. */
  leaseSeconds: number
  limits?: SlotLimits
}

const CHANNEL = 'webhook_deliveries'
const NOTIFY_EVERY_MS = 100

export function createDeliveries(options: {
  db: Db
  clock: Clock
  log: Log
  outboundHttp: OutboundHttp
  notifications: Pick<Notifications, 'on'>
  metrics: DeliveryMetrics
  settings: DeliverySettings
  /** From how a webhook's secret is stored to how it was shown. */
  openSecret(webhookId: string, sealed: string): string
  /** In the transaction of the outcome that turned it off. */
  onTurnedOff(tx: Db, webhookId: string): Promise<void>
}): Deliveries {
  const { db, clock, log, outboundHttp, notifications, metrics, settings, openSecret } = options
  const attemptDeps: AttemptDeps = { clock, outboundHttp, keysOf: createKeyring(openSecret) }
  const stopping = new AbortController()
  let dispatcher: Dispatcher | null = null
  let notifiedAt = 0
  let notifyLater: NodeJS.Timeout | undefined

  /** Only what may turn a webhook off needs a transaction around its one statement. */
  async function store(outcomes: readonly Outcome[], batchId: string): Promise<Map<string, Health>> {
    const write = (target: Db) => outcomeStore(target).write(outcomes, batchId, settings.leaseSeconds)
    const mayTurnOff = outcomes.some(({ ok, attempt }) => !ok && attempt === 1)
    const health = mayTurnOff
      ? await transaction(db, async (tx) => {
          const written = await write(tx)
          for (const { webhook_id, turned_off } of written.values()) {
            if (turned_off) await options.onTurnedOff(tx, webhook_id)
          }
          return written
        })
      : await write(db)
    for (const { turned_off, lost } of health.values()) {
      if (turned_off) metrics.turnedOff()
      if (lost > 0) metrics.leaseLost(lost)
    }
    return health
  }

  /** NOTIFY makes commits wait for each other, so it is sent apart from them and not often. */
  function notifyOthers(): void {
    const wait = notifiedAt + NOTIFY_EVERY_MS - performance.now()
    if (wait > 0) {
      notifyLater ??= setTimeout(notifyOthers, wait)
      return
    }
    notifyLater = undefined
    notifiedAt = performance.now()
    notify(db, CHANNEL, '').catch((error) =>
      log.warn({ err: error }, 'other nodes were not notified of deliveries'),
    )
  }

  return {
    wake() {
      dispatcher?.wake()
      notifyOthers()
    },
    attempt: async (target, delivery, deadlineMs) =>
      attemptDelivery(attemptDeps, target, attemptDeps.keysOf(target), delivery, deadlineMs),
    start() {
      const { leaseSeconds, limits, ...times } = settings
      const lane = { ...attemptDeps, ...times, metrics }
      const createWriter = () => createOutcomeWriter({ store, mayPass, stopping: stopping.signal })
      dispatcher = startDispatcher({ db, log, lane, createWriter, leaseSeconds, ...(limits && { limits }) })
      notifications.on(CHANNEL, () => dispatcher?.wake())
    },
    async stop() {
      stopping.abort()
      clearTimeout(notifyLater)
      await dispatcher?.stop()
    },
  }
}

/** The database is away, or rivals for the same rows were in the way: it may go well the next time. */
function mayPass(error: unknown): boolean {
  return databaseFailure(error) !== null || isLostRace(error)
}
