import type { Lane } from './lane-store.ts'

type Release = { lane: Lane; afterSeconds: number }

/** Gives lanes back, those together that come while others are being given back. */
export function createLaneReleaser(options: {
  release(lanes: readonly Release[]): Promise<void>
  onFailure(error: unknown): void
}) {
  const { release, onFailure } = options
  let waiting: Release[] = []
  let running: Promise<void> | null = null

  async function releaseAll(): Promise<void> {
    while (waiting.length > 0) {
      const those = waiting
      waiting = []
      await release(those).catch(onFailure)
    }
    running = null
  }

  return {
    /** Resolves when nothing is left to be given back. */
    give(lane: Lane, afterSeconds: number): Promise<void> {
      waiting.push({ lane, afterSeconds })
      running ??= releaseAll()
      return running
    },
  }
}
