export interface Deadline {
  set(milliseconds: number): void
  /** Looks at the clock; once over it stays over. */
  isOver(): boolean
  /** What the last look said. */
  wasOver(): boolean
  /** Gives some more time for one thing. */
  spare(milliseconds: number, work: () => string): string
}

/** Processor time of this thread, so that a machine that is busy or stood still does not end scripts that hardly ran. */
export function createDeadline(): Deadline {
  let end = Number.POSITIVE_INFINITY
  let isOver = false

  const set = (milliseconds: number) => {
    end = processorTime() + milliseconds
    isOver = false
  }
  return {
    set,
    isOver() {
      isOver ||= processorTime() >= end
      return isOver
    },
    wasOver: () => isOver,
    spare(milliseconds, work) {
      const before = { end, isOver }
      set(milliseconds)
      try {
        return work()
      } finally {
        ;({ end, isOver } = before)
      }
    },
  }
}

function processorTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
