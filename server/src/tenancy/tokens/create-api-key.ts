import { refuse } from '../../platform/errors.ts'

/** Personal API keys are retired; existing ones still work. */
export async function createApiKey(): Promise<never> {
  throw refuse('api_keys_retired')
}
