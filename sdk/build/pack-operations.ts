/** Writes the table of operations that the package brings: see `unpackOperations`, which reads it. */
import type { ClientOperation } from '../src/client-operation.ts'
import { BEGINNINGS, INPUTS, MARKS, METHODS } from '../src/unpack-operations.ts'

type Areas = Readonly<Record<string, Readonly<Record<string, ClientOperation>>>>

export function packOperations(areas: Areas): string {
  const lines = Object.entries(areas).flatMap(([area, verbs]) => [
    area,
    ...Object.entries(verbs).map(([verb, operation]) => lineOf(verb, operation)),
  ])
  return lines.join('\n')
}

function lineOf(verb: string, operation: ClientOperation): string {
  const { method, path, input, rest_param = '-', answer_type = '' } = operation
  const marks = Object.entries(MARKS).filter(([, mark]) => operation[mark] === true)
  const letters = (input ? letterOf(INPUTS, input) : '') + marks.map(([letter]) => letter).join('')
  return [verb, letterOf(METHODS, method) + shortened(path), letters, rest_param, answer_type]
    .join(' ')
    .replace(/(?: -)? *$/, '')
}

function letterOf(letters: Readonly<Record<string, string>>, wanted: string): string {
  const found = Object.entries(letters).find(([, each]) => each === wanted)
  if (!found) throw new Error(`There is no letter for ${wanted}`)
  return found[0]
}

function shortened(path: string): string {
  const [sign, beginning] =
    Object.entries(BEGINNINGS).find(([, each]) => path.startsWith(`${each}/`)) ?? (['', ''] as const)
  return sign + path.slice(beginning.length)
}
