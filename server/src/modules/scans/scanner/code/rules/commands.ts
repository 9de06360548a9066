/** What servers do with values: commands, files, statements, patterns. */
import { isChecked } from '../guards.ts'
import { confidenceOf, type Look, type Rules } from '../look.ts'
import { at, dottedName, fixedText, listAt, type Node, plain, propertyName, textOf } from '../syntax-tree.ts'

const SHELL = /^(?:exec|execSync)$/
const STARTS = /^(?:spawn|spawnSync|execFile|execFileSync|fork)$/
const FILES =
  /^(?:readFile|readFileSync|createReadStream|createWriteStream|writeFile|writeFileSync|appendFile|appendFileSync|unlink|unlinkSync|rm|rmSync|rmdir|readdir|readdirSync|open|openSync|copyFile|copyFileSync|rename|renameSync|stat|statSync|mkdir|mkdirSync|sendFile|download|readTextFile|readTextFileSync|writeTextFile|remove|readDir|outputFile|readJson|readJSON|file)$/
const FILE_HOLDERS = /(?:^|\.)(?:fs|fsp|fsPromises|promises|fse|Deno|Bun|res|reply|response|filesystem)$/
const QUERIES =
  /^(?:query|execute|executeSql|raw|unsafe|prepare|\$queryRawUnsafe|\$executeRawUnsafe|whereRaw|queryRaw|literal)$/
/** Words that many things have, so the name before them must say that it is a database. */
const SHORT_QUERIES = /^(?:all|get|run|exec|each|one|many|any|none|oneOrNone|manyOrNone)$/
const DATABASE =
  /(?:^|[._])\w*(?:db|database|sqlite|sql|conn|connection|pool|client|pg|mysql|knex|tx|trx|d1)$/i
const STATEMENT =
  /^\s*(?:select\b[\s\S]*\bfrom\b|insert\s+into\b|update\b[\s\S]*\bset\b|delete\s+from\b|with\s+\w+\s+as\b|drop\s+(?:table|database|schema)\b|alter\s+table\b|create\s+(?:table|user|role)\b|truncate\b|grant\b)/i

export const commands: Rules = {
  CallExpression(node, look) {
    const callee = plain(at(node, 'callee'))
    if (!callee) return
    const args = listAt(node, 'arguments')
    const method = callee.type === 'MemberExpression' ? (propertyName(callee) ?? '') : nameOf(callee, look)
    if (SHELL.test(method) || STARTS.test(method)) command(node, callee, method, args, look)
    if (FILES.test(method) && isOfFiles(callee, look)) file(node, args, look)
    if (callee.type === 'MemberExpression' && isQuery(callee, method)) statement(node, args[0] ?? null, look)
    if (dottedName(callee) === 'RegExp') pattern(node, args[0] ?? null, look)
  },
  Property(node, look) {
    // Text that the database runs as code.
    if (!/^\$(?:where|function|accumulator)$/.test(propertyName(node) ?? '')) return
    const value = at(node, 'value')
    const trust = look.values.trust(value)
    const made = look.values.resolve(value)
    const isText = made?.type === 'TemplateLiteral' || made?.type === 'BinaryExpression'
    if (trust === 'tainted' || (trust === 'unknown' && isText))
      look.report(node, 'sql_from_text', trust === 'tainted' ? 'critical' : 'high', confidenceOf(trust))
  },
  NewExpression(node, look) {
    const name = dottedName(at(node, 'callee'))
    const [first = null] = listAt(node, 'arguments')
    if (name === 'RegExp') pattern(node, first, look)
    if (name === 'Deno.Command' && look.values.trust(first) === 'tainted')
      look.report(node, 'command_injection', 'critical')
  },
}

/** The name that a function has in its module: `import { exec as run }`, `const { exec: run } = require(…)`. */
function nameOf(callee: Node, { scopes }: Look): string {
  const binding = callee.type === 'Identifier' ? scopes.find(String(callee.name), callee) : null
  const imported = binding?.kind === 'import' ? at(binding.values[0], 'imported')?.name : binding?.property
  return typeof imported === 'string' ? imported : dottedName(callee)
}

function command(node: Node, callee: Node, method: string, args: readonly Node[], look: Look): void {
  const from = sourceOf(callee, look)
  if (!/child_process|execa|shelljs|zx/.test(from)) return
  const program = textOf(args[0] ?? null) ?? ''
  const usesShell =
    SHELL.test(method) ||
    args.some(hasShell) ||
    /(?:^|\/)(?:ba|z|da)?sh$|^(?:cmd|powershell)(?:\.exe)?$/.test(program)
  const trust = look.values.trust(args[0] ?? null)
  const list = plain(args[1] ?? null)
  const inList =
    usesShell && !SHELL.test(method) && list?.type === 'ArrayExpression' ? look.values.trust(list) : 'safe'
  const worst = [trust, inList].includes('tainted')
    ? 'tainted'
    : [trust, inList].includes('unknown')
      ? 'unknown'
      : 'safe'
  if (worst === 'tainted') look.report(node, 'command_injection', 'critical', 'high')
  else if (worst === 'unknown' && usesShell && isPutTogether(args[0] ?? null, look))
    look.report(node, 'command_injection', 'high', confidenceOf(worst))
  else if (inList === 'unknown') look.report(node, 'command_injection', 'high', 'medium')
}

