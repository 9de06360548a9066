import { ApiError } from '../../../../platform/errors.ts'
import type { RecordsWanted } from '../../workflow-calls.ts'
import { Fault } from '../fault.ts'
import { actingRun, type Call } from '../held-run.ts'
import { withOutput } from '../store-output.ts'

interface EntityArguments {
  entity_name: string
  id?: unknown
  data?: unknown
  filter?: unknown
  sort?: unknown
  limit?: unknown
}

const USUAL_LIMIT = 50
const MOST_RECORDS = 500

/** A change and the result of its step are stored in one transaction. */
export function callEntities(verb: 'create' | 'update' | 'delete' | 'query'): Call {
  return async (step, given) => {
    const { workflowCalls } = step.held.deps
    const run = actingRun(step)
    const { entity_name: entity, id, data = {}, ...wanted } = given as unknown as EntityArguments
    if (verb === 'query')
      return refusedAsFault(() => workflowCalls.queryRecords(run, entity, readWanted(wanted)))
    return refusedAsFault(() =>
      withOutput(step, (alongside) => {
        if (verb === 'create') return workflowCalls.createRecord(run, entity, readData(data), alongside)
        const record = readId(id)
        if (verb === 'update')
          return workflowCalls.updateRecord(run, entity, record, readData(data), alongside)
        return workflowCalls.deleteRecord(run, entity, record, alongside)
      }),
    )
  }
}

/** What a person would be refused with is a fault of the step. */
export async function refusedAsFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, status, detail } = error
    const [first] = Array.isArray(detail) ? detail : []
    const text = first ? `${first.loc.slice(1).join('.')}: ${first.msg}` : message
    const kind = status === 422 ? 'validation' : 'runtime'
    throw new Fault(kind, code, text, { status, isPassing: status === 429 || status === 503 })
  }
}

function readData(data: unknown): object {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) return data
  throw new Fault('validation', 'invalid_data', '`data` is no object with the fields of a record')
}

function readId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id
  throw new Fault('validation', 'invalid_id', '`id` is no id of a record')
}

function readWanted({ filter, sort, limit }: Omit<EntityArguments, 'entity_name'>): RecordsWanted {
  const most = typeof limit === 'number' && Number.isInteger(limit) && limit > 0 ? limit : USUAL_LIMIT
  return {
    limit: Math.min(most, MOST_RECORDS),
    ...(typeof filter === 'object' && filter !== null && { filter }),
    ...(typeof sort === 'string' && { sort }),
  }
}
