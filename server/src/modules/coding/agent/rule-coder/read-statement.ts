import type { HeldText } from './hold-values.ts'
import type { Instruction } from './instruction.ts'
import { isEntityName, readFields } from './read-fields.ts'
import { looksLikePath, readPath, readPaths, splitFirst, splitLast, withLineEnd } from './read-words.ts'

/** What one statement asks for; null when it is not understood. Patterns are anchored and repeat nothing inside repeats. */
export function readStatement(given: string, held: HeldText): Instruction[] | null {
  const statement = given
    .trim()
    .replace(POLITE, '')
    .replace(/[.!]+$/, '')
    .trim()
  if (statement.length > LONGEST_STATEMENT) return null
  for (const read of READERS) {
    const found = read(statement, held)
    if (found !== null) return found
  }
  return null
}

/** Whether a further sentence may be a part of what is written to the file. */
export function isOpenEnded(
  instruction: Instruction | undefined,
  statement: string,
  held: HeldText,
): boolean {
  const last = statement.trim().split(' ').at(-1) ?? ''
  return (instruction?.kind === 'write' || instruction?.kind === 'append') && !held.isHeld(last)
}

const LONGEST_STATEMENT = 20_000
const POLITE =
  /^(?:(?:please|kindly|then|also|next|finally|first|firstly|second|secondly|lastly|now|and|afterwards|can you|could you|would you|will you|i want you to|i would like you to|i'd like you to|let's|let us|you should|hi|hello|hey),? ){0,6}/i

type Reader = (statement: string, held: HeldText) => Instruction[] | null

const createEntity: Reader = (statement) => {
  const [, rest] =
    /^(?:create|add|make|define) (?:an? |the )?(?:new )?(?:entity|table|data type|data model) (?:called |named )?(.+)$/i.exec(
      statement,
    ) ?? []
  if (rest === undefined) return null
  const name = /^\S+/.exec(rest)?.[0].replace(/[:,]$/, '') ?? ''
  const list = rest
    .slice(name.length)
    .replace(
      /^[:,]?\s?(?:with|having|that has|which has)?\s?(?:the |these )?(?:following )?(?:fields?|properties|columns|attributes)?\s?:?\s?/i,
      '',
    )
  if (!isEntityName(name)) return null
  const fields = list === '' ? { properties: {}, required: [] } : readFields(list)
  if (fields === null) return null
  const { properties, required } = fields
  return [
    {
      kind: 'create_entity',
      name,
      schema: { name, type: 'object', properties, ...(required.length > 0 && { required }) },
    },
  ]
}

const addFields: Reader = (statement) => {
  const [, rest] =
    /^add (?:an? |the )?(?:new )?(?:fields?|columns?|propert(?:y|ies)) (.+)$/i.exec(statement) ?? []
  const [list, target] = splitLast(rest, [' to ']) ?? []
  const name = target?.replace(/^(?:the )?(?:entity )?/i, '').replace(/ entity$/i, '') ?? ''
  const fields = list === undefined || !isEntityName(name) ? null : readFields(list)
  return fields && [{ kind: 'add_fields', name, ...fields }]
}

const insert: Reader = (statement, held) => {
  const [, rest] = /^(?:add|insert|put) (.+)$/i.exec(statement) ?? []
  const [before, place] = splitLast(rest, [' in ', ' of ', ' in the file ']) ?? []
  for (const at of ['after', 'before'] as const) {
    const [content, anchor] = splitFirst(before, [` ${at} `]) ?? []
    if (content === undefined || anchor === undefined || !held.isHeld(content)) continue
    const path = readPath(place, held)
    const line = anchor.replace(/^(?:the )?line /i, '')
    if (path !== null)
      return [{ kind: 'insert', path, at, anchor: held.valueOf(line), content: held.valueOf(content) }]
  }
  return null
}

const append: Reader = (statement, held) => {
  const [, verb = '', rest] =
    /^(append|add|put|write) (?:the )?(?:line |text |lines )?(.+)$/i.exec(statement) ?? []
  const [content, target] =
    splitLast(rest, [' to the end of ', ' at the end of ', ' to ', ' at the bottom of ']) ?? []
  if (content === undefined || target === undefined) return null
  const isEnd = /^append$/i.test(verb) || / (?:to|at) the (?:end|bottom) of /i.test(statement)
  const path = readPath(target, held)
  if (path === null || !looksLikePath(path)) return null
  // What is quoted is added to a file, or is all of it.
  if (!isEnd && !held.isHeld(content)) return null
  const value = withLineEnd(held.valueOf(content))
  return /^write$/i.test(verb) && !isEnd
    ? [{ kind: 'write', path, content: value }]
    : [{ kind: 'append', path, content: value }]
}

const appendBlock: Reader = (statement, held) => {
  const [, target, content] = /^(?:append|add) to (?:the )?(?:end of )?(\S+?):? (.+)$/i.exec(statement) ?? []
  const path = readPath(target, held)
  return path && content ? [{ kind: 'append', path, content: withLineEnd(held.valueOf(content)) }] : null
}

const setContent: Reader = (statement, held) => {
  const [, rest] =
    /^(?:set|change|replace) (?:the )?(?:whole |entire )?contents? of (.+)$/i.exec(statement) ?? []
  const [target, content] = splitFirst(rest, [' to ', ' with ', ' by ']) ?? []
  const path = readPath(target, held)
  return path && content ? [{ kind: 'write', path, content: withLineEnd(held.valueOf(content)) }] : null
}

