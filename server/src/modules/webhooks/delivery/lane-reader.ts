import { batched } from '../../../platform/batch.ts'
import type { ClaimedLane, DueDelivery, LaneWork } from './lane-store.ts'

/** Reads on for lanes under way: those that ask while others are being read are read together. */
export function createLaneReader(options: {
  read(lanes: readonly ClaimedLane[], except: readonly DueDelivery[]): Promise<LaneWork[]>
  lanesAtOnce: number
}) {
  return {
    /** What is due in addition to what the lane has, which is not read again. */
    readOn: batched<LaneWork, DueDelivery[]>({
      most: options.lanesAtOnce,
      inTurn: true,
      async send(works) {
        const lanes = works.map(({ lane }) => lane)
        const found = await options.read(
          lanes,
          works.flatMap(({ deliveries }) => deliveries),
        )
        return works.map((_, at) => found[at]?.deliveries ?? [])
      },
    }),
  }
}
