/** The types that stand in the package in place of the contract's: plain interfaces, none of a library. */
import { errors, type Operation, operations } from '@atrium/contract'
import { areas } from '@atrium/contract/areas'
import { FINDING_GROUPS, findingGroups, SEVERITIES, SeverityCounts } from '@atrium/contract/scan-findings'
import { comment, type Schema } from './field-notes.ts'
import { operationDocs } from './operation-docs.ts'
import { SchemaTypes } from './schema-types.ts'

interface Declared {
  area: string
  verb: string
  operation: Operation
  /** `FoldersUpdate` */
  name: string
  params: string | null
  /** The body, or the query where there is none, as the second argument. */
  input: string | null
  answer: string
  text: string
}

export interface Declarations {
  contract: string
  clientAreas: string
}

export function declareContract(): Declarations {
  const types = new SchemaTypes()
  const declared = Object.entries(operations).flatMap(([area, verbs]) =>
    Object.entries(verbs as Record<string, Operation>).map(([verb, operation]) =>
      declareOperation(types, area, verb, operation),
    ),
  )
  const findings = declareFindings(types)
  return {
    contract: [
      BASE,
      `export type ErrorCode =\n${Object.keys(errors)
        .map((code) => `  | '${code}'`)
        .join('\n')}\n`,
      findings,
      types.text,
      ...declared.map(({ text }) => text),
      declareOperations(declared),
    ].join('\n'),
    clientAreas: declareAreas(declared),
  }
}

const BASE = `/** The API as types: what each operation takes and answers. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly upload?: object
  readonly answer: unknown
  readonly answer_type?: string
}

export type AnswerOf<O extends Operation> = O['answer']

export interface InputOf<O extends Operation> {
  params: O extends { params: infer Params } ? Params : Record<never, never>
  query: O extends { query: infer Query } ? Query : Record<never, never>
  body: O extends { body: infer Body } ? Body : undefined
}
`

function declareOperation(types: SchemaTypes, area: string, verb: string, operation: Operation): Declared {
  const name = pascalCase(`${area}_${verb}`)
  const part = (suffix: string, schema: Schema | undefined) =>
    schema ? types.declare(name + suffix, schema, 'input') : null
  const params = part('Params', operation.params as Schema | undefined)
  const query = part('Query', operation.query as Schema | undefined)
  const body = part('Body', operation.body as Schema | undefined)
  const answer = answerOf(types, name, operation)
  const lines = [
    `readonly name: '${area}.${verb}'`,
    `readonly method: '${operation.method}'`,
    `readonly path: '${operation.path}'`,
    ...(params ? [`readonly params: ${params}`] : []),
    ...(query ? [`readonly query: ${query}`] : []),
    ...(body ? [`readonly body: ${body}`] : []),
    ...(operation.upload ? ['readonly upload: object'] : []),
    `readonly answer: ${answer}`,
    ...(operation.answer_type ? [`readonly answer_type: '${operation.answer_type}'`] : []),
  ]
  const text = `export interface ${name} extends Operation {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`
  return { area, verb, operation, name, params, input: body ?? query, answer, text }
}

function answerOf(types: SchemaTypes, name: string, { answer, answer_type }: Operation): string {
  if (answer_type !== undefined) return 'unknown'
  const schema = answer as Schema
  const type = types.typeOf(schema)
  // What is written out gets a name; what has one, or is a single word, goes without.
  return type.includes('{') ? types.declare(`${name}Answer`, schema, 'answer') : type
}

function declareFindings(types: SchemaTypes): string {
  const severity = SEVERITIES.map((each) => `'${each}'`).join(' | ')
  types.declare('SeverityCounts', withoutId(SeverityCounts as Schema), 'answer')
  const groups = FINDING_GROUPS.map(
    (group) => `  ${group}: ${types.typeOf(findingGroups[group] as Schema)}\n`,
  )
  return `export type Severity = ${severity}
/** From the worst on. */
export declare const SEVERITIES: readonly Severity[]
/** The groups of a security scan, and what their findings look like. */
export interface FindingGroups {
${groups.join('')}}
export type FindingGroup = keyof FindingGroups
export declare const FINDING_GROUPS: FindingGroup[]
export type FindingOf<G extends FindingGroup> = FindingGroups[G]
export type Finding = FindingOf<FindingGroup>
`
}

function withoutId({ $id: _, ...schema }: Schema): Schema {
  return schema
}

function declareOperations(declared: readonly Declared[]): string {
  const areaTexts = [...byArea(declared)].map(
    ([area, verbs]) =>
      `  readonly ${area}: {\n${verbs.map(({ verb, name }) => `    readonly ${verb}: ${name}\n`).join('')}  }\n`,
  )
  return `/** The whole API: area, verb, operation. */\nexport interface Operations {\n${areaTexts.join('')}}\n`
}

/** The methods written out, so that an editor shows at each call what it takes, answers and refuses. */
function declareAreas(declared: readonly Declared[]): string {
  const names = new Set<string>()
  const texts = [...byArea(declared)].map(([area, verbs]) => {
    const calls = verbs.map((each) => {
      for (const used of namesIn(each)) names.add(used)
      const docs = comment(operationDocs(each.operation), '  ')
      const inner = comment(operationDocs(each.operation), '    ')
      return `${docs}  readonly ${each.verb}: {\n${inner}    ${signatureOf(each)}\n    readonly operation: ClientOperation<${each.name}>\n  }\n`
    })
    return `export interface ${pascalCase(area)}Area {\n${calls.join('')}}\n`
  })
  const index = [...byArea(declared).keys()].map((area) => {
    const about = areas[area as keyof typeof areas]
    return `${comment(about ? [about] : [], '  ')}  readonly ${area}: ${pascalCase(area)}Area\n`
  })
  return [
    "import type { CallOptions, FileInput } from './call.js'",
    "import type { ClientOperation } from './client-operation.js'",
    `import type {\n${[...names]
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './contract.js'\n`,
    `export interface ClientAreas {\n${index.join('')}}\n`,
    ...texts,
  ].join('\n')
}

function signatureOf({ operation, name, params, input, answer }: Declared): string {
  const { upload, answer_type } = operation
  const schema = (operation.body ?? operation.query) as Schema | undefined
  const mayBeLeftOut = !upload && (schema?.required ?? []).length === 0 && schema?.type !== 'array'
  const inputType = upload ? `FileInput${input ? ` & ${input}` : ''}` : input
  const args = [
    ...(params ? [`params: ${params}`] : []),
    ...(inputType ? [`input${mayBeLeftOut ? '?' : ''}: ${inputType}`] : []),
    `options?: CallOptions<${name}>`,
  ]
  return `(${args.join(', ')}): Promise<${answer_type === undefined ? answer : 'Response'}>`
}

function namesIn({ name, params, input, answer }: Declared): string[] {
  const words = [name, params, input, answer].flatMap((text) => text?.match(/\b[A-Z]\w*\b/g) ?? [])
  return words.filter((word) => word !== 'Record')
}

function byArea(declared: readonly Declared[]): Map<string, Declared[]> {
  return Map.groupBy(declared, ({ area }) => area)
}

function pascalCase(name: string): string {
  return name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}