function hasShell(argument: Node): boolean {
  const options = plain(argument)
  if (options?.type !== 'ObjectExpression') return false
  return listAt(options, 'properties').some((one) => {
    const value = plain(at(one, 'value'))
    return propertyName(one) === 'shell' && !(value?.type === 'Literal' && !value.value)
  })
}

/** A command that came whole is somebody's own business; one with values put into it is not. */
function isPutTogether(value: Node | null, { values }: Look): boolean {
  const made = values.resolve(value)
  return (
    made?.type === 'TemplateLiteral' ||
    made?.type === 'BinaryExpression' ||
    made?.type === 'CallExpression' ||
    made?.type === 'MemberExpression'
  )
}

/** The module that a function is of, by how it was imported or required. */
function sourceOf(callee: Node, { scopes }: Look): string {
  let root: Node | null = callee
  let text = dottedName(callee)
  while (root?.type === 'MemberExpression') root = plain(at(root, 'object'))
  for (let steps = 0; root && steps < 5; steps++) {
    if (root.type === 'Identifier') {
      const binding = scopes.find(String(root.name), root)
      const value = plain(binding?.values[0] ?? null)
      if (!binding || !value) return text
      if (binding.kind === 'import') return `${text} ${textOf(at(value.parent, 'source')) ?? ''}`
      root = value
    } else if (root.type === 'CallExpression') {
      const [first = null] = listAt(root, 'arguments')
      text += ` ${textOf(first) ?? ''}`
      // `promisify(exec)` is the same function.
      root = dottedName(at(root, 'callee')).endsWith('promisify') ? plain(first) : null
    } else root = root.type === 'MemberExpression' ? plain(at(root, 'object')) : null
  }
  return text
}

function isOfFiles(callee: Node, look: Look): boolean {
  if (callee.type === 'MemberExpression' && FILE_HOLDERS.test(dottedName(at(callee, 'object')))) return true
  return /(?:^|\s)(?:node:)?fs(?:\/promises|-extra)?$/.test(sourceOf(callee, look))
}

function file(node: Node, args: readonly Node[], look: Look): void {
  const path = args[0] ?? null
  if (look.values.trust(path) !== 'tainted' || hasRoot(args[1] ?? null) || isChecked(path, look)) return
  look.report(node, 'path_from_input', 'high', 'high')
}

function isQuery(callee: Node, method: string): boolean {
  if (QUERIES.test(method)) return true
  return SHORT_QUERIES.test(method) && DATABASE.test(dottedName(at(callee, 'object')))
}

/** `sendFile(name, { root })` stays below the root by itself. */
function hasRoot(options: Node | null): boolean {
  const inner = plain(options)
  return (
    inner?.type === 'ObjectExpression' &&
    listAt(inner, 'properties').some((one) => propertyName(one) === 'root')
  )
}

function statement(node: Node, argument: Node | null, look: Look): void {
  const made = look.values.resolve(argument)
  const text = made?.type === 'ObjectExpression' ? (fieldOf(made, 'text') ?? fieldOf(made, 'sql')) : made
  const put = look.values.resolve(text)
  if (put?.type === 'Identifier') grown(node, put, look)
  if (put?.type !== 'TemplateLiteral' && put?.type !== 'BinaryExpression') return
  if (!STATEMENT.test(fixedText(put))) return
  const trust = look.values.trust(put)
  if (trust !== 'safe')
    look.report(node, 'sql_from_text', trust === 'tainted' ? 'critical' : 'high', confidenceOf(trust))
}

/** A statement that grows: `sql += ` where name = '${name}'`. */
function grown(node: Node, name: Node, look: Look): void {
  const binding = look.scopes.find(String(name.name), name)
  const isPutTogether = binding?.values.some((one) =>
    /^(?:TemplateLiteral|BinaryExpression)$/.test(plain(one)?.type ?? ''),
  )
  if (!binding || binding.is_part || binding.kind !== 'value' || !isPutTogether) return
  if (!STATEMENT.test(binding.values.map((one) => fixedText(one)).join(' '))) return
  const trust = look.values.trust(name)
  if (trust !== 'safe')
    look.report(node, 'sql_from_text', trust === 'tainted' ? 'critical' : 'high', confidenceOf(trust))
}

function fieldOf(object: Node, name: string): Node | null {
  const field = listAt(object, 'properties').find((one) => propertyName(one) === name)
  return field ? at(field, 'value') : null
}

function pattern(node: Node, source: Node | null, look: Look): void {
  if (look.values.trust(source) === 'tainted' && !isChecked(source, look))
    look.report(node, 'pattern_from_input', 'medium', 'medium')
}
