import { createQueue } from '../../../platform/batch.ts'
import type { Lane } from './lane-store.ts'

type Release = { lane: Lane; afterSeconds: number }

/** Releases lanes: those that come while others are being released go together. */
export function createLaneReleaser(options: {
  release(lanes: readonly Release[]): Promise<void>
  onFailure(error: unknown): void
}) {
  const { release, onFailure } = options
  const queue = createQueue<Release>({ send: (lanes) => release(lanes).catch(onFailure) })
  return {
    /** Resolves when nothing is left to be released. */
    release(lane: Lane, afterSeconds: number): Promise<void> {
      queue.add({ lane, afterSeconds })
      return queue.settle()
    },
  }
}
