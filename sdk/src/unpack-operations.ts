/** Reads the table of operations that the package brings in place of the contract: a line for each. */
import type { ClientOperation } from './client-operation.ts'

/** One letter for each method and each mark; `sdk/build/pack-operations.ts` writes by the same lists. */
export const METHODS = { G: 'GET', P: 'POST', U: 'PUT', A: 'PATCH', D: 'DELETE' } as const
export const INPUTS = { b: 'body', q: 'query', f: 'file' } as const
export const MARKS = {
  w: 'takes_workspace',
  k: 'takes_idempotency_key',
  m: 'takes_if_match',
  c: 'takes_credential',
  r: 'is_read_only',
} as const
/** What most addresses begin with is written as its sign. */
export const BEGINNINGS = { '~': '/api/apps/{app_id}', '^': '/api' } as const

/**
 * A line with a word alone begins an area; the others are verb, method with path, letters, and where there is one the
 * rest parameter (`-` for none) and the media type of the answer.
 */
export function unpackOperations(table: string): Record<string, Record<string, ClientOperation>> {
  const areas: Record<string, Record<string, ClientOperation>> = {}
  let area = ''
  for (const line of table.split('\n')) {
    const [verb = '', address = '', letters = '', rest_param = '-', answer_type] = line.split(' ')
    if (address === '') area = verb
    else {
      areas[area] ??= {}
      Object.assign(areas[area] as object, {
        [verb]: {
          name: `${area}.${verb}`,
          method: METHODS[address[0] as keyof typeof METHODS],
          path: pathOf(address.slice(1)),
          ...marksOf(letters),
          ...(rest_param !== '-' && { rest_param }),
          ...(answer_type && { answer_type }),
        },
      })
    }
  }
  return areas
}

function pathOf(written: string): string {
  const beginning = BEGINNINGS[written[0] as keyof typeof BEGINNINGS]
  return beginning === undefined ? written : beginning + written.slice(1)
}

function marksOf(letters: string): object {
  const marks: Record<string, unknown> = {}
  for (const letter of letters) {
    if (letter in MARKS) marks[MARKS[letter as keyof typeof MARKS]] = true
    else marks.input = INPUTS[letter as keyof typeof INPUTS]
  }
  return marks
}
