import { client } from '../api.ts'
import { explainError } from '../explain-error.ts'
import { rulesHeader } from '../queries.ts'
import { TEMPLATES } from './index.ts'

interface Start {
  app_id: string
  /** The id of a template. */
  template: string
  withExamples: boolean
  onProgress: (text: string) => void
}

/** Returns what could not be made, as sentences; the app itself is there whatever happens here. */
export async function applyTemplate({
  app_id,
  template: id,
  withExamples,
  onProgress,
}: Start): Promise<string[]> {
  const listed = TEMPLATES.find((one) => one.id === id)
  if (!listed) return []
  try {
    onProgress('Making entities and rules…')
    const { template } = await listed.load()
    await client.schemas.replace_all({ app_id }, { entityNameToSchema: template.schemas })
    if (!withExamples) return []
    const failed: string[] = []
    for (const { entity_name, records } of template.examples) {
      onProgress(`Making example records of ${entity_name}…`)
      // All records of an entity, or none.
      await client.records
        .bulk_create({ app_id, entity_name }, [...records], { headers: rulesHeader('on') })
        .catch((error: unknown) =>
          failed.push(`The example records of ${entity_name} were not made: ${explainError(error).message}`),
        )
    }
    return failed
  } catch (error) {
    return [`Its entities were not made: ${explainError(error).message}`]
  }
}
