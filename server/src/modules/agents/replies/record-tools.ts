/** What an agent inside an app may do with the app's records, as tools for the model. */
import { Type } from 'typebox'
import { ApiError } from '../../../platform/errors.ts'
import type { Tool } from '../../../ports/language-model/port.ts'
import type { Caller } from '../../../tenancy/index.ts'
import type { EntityOutline, RecordTools } from '../deps.ts'

const OPERATIONS = ['read', 'create', 'update', 'delete'] as const
type Operation = (typeof OPERATIONS)[number]

/** As many as models choose well from. */
const MOST_TOOLS = 40
const MOST_RECORDS = 50
/** What one answer may take of the model's attention. */
const LONGEST_OUTPUT = 30_000
/** Names of tools, as the protocol wants them. */
const NAME = /^[\w-]{1,64}$/

/** One tool for each entity and operation that the configuration allows. Rules are those of the person who speaks. */
export async function recordTools(
  records: RecordTools,
  caller: Caller,
  appId: string,
  configs: readonly object[],
): Promise<Tool[]> {
  const tools: Tool[] = []
  for (const { entity_name, operations } of configs.flatMap(readConfig)) {
    const outline = await records.describe(appId, entity_name)
    if (!outline) continue
    const make = makers(records, caller, { app_id: appId, entity_name }, outline)
    tools.push(...operations.map((operation) => make[operation]()))
  }
  const named = new Map(tools.map((tool) => [tool.name, tool]))
  return [...named.values()].filter(({ name }) => NAME.test(name)).slice(0, MOST_TOOLS)
}

function readConfig(config: object): { entity_name: string; operations: Operation[] }[] {
  const { entity_name, allowed_operations } = config as Record<string, unknown>
  if (typeof entity_name !== 'string' || !Array.isArray(allowed_operations)) return []
  return [{ entity_name, operations: OPERATIONS.filter((one) => allowed_operations.includes(one)) }]
}

interface RecordSet {
  app_id: string
  entity_name: string
}

function makers(records: RecordTools, caller: Caller, set: RecordSet, outline: EntityOutline) {
  const { entity_name } = set
  const fields = outline.fields.map(({ name, type }) => `${name} (${type})`).join(', ')
  const Values = Type.Record(Type.String(), Type.Unknown(), { description: `Fields: ${fields}` })
  const Id = Type.String({ minLength: 1, maxLength: 128, description: 'The id of the record' })
  const tool = (
    verb: Operation,
    says: string,
    input: Tool['input'],
    run: (input: never) => Promise<unknown>,
  ) => ({
    name: `${verb}_${entity_name}`,
    description: says,
    input,
    run: (sent: unknown) => refusalsReported(() => run(sent as never)), // the port checked it against the schema
  })
  return {
    read: () =>
      tool(
        'read',
        `Find records of ${entity_name}. Fields: ${fields}, id, created_date, updated_date.`,
        Type.Object({
          filter: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              description: 'Such as {"done": false, "price": {"$lt": 5}}',
            }),
          ),
          sort: Type.Optional(
            Type.String({ maxLength: 200, description: 'A field, or -field for the largest first' }),
          ),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_RECORDS })),
        }),
        async ({ filter, sort, limit = 20 }: { filter?: object; sort?: string; limit?: number }) =>
          shortened(await records.list(caller, set, { filter, sort, limit })),
      ),
    create: () =>
      tool(
        'create',
        `Make a record of ${entity_name}.`,
        Type.Object({ values: Values }),
        ({ values }: { values: object }) => records.create(caller, set, values),
      ),
    update: () =>
      tool(
        'update',
        `Change fields of a record of ${entity_name}; others stay as they are.`,
        Type.Object({ id: Id, values: Values }),
        ({ id, values }: { id: string; values: object }) => records.update(caller, set, id, values),
      ),
    delete: () =>
      tool(
        'delete',
        `Delete a record of ${entity_name}.`,
        Type.Object({ id: Id }),
        ({ id }: { id: string }) => records.delete(caller, set, id),
      ),
  }
}

/** The model learns what it may not do as a caller of the API would. */
async function refusalsReported(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    return { error: error.code, message: error.message, detail: error.detail }
  }
}

function shortened(records: readonly unknown[]): object {
  let shown = records
  while (shown.length > 0 && JSON.stringify(shown).length > LONGEST_OUTPUT) {
    shown = shown.slice(0, Math.floor(shown.length / 2))
  }
  return { records: shown, ...(shown.length < records.length && { left_out: records.length - shown.length }) }
}