const write: Reader = (statement, held) => {
  const [, kind, rest = ''] =
    /^(?:add|create|make|write|new)(?: me)?(?: an?| the)?(?: new)?(?: empty)?( (?:text )?file| page| script| document)?(?: called| named| at)? (\S.*)$/i.exec(
      statement,
    ) ?? []
  const target = /^\S+/.exec(rest)?.[0] ?? ''
  const path = readPath(target, held)
  const said = rest.slice(target.length).trim()
  // “Add a file upload” asks for something else.
  const isFile = / file$/i.test(kind ?? '') && (said !== '' || held.isHeld(target))
  if (path === null || !(isFile || looksLikePath(path))) return null
  if (said === '') return [{ kind: 'write', path, content: '' }]
  const [, content] =
    /^(?:with|containing|that contains|that says|which says|saying|that reads|having|and write|:)? ?(?:the )?(?:following )?(?:(?:contents?|text|line|lines|code)(?: of)?\b)? ?:? ?(\S.*)$/i.exec(
      said,
    ) ?? []
  const isNamed =
    /^(?:with|containing|that|which|saying|having|and write|:|the (?:content|text)|content)/i.test(said)
  if (content === undefined || !(isNamed || held.isHeld(content))) return null
  return [{ kind: 'write', path, content: withLineEnd(held.valueOf(content)) }]
}

const replace: Reader = (statement, held) => {
  const [, place, turned] =
    /^in (?:the file )?(\S+?),? ((?:replace|change|substitute|swap|update) .+)$/i.exec(statement) ?? []
  const sentence = place === undefined || turned === undefined ? statement : `${turned} in ${place}`
  const [, verb = '', rest] =
    /^(replace|change|substitute|swap|update) (?:all |every |each )?(?:occurrences? of |the (?:text|word|line|string) )?(.+)$/i.exec(
      sentence,
    ) ?? []
  const between = /^(?:change|update)$/i.test(verb)
    ? [' to ', ' into ', ' with ']
    : [' with ', ' by ', ' for ']
  const isEverywhere = / (?:everywhere|in all files|in every file|in the whole repository)$/i.test(sentence)
  const trimmed = rest?.replace(/ (?:everywhere|in all files|in every file|in the whole repository)$/i, '')
  const [pair, target] = isEverywhere
    ? [trimmed, null]
    : (splitLast(trimmed, [' in ', ' of ', ' inside ']) ?? [])
  const [old, fresh] = splitFirst(pair, between) ?? []
  if (old === undefined || fresh === undefined) return null
  const values = { old: plain(old, held), new: plain(fresh, held), isWord: false }
  if (values.old === '') return null
  if (isEverywhere) return [{ kind: 'replace_everywhere', ...values }]
  const path = readPath(target, held)
  return path === null ? null : [{ kind: 'replace', path, ...values }]
}

const rename: Reader = (statement, held) => {
  const [, kind, rest] =
    /^rename (?:the )?(file |folder |directory |function |method |variable |class |constant |type |component |interface |symbol |word |field )?(.+)$/i.exec(
      statement,
    ) ?? []
  const [from, after] = splitFirst(rest, [' to ', ' into ', ' as ']) ?? []
  if (from === undefined || after === undefined) return null
  const [to, target] = splitFirst(after, [' in ', ' inside ']) ?? [after, undefined]
  const isFile = /file|folder|directory/i.test(kind ?? '')
  const source = readPath(from, held)
  const goal = readPath(to, held)
  if (source === null || goal === null) return null
  if (isFile || (kind === undefined && target === undefined && looksLikePath(source)))
    return [moved(source, goal)]
  const values = { old: source, new: goal, isWord: true }
  if (target === undefined || /^(?:all files|every file|the whole repository)$/i.test(target))
    return [{ kind: 'replace_everywhere', ...values }]
  const path = readPath(target, held)
  return path === null ? null : [{ kind: 'replace', path, ...values }]
}

const move: Reader = (statement, held) => {
  const [, rest] = /^move (.+)$/i.exec(statement) ?? []
  const [from, to] = splitFirst(rest, [' to ', ' into ']) ?? []
  const source = readPath(from, held)
  const goal = readPath(to?.replace(/^(?:the )?(?:folder|directory) (.+?)\/?$/i, '$1/'), held)
  return source && goal
    ? [moved(source, / into /i.test(statement) && !looksLikePath(goal) ? `${goal}/` : goal)]
    : null
}

const remove: Reader = (statement, held) => {
  const [, rest = ''] = /^(?:delete|remove|erase) (.+)$/i.exec(statement) ?? []
  if (rest === '') return null
  const [old, target] = splitLast(rest, [' from ']) ?? []
  const place = readPath(target, held)
  if (old !== undefined && place !== null && looksLikePath(place)) {
    const text = plain(old.replace(/^(?:the )?(?:line|text|word) /i, ''), held)
    return [{ kind: 'replace', path: place, old: text, new: '', isWord: false }]
  }
  const paths = readPaths(rest, held)
  return paths?.map((path) => ({ kind: 'delete' as const, path })) ?? null
}

const READERS: readonly Reader[] = [
  createEntity,
  addFields,
  insert,
  appendBlock,
  append,
  setContent,
  write,
  replace,
  rename,
  move,
  remove,
]

function moved(from: string, to: string): Instruction {
  const name = from.split('/').at(-1) ?? from
  return { kind: 'move', from, to: to.endsWith('/') ? `${to}${name}` : to }
}

/** A text to look for: of a block, without its last line break. */
function plain(text: string, held: HeldText): string {
  const value = held.valueOf(text.trim())
  return held.isBlock(text) ? value.replace(/\n$/, '') : value
}
