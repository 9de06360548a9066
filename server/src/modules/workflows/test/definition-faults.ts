import { expect } from 'vitest'
import { ApiError, type ValidationRow } from '../../../platform/errors.ts'
import { createScripts } from '../../../platform/scripts/create-scripts.ts'
import { checkDefinition } from '../definition/check-definition.ts'

const scripts = createScripts()

/** What is wrong with a definition of a workflow. */
export async function faultsOf(definition: unknown): Promise<readonly ValidationRow[]> {
  try {
    await checkDefinition(scripts, definition)
    return []
  } catch (error) {
    if (!(error instanceof ApiError) || typeof error.detail === 'string') throw error
    expect(error.code).toBe('validation_error')
    return error.detail
  }
}
/** A definition with this one task. */
export const task = (one: unknown) => ({ do: [{ greet: one }] })
/** The only thing that is wrong, with its place in the definition. */
export const faultOf = async (definition: unknown) => {
  const rows = await faultsOf(definition)
  expect(rows).toHaveLength(1)
  const [{ loc, type, msg } = { loc: [], type: '', msg: '' }] = rows
  return { at: loc.slice(2).join(' '), type, msg }
}
