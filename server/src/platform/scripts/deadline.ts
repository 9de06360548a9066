export interface Deadline {
  set(milliseconds: number, wallMilliseconds: number): void
  /** Looks at the clock; once over it stays over. */
  isOver(): boolean
  /** What the last look said. */
  wasOver(): boolean
  /** Gives some more time for one thing. */
  spare(milliseconds: number, work: () => string): string
}

/** Processor time of this thread, so that a busy machine does not end scripts that hardly ran; and the clock on the wall. */
export function createDeadline(): Deadline {
  let cpuEnd = Number.POSITIVE_INFINITY
  let wallEnd = Number.POSITIVE_INFINITY
  let isOver = false

  const set = (milliseconds: number, wallMilliseconds: number) => {
    cpuEnd = cpuNow() + milliseconds
    wallEnd = performance.now() + wallMilliseconds
    isOver = false
  }
  return {
    set,
    isOver() {
      isOver ||= cpuNow() >= cpuEnd || performance.now() >= wallEnd
      return isOver
    },
    wasOver: () => isOver,
    spare(milliseconds, work) {
      const before = { cpuEnd, wallEnd, isOver }
      set(milliseconds, milliseconds)
      try {
        return work()
      } finally {
        ;({ cpuEnd, wallEnd, isOver } = before)
      }
    },
  }
}

function cpuNow(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
