/** What a run has found: the faults, and which operations succeeded and were refused. */
import { allOperations } from '@atrium/contract'
import type { CollectedLog } from '../collected-log.ts'
import { asCommand, type Request } from './request.ts'
import { type Answer, faultOf } from './send.ts'

export function createFindings(log: CollectedLog, baseUrl: string) {
  const codes = new Map<string, Set<string>>(allOperations.map(({ name }) => [name, new Set()]))
  const statuses: Record<string, number> = {}
  const faults = new Set<string>()
  let [sent, slowest, repeated] = [0, 0, 0]
  const causeOf = (id: unknown) => log.lines.find(({ request_id }) => request_id === id)?.err

  /** Said at once, and once for each cause. */
  const report = (where: string, what: string, story: string, id: unknown): void => {
    const cause = causeOf(id)
    const fault = `${where}: ${cause?.message ?? what}`.replaceAll(/\d+/g, '0')
    if (!faults.has(fault)) console.error(`${story}\n${cause?.stack ?? ''}`)
    faults.add(fault)
  }

  return {
    faults,
    /** `ok`, or the code of a refusal. */
    noteCode: (operation: string, code: string) => void codes.get(operation)?.add(code),
    note(seed: number, request: Request, answer: Answer & { tries: number }): void {
      sent++
      repeated += answer.tries - 1
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      slowest = Math.max(slowest, answer.ms)
      if (sent % 10_000 === 0) console.log(this.summary())
      const { operation, actor } = request
      const fault = faultOf(operation, answer)
      if (fault === null) return
      const story = `RANDOM_SEED=${seed} ${operation.name} as ${actor} ${fault}\n${asCommand(request, baseUrl)}`
      report(operation.name, fault, story, answer.body?.request_id)
    },
    /** Something that a request needs could not be made. */
    notePreparation(seed: number, error: Error & { body?: { request_id?: string } }): void {
      report(
        'preparing',
        String(error),
        `RANDOM_SEED=${seed} preparing: ${error.stack}`,
        error.body?.request_id,
      )
    },
    summary: () =>
      `${sent} requests, ${JSON.stringify(statuses)}, slowest ${Math.round(slowest)} ms, ${repeated} sent again`,
    /** The operations that never succeeded, or were never refused. */
    oneSided: (): string[] =>
      [...codes].flatMap(([name, seen]) => [
        ...(seen.has('ok') ? [] : [`${name} never succeeded`]),
        ...([...seen].some((code) => code !== 'ok') ? [] : [`${name} was never refused`]),
      ]),
  }
}
