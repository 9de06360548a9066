import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allOperations, refusalsOf } from '@atrium/contract'

/** What the contract declares and no test provoked; and answers no test may see. */
export function uncovered(folder: string): string[] {
  const seen = new Set(
    readdirSync(folder).flatMap((file) =>
      readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean),
    ),
  )
  const declared = allOperations.flatMap((operation) => {
    const succeeds = operation.name === 'api_keys.create' ? [] : ['ok']
    return [...succeeds, ...refusalsOf(operation)].map((code) => `${operation.name} ${code}`)
  })
  const missing = declared.filter((pair) => !seen.has(pair)).map((pair) => `never provoked: ${pair}`)
  const broken = [...seen]
    .filter((pair) => pair.endsWith(' internal_error'))
    .map((pair) => `a test saw: ${pair}`)
  return [...missing, ...broken]
}
