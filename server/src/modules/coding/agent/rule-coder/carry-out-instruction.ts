import type { Feed, ToolResult } from './feeds.ts'
import type { Instruction } from './instruction.ts'
import type { StepCall } from './step.ts'

/** Yields the calls of each turn, is given their results, and returns what went wrong; null when nothing did. */
export type Carried = Generator<StepCall[], string | null, Feed['results']>

export function* carryOutInstruction(instruction: Instruction): Carried {
  switch (instruction.kind) {
    case 'write':
      return yield* single(write(instruction.path, instruction.content))
    case 'append':
      return yield* append(instruction)
    case 'insert': {
      const { path, anchor, content, at } = instruction
      const text = at === 'after' ? `${anchor}\n${content}` : `${content}\n${anchor}`
      return yield* single({ tool: 'edit_file', input: { path, old: anchor, new: text } })
    }
    case 'replace':
      return yield* single(replaceIn(instruction.path, instruction))
    case 'replace_everywhere':
      return yield* replaceEverywhere(instruction)
    case 'move':
      return yield* single({ tool: 'move_file', input: { from: instruction.from, to: instruction.to } })
    case 'delete':
      return yield* single({ tool: 'delete_file', input: { path: instruction.path } })
    case 'create_entity':
      return yield* single(write(entityPath(instruction.name), toJson(instruction.schema)))
    case 'add_fields':
      return yield* addFields(instruction)
  }
}

function* single(call: StepCall): Carried {
  const [result] = yield [call]
  return problemOf(result)
}

function* append({ path, content }: Instruction & { kind: 'append' }): Carried {
  const [result] = yield [{ tool: 'edit_file', input: { path, old: '', new: content } }]
  if (result?.is_error && /does not exist/.test(result.output)) return yield* single(write(path, content))
  return problemOf(result)
}

const MOST_FILES = 40
const MOST_ROUNDS = 10

/** Searches again until nothing new is found: one search shows only the first lines. */
function* replaceEverywhere(instruction: Instruction & { kind: 'replace_everywhere' }): Carried {
  const tried = new Set<string>()
  let changed = 0
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const [found] = yield [{ tool: 'search', input: { pattern: instruction.old } }]
    if (!found || found.is_error) return problemOf(found)
    const paths = pathsOf(found.output)
      .filter((path) => !tried.has(path))
      .slice(0, MOST_FILES)
    if (paths.length === 0) break
    for (const path of paths) tried.add(path)
    const results = yield paths.map((path) => replaceIn(path, instruction))
    changed += results.filter((result) => result && !result.is_error).length
  }
  return changed === 0 ? 'No file has it.' : null
}

/** `path:line: text`, of each line. */
function pathsOf(output: string): string[] {
  return [...new Set(output.split('\n').flatMap((line) => /^(.+?):\d+: /.exec(line)?.[1] ?? []))]
}

function* addFields({ name, properties, required }: Instruction & { kind: 'add_fields' }): Carried {
  const path = entityPath(name)
  const [read] = yield [{ tool: 'read_file', input: { path } }]
  if (!read || read.is_error) return problemOf(read)
  const schema = readSchema(read.output)
  if (schema === null) return `${path} is not the schema of an entity.`
  const all = [...new Set([...(schema.required ?? []), ...required])]
  const changed = {
    ...schema,
    properties: { ...schema.properties, ...properties },
    ...(all.length > 0 && { required: all }),
  }
  return yield* single(write(path, toJson(changed)))
}

/** The file as `read_file` shows it, each line behind its number. */
function readSchema(shown: string): { properties?: object; required?: string[] } | null {
  try {
    const value: unknown = JSON.parse(shown.replaceAll(/^\d+\t/gm, ''))
    const isSchema = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isSchema || ('required' in value && !Array.isArray(value.required))) return null
    return value
  } catch {
    return null
  }
}

const entityPath = (name: string) => `entities/${name}.json`
const toJson = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const write = (path: string, content: string): StepCall => ({ tool: 'write_file', input: { path, content } })

function replaceIn(
  path: string,
  { old, new: fresh, isWord }: { old: string; new: string; isWord: boolean },
): StepCall {
  const input = { path, old, new: fresh, all: true }
  return { tool: 'edit_file', input: isWord ? { ...input, whole_words: true } : input }
}

function problemOf(result: ToolResult | null | undefined): string | null {
  if (!result) return 'It was not done.'
  return result.is_error ? result.output : null
}
