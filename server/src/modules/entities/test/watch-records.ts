import type { SharedApp } from '../../../../test/app.ts'
import type { Person } from '../../../../test/make.ts'

/** Sets up a workflow for all changes of an entity, and returns how to read what it was started with. */
export async function watchRecords(
  app: Pick<SharedApp, 'as' | 'sql'>,
  owner: Person,
  { app_id, entity_name }: { app_id: string; entity_name: string },
): Promise<() => Promise<unknown[]>> {
  const { id } = await app.as(owner).workflows.create(
    { app_id },
    {
      name: 'watch',
      definition: { do: [{ keep: { set: 1 } }] },
      trigger: { type: 'entity', entity_name, events: ['create', 'update', 'delete'] },
    },
  )
  return async () => {
    const runs = await app.sql<{ input: unknown }>`
      select input from workflow_runs where workflow_id = ${id} order by id`
    return runs.map(({ input }) => input)
  }
}
