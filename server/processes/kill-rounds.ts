/** Rounds in which writers use two nodes until one of them is killed; the other one survives all rounds. */
import type { NodeProcess } from './node-process.ts'
import { startTestNode } from './test-nodes.ts'
import { until } from './until.ts'

export async function killRounds(options: {
  rounds: number
  /** The node that the first round kills; later rounds start one with the settings. */
  first: NodeProcess
  settings: Record<string, string>
  /** Starts the writers of a round, which go on until it is over. */
  startWriters(victim: NodeProcess, round: number, isOver: () => boolean): Promise<void>[]
  /** How many writes were answered so far. */
  answered(): number
  /** So many more are answered before the node is killed. */
  writesEach: number
  signalOf?(round: number): NodeJS.Signals
}): Promise<void> {
  const { rounds, first, settings, startWriters, answered, writesEach } = options
  for (let round = 0, victim = first; round < rounds; round++) {
    if (round > 0) victim = await startTestNode({ settings })
    let isOver = false
    const writers = startWriters(victim, round, () => isOver)
    const enough = answered() + writesEach
    await until('enough writes', () => answered() >= enough)
    await victim.kill(options.signalOf?.(round) ?? 'SIGKILL')
    isOver = true
    await Promise.all(writers)
  }
}
