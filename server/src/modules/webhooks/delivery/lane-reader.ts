import type { ClaimedLane, DueDelivery, LaneWork } from './lane-store.ts'

interface Asked {
  /** With what was read of the lane before, which must not be read again. */
  work: LaneWork
  resolve(due: DueDelivery[]): void
  reject(error: unknown): void
}

/** Reads on for lanes under way, for those together that ask while others are being read. */
export function createLaneReader(options: {
  read(lanes: readonly ClaimedLane[], except: readonly DueDelivery[]): Promise<LaneWork[]>
  lanesAtOnce: number
}) {
  const { read, lanesAtOnce } = options
  const waiting: Asked[] = []
  let isReading = false

  async function readAll(): Promise<void> {
    if (isReading) return
    isReading = true
    while (waiting.length > 0) await readSome(waiting.splice(0, lanesAtOnce))
    isReading = false
  }

  async function readSome(those: readonly Asked[]): Promise<void> {
    try {
      const lanes = those.map(({ work }) => work.lane)
      const except = those.flatMap(({ work }) => work.deliveries)
      const found = await read(lanes, except)
      for (const [n, { resolve }] of those.entries()) resolve(found[n]?.deliveries ?? [])
    } catch (error) {
      for (const { reject } of those) reject(error)
    }
  }

  return {
    /** What is due next to what the lane has. */
    readOn: (work: LaneWork): Promise<DueDelivery[]> =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject })
        void readAll()
      }),
  }
}
