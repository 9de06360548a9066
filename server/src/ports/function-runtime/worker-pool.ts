/** A few warm processes for each app. Starts them when they are needed, and ends those that nobody uses. */
import { FunctionError } from './function-error.ts'
import type { FunctionVersion } from './port.ts'
import type { Worker } from './worker.ts'

export interface PoolLimits {
  /** Of one function, for calls that one process alone would make wait. */
  perFunction: number
  perApp: number
  inAll: number
  /** So many calls at once keep a process busy enough to start another. */
  callsPerWorker: number
  /** So many are refused. */
  mostCallsPerWorker: number
  idleMs: number
  /** Code that did not load is not tried again for so long. */
  brokenMs: number
}

export interface WorkerPool {
  /** Begins the work in a process. Throws a `FunctionError` when there is none to be had. */
  run<Result>(version: FunctionVersion, begin: (worker: Worker) => Promise<Result>): Promise<Result>
  retire(appId: string, name?: string): void
  close(): Promise<void>
}

interface Place {
  appId: string
  name: string
  deploymentId: string
  /** Settled or not: it counts from the moment it is begun. */
  starting: Promise<Worker>
  worker: Worker | null
  /** Calls that wait for the process to start. */
  waiting: number
  isRetired: boolean
}

export function createWorkerPool(
  limits: PoolLimits,
  start: (version: FunctionVersion) => Promise<Worker>,
): WorkerPool {
  const places = new Set<Place>()
  const broken = new Map<string, { error: unknown; until: number }>()
  let isClosed = false

  const isIdle = ({ worker, waiting }: Place) =>
    worker !== null && worker.open === 0 && worker.busy === 0 && waiting === 0
  const end = (place: Place) => {
    places.delete(place)
    void place.starting.then((worker) => worker.end()).catch(() => {})
  }
  const retirePlace = (place: Place) => {
    place.isRetired = true
    if (isIdle(place)) end(place)
  }

  function begin(version: FunctionVersion): Place {
    const { app_id, name, deployment_id } = version
    const starting = start(version)
    const place: Place = {
      appId: app_id,
      name,
      deploymentId: deployment_id,
      starting,
      worker: null,
      waiting: 0,
      isRetired: false,
    }
    places.add(place)
    starting.then(
      (worker) => {
        place.worker = worker
        void worker.ended.then(() => places.delete(place))
      },
      (error) => {
        places.delete(place)
        broken.set(deployment_id, { error, until: performance.now() + limits.brokenMs })
      },
    )
    return place
  }

  /** Makes room by ending what has been idle the longest; false when everything works. */
  function hasRoom(mine: readonly Place[], most: number): boolean {
    const over = mine.length - most + 1
    if (over <= 0) return true
    const idle = mine.filter(isIdle).sort((a, b) => (a.worker?.lastUsed ?? 0) - (b.worker?.lastUsed ?? 0))
    if (idle.length < over) return false
    for (const place of idle.slice(0, over)) end(place)
    return true
  }

  const callsOf = ({ worker, waiting }: Place) => waiting + (worker?.busy ?? 0)
  const sweep = setInterval(() => {
    const now = performance.now()
    for (const place of places) {
      const isOld = now - (place.worker?.lastUsed ?? now) > limits.idleMs
      if (isIdle(place) && (isOld || place.isRetired)) end(place)
    }
    for (const [id, { until }] of broken) if (until < now) broken.delete(id)
  }, 1_000).unref()

  /** The process for one more call; a new one when those that run are busy and there is room. */
  function choose(version: FunctionVersion): Place {
    let least: Place | undefined
    let running = 0
    for (const place of places) {
      if (place.appId !== version.app_id || place.name !== version.name || place.isRetired) continue
      if (place.deploymentId !== version.deployment_id) {
        retirePlace(place)
        continue
      }
      running++
      if (!least || callsOf(place) < callsOf(least)) least = place
    }
    if (least && callsOf(least) < limits.callsPerWorker) return least
    const ofApp = [...places].filter(({ appId }) => appId === version.app_id)
    const mayStart =
      running < limits.perFunction && hasRoom(ofApp, limits.perApp) && hasRoom([...places], limits.inAll)
    if (mayStart) return begin(version)
    if (least && callsOf(least) < limits.mostCallsPerWorker) return least
    throw new FunctionError('busy', 'Too many calls of functions are under way; try again in a moment.')
  }

  return {
    async run(version, begun) {
      if (isClosed) throw new FunctionError('unavailable', 'The server is about to stop.')
      const known = broken.get(version.deployment_id)
      if (known && known.until > performance.now()) throw known.error
      const place = choose(version)
      place.waiting++
      let work: ReturnType<typeof begun>
      try {
        work = begun(await place.starting)
      } finally {
        place.waiting--
      }
      return work
    },
    retire(appId, name) {
      for (const place of places) {
        if (place.appId === appId && (name === undefined || place.name === name)) retirePlace(place)
      }
    },
    async close() {
      isClosed = true
      clearInterval(sweep)
      const all = [...places]
      await Promise.allSettled(all.map(async ({ starting }) => (await starting).end()))
    },
  }
}
