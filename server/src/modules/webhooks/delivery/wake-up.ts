export interface WakeUp {
  /** Ends the wait under way, or the next one. */
  ring(): void
  /** Until it is rung, or so long. */
  wait(ms: number): Promise<void>
}

export function createWakeUp(): WakeUp {
  let isRung = false
  let wake = () => {}
  return {
    ring() {
      isRung = true
      wake()
    },
    async wait(ms) {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isRung = false
    },
  }
}
