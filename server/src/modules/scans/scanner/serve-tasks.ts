import { Worker } from 'node:worker_threads'

export interface TaskMessage {
  task: string
  input: unknown
}

/** One of both. */
export interface TaskReply {
  output?: unknown
  error?: string
}

/** In a process of its own: carries out tasks one after the other. What a task throws is a reply, and it goes on. */
export function serveTasks(tasks: { [name: string]: (input: never) => unknown }): void {
  endWithParent()
  process.on('message', async ({ task, input }: TaskMessage) => {
    process.send?.(await reply(tasks[task], input))
  })
  process.send?.('ready')
}

async function reply(run: ((input: never) => unknown) | undefined, input: unknown): Promise<TaskReply> {
  try {
    // The one who sends a task knows its input by its name.
    return { output: await run?.(input as never) }
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : 'unknown' }
  }
}

/** A task that never ends would not notice that nobody waits for it any more, so a thread of its own looks. */
function endWithParent(): void {
  process.on('disconnect', () => process.exit())
  const watch = `const parent = process.ppid
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 1000)`
  new Worker(watch, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref()
}
