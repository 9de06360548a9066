/** Strangers in a process of their own, which stand for other machines: what they read must not delay who is measured. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

export interface StrangersStart {
  count: number
  /** Asked for in turn, without a rest. */
  urls: string[]
}

/** How often each status was answered. */
export type StrangersReport = [status: number, count: number][]

const agent = new Agent({ keepAlive: true })
const answers = new Map<number, number>()

process.on('message', (message: StrangersStart | 'end') => {
  if (message !== 'end') for (let n = 0; n < message.count; n++) void ask(message.urls, n)
  else process.send?.([...answers] satisfies StrangersReport, () => process.exit())
})

async function ask(urls: readonly string[], first: number): Promise<never> {
  for (let turn = first; ; turn++) {
    const [answer] = (await once(get(urls[turn % urls.length] ?? '', { agent }), 'response')) as [
      IncomingMessage,
    ]
    await once(answer.resume(), 'end')
    const { statusCode: status = 0 } = answer
    answers.set(status, (answers.get(status) ?? 0) + 1)
    if (status === 429) await wait(100)
  }
}
