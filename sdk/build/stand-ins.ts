/**
 * What stands in the package in place of the contract. Its schemas, and the library that makes them, stay at home: a
 * constant becomes its value, and operations become the tables that clients and the CLI need of them (G601).
 */
import { fileURLToPath } from 'node:url'
import { allOperations, errors, type Operation, operations, refusalsOf } from '@atrium/contract'
import type { Plugin } from 'rolldown'
import { operations as clientOperations } from '../src/operations.ts'
import { statuses } from '../src/refusal-statuses.ts'
import { packOperations } from './pack-operations.ts'

const CONTRACT = /^@atrium\/contract(?:\/([\w-]+))?$/
/** Files of the contract that hold no schema: they go along as they are. */
const WITHOUT_SCHEMAS = ['field-names', 'realtime', 'workflow-definition']
const SOURCES = fileURLToPath(new URL('../src/', import.meta.url))

export const standIns: Plugin = {
  name: 'stand-ins',
  resolveId(written) {
    if (/(^|\/)operations\.ts$/.test(written) && written.startsWith('.')) return '\0operations'
    if (/(^|\/)refusal-statuses\.ts$/.test(written)) return '\0refusal-statuses'
    const [isContract, file = ''] = CONTRACT.exec(written) ?? []
    return isContract && !WITHOUT_SCHEMAS.includes(file) ? `\0contract/${file}` : null
  },
  async load(id) {
    if (id === '\0operations') return tableModule()
    if (id === '\0refusal-statuses') return `export const statuses = ${parsed(statuses)}`
    if (id === '\0contract/') return contractModule()
    if (!id.startsWith('\0contract/')) return null
    const file: Record<string, unknown> = await import(`@atrium/contract/${id.slice('\0contract/'.length)}`)
    return constantsOf(file)
  },
}

function tableModule(): string {
  const table = packOperations(clientOperations)
  return [
    `import { unpackOperations } from ${JSON.stringify(`${SOURCES}unpack-operations.ts`)}`,
    `export const operations = /* @__PURE__ */ unpackOperations(${JSON.stringify(table)})`,
  ].join('\n')
}

/** What the CLI asks of the contract: flags from fields, help from descriptions and refusals. */
function contractModule(): string {
  const refusals = Object.fromEntries(allOperations.map((each) => [each.name, refusalsOf(each)]))
  const described = Object.fromEntries(
    Object.entries(operations).map(([area, verbs]) => [
      area,
      Object.fromEntries(
        Object.entries(verbs as Record<string, Operation>).map(([verb, { answer, example, ...rest }]) => [
          verb,
          rest,
        ]),
      ),
    ]),
  )
  return [
    `export const operations = ${parsed(described)}`,
    `export const errors = ${parsed(errors)}`,
    `const refusals = ${parsed(refusals)}`,
    'export const refusalsOf = ({ name }) => refusals[name]',
  ].join('\n')
}

function constantsOf(file: Readonly<Record<string, unknown>>): string {
  return Object.entries(file)
    .filter(([, value]) => isPlain(value))
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')
}

/** Neither a function nor something that holds a schema; schemas carry hidden marks of the library. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'function' || value === undefined) return false
  if (typeof value !== 'object' || value === null) return true
  return (
    !Object.getOwnPropertyNames(value).some((name) => name.startsWith('~')) &&
    Object.values(value).every(isPlain)
  )
}

function parsed(value: unknown): string {
  return `/* @__PURE__ */ JSON.parse(${JSON.stringify(JSON.stringify(value))})`
}
