import { explainError } from '../explain-error.ts'
import { TEMPLATES } from './index.ts'
import type { Template } from './template.ts'

type Examples = Template['examples'][number]

interface Start {
  /** The id of a template. */
  id: string
  withExamples: boolean
  /** All entities, or none. */
  makeSchemas: (schemas: Template['schemas']) => Promise<unknown>
  /** All records of an entity, or none. */
  makeRecords: (examples: Examples) => Promise<unknown>
  onProgress: (text: string) => void
}

/** Returns what could not be made, as sentences; the app itself is there whatever happens here. */
export async function applyTemplate(start: Start): Promise<string[]> {
  const { id, withExamples, makeSchemas, makeRecords, onProgress } = start
  const listed = TEMPLATES.find((one) => one.id === id)
  if (!listed) return []
  const failed: string[] = []
  try {
    onProgress('Making entities and rules…')
    const { template } = await listed.load()
    await makeSchemas(template.schemas)
    for (const examples of withExamples ? template.examples : []) {
      const { entity_name } = examples
      onProgress(`Making example records of ${entity_name}…`)
      await makeRecords(examples).catch((error: unknown) =>
        failed.push(`The example records of ${entity_name} were not made: ${explainError(error).message}`),
      )
    }
  } catch (error) {
    failed.push(`Its entities were not made: ${explainError(error).message}`)
  }
  return failed
}
