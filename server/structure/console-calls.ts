/** What the console sends on behalf of a person, read from its source: everything but what its queries read. */
import { allOperations, type Operation } from '@atrium/contract'
import { isTest, readSources } from './sources.ts'

export interface ConsoleCall {
  /** From the folder of the pages, or of the source. */
  file: string
  /** `folders.update`; `webhooksOf.update` where the owner decides between two operations. */
  operation: string
  /** Whether it stands inside the hook that shows its failure. */
  isShown: boolean
}

const WEBHOOKS = 'console/src/webhooks-of.ts'
/** `useJoin` hands its `run` to `useRequest`, and `DeleteDialog` to `useAct`. */
const HOOKS = /\b(?:useAct|useRequest|useJoin)(?:<[^(]*>)?\(|<DeleteDialog\b(?:[^>]|=>)*?\srun=\{/g
const byName = new Map<string, Operation>(allOperations.map((operation) => [operation.name, operation]))

export const consoleSources = readSources().filter(
  ({ path }) => path.startsWith('console/src/') && !isTest(path),
)

/** Every place in the console that sends an operation, without those in the queries. */
export function consoleCalls(): ConsoleCall[] {
  return consoleSources
    .filter(({ path }) => !/queries\.ts$/.test(path) && path !== WEBHOOKS)
    .flatMap(({ path, text }) => {
      const shown = [...text.matchAll(HOOKS)].map(({ index, 0: { length } }) => {
        const start = index + length - 1
        return { start, end: endOf(text, start) }
      })
      return callsIn(text).map(({ index, operation }) => ({
        file: path.replace(/^console\/src\/(pages\/)?/, ''),
        operation,
        isShown: shown.some(({ start, end }) => start < index && index < end),
      }))
    })
}

/** What `webhooksOf` sends, for agents and for apps; what it reads is for the queries. */
export function webhookOperations(): string[] {
  const text = consoleSources.find(({ path }) => path === WEBHOOKS)?.text ?? ''
  return callsIn(text)
    .map(({ operation }) => operation)
    .filter((name) => byName.get(name)?.method !== 'GET')
}

function callsIn(text: string): { index: number; operation: string }[] {
  return [...text.matchAll(/\b(\w+|webhooksOf\((?:[^()]|\([^()]*\))*\))\.(\w+)\(/g)].flatMap(
    ({ index, 1: area = '', 2: verb = '' }) => {
      const operation = `${area.replace(/\(.*/s, '')}.${verb}`
      return area.startsWith('webhooksOf(') || byName.has(operation) ? [{ index, operation }] : []
    },
  )
}

/** The bracket that closes the one here. */
function endOf(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth++
    else if (')]}'.includes(text[at] ?? '') && --depth === 0) return at
  }
  throw new Error(`a bracket is not closed: ${text.slice(start, start + 80)}`)
}
