/** Where what a caller chose, or a secret, must not arrive. */
import { isFetchName } from './call-labels.ts'
import { nameOfCallee } from './find-acts.ts'
import type { RuleId } from './function-rules.ts'
import { ENV, HEAD, INPUT, MARKUP, SECRET, SQL, WHOLE } from './labels.ts'
import {
  bare,
  dottedName,
  isCall,
  isFunction,
  isMember,
  memberName,
  type Node,
  nodeAt,
  nodesAt,
  type Syntax,
  wordAt,
} from './read-syntax.ts'
import type { Members } from './resolve-members.ts'
import type { Values } from './track-values.ts'

export interface Sink {
  rule: RuleId
  node: Node
  syntax: Syntax
}

const COMMANDS =
  /^(?:new )?(?:Deno\.(?:Command|run)|Bun\.spawn(?:Sync)?|(?:child_?process\.|cp\.)?(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)|execa|execaCommand|(?:globalThis\.)?eval|(?:globalThis\.)?Function|(?:vm\.)?(?:runInNewContext|runInThisContext|runInContext|compileFunction|Script)|require)$/i
const TIMERS = /^(?:globalThis\.)?(?:setTimeout|setInterval|setImmediate|queueMicrotask)$/
const FILES =
  /^(?:Deno\.(?:read|write|open|remove|rename|mkdir|copy|stat|lstat|truncate|create|chmod|symlink|link)\w{0,20}|(?:fs|fsp|fsPromises|promises)(?:\.promises)?\.(?:read|write|open|rm|unlink|rename|copy|create|append|stat|access|mkdir|cp)\w{0,20}|(?:readFile|readFileSync|writeFile|writeFileSync|createReadStream|createWriteStream|unlink|unlinkSync|readTextFile))$/
const QUERIES =
  /^(?:query|execute|exec|queryObject|queryArray|run|all|prepare|raw|unsafe|\$queryRawUnsafe|\$executeRawUnsafe|batch|simple|one|many|any|none)$/
const UNSAFE_QUERIES = /^(?:unsafe|\$queryRawUnsafe|\$executeRawUnsafe)$/
/** Operators of databases whose text runs as code. */
const CODE_OPERATORS = /^\$(?:where|function|accumulator)$/
const CONNECTS =
  /^(?:https?\.(?:get|request)|Deno\.connect(?:Tls)?|WebSocket|EventSource|page\.goto|\w*[aA]xios\.create)$/
const RESPONSES =
  /^(?:Response\.json|(?:c|ctx)\.(?:json|text|html|body)|(?:res|reply|response)\.(?:json|send|end|write))$/
const REDIRECTS = /^(?:Response|NextResponse|c|ctx|res|reply|response)\.redirect$/

export function findSinks(files: readonly Syntax[], values: Values, members: Members): Sink[] {
  return files.flatMap((syntax) => [
    ...syntax.nodes.flatMap((node) => {
      const rule = isCall(node) ? ruleOf(node, { syntax, values, members }) : ruleOfOther(node, values)
      return rule ? [{ rule, node, syntax }] : []
    }),
    ...findOpenOrigins(syntax, values),
  ])
}

/** Whether an answer has whole records in it that were read as the service. */
export function answersWhole(files: readonly Syntax[], values: Values): boolean {
  return files.some(({ nodes }) =>
    nodes.some(
      (node) =>
        isCall(node) &&
        isResponse(node, dottedName(nodeAt(node, 'callee'))) &&
        (values.labelsOf(nodesAt(node, 'arguments')[0] ?? null) & WHOLE) !== 0,
    ),
  )
}

interface Around {
  syntax: Syntax
  values: Values
  members: Members
}

function ruleOf(node: Node, { syntax, values, members }: Around): RuleId | null {
  const callee = bare(nodeAt(node, 'callee'))
  const name = nameOfCallee(callee, members)
  const last = isMember(callee) ? memberName(callee) : name
  const args = nodesAt(node, 'arguments')
  const first = decisive(args[0] ?? null, { syntax, values, members })
  const all = args.reduce((sum, each) => sum | values.labelsOf(each), 0)
  const isNew = node.type === 'NewExpression'
  if (isNew && name === 'Worker') return first & HEAD ? 'command_injection' : null
  if (isFetchName(name) || CONNECTS.test(name) || (name === 'Request' && isNew))
    return first & HEAD ? 'ssrf' : null
  if (COMMANDS.test(name) && all & INPUT) return 'command_injection'
  if (TIMERS.test(name) && first & INPUT && !isFunction(members.resolve(args[0] ?? null)))
    return 'command_injection'
  if (FILES.test(name) && first & INPUT) return 'path_traversal'
  if (QUERIES.test(last) && first & INPUT && (first & SQL || UNSAFE_QUERIES.test(last)))
    return 'sql_injection'
  if (REDIRECTS.test(name)) return args.some((each) => values.labelsOf(each) & HEAD) ? 'open_redirect' : null
  const isHeader =
    /^(?:set|append|header|setHeader)$/.test(last) && /^location$/i.test(wordAt(args[0], 'value'))
  if (isHeader) return values.labelsOf(args[1] ?? null) & HEAD ? 'open_redirect' : null
  if (!isResponse(node, name)) return null
  if (all & (SECRET | ENV)) return 'secret_in_response'
  const isHtml = last === 'html' || saysHtml(args.slice(1), { syntax, values, members })
  return isHtml && values.labelsOf(args[0] ?? null) & MARKUP ? 'html_from_input' : null
}

function isResponse(node: Node, name: string): boolean {
  return name === 'Response' ? node.type === 'NewExpression' : RESPONSES.test(name)
}

function ruleOfOther(node: Node, values: Values): RuleId | null {
  if (node.type === 'ImportExpression')
    return values.labelsOf(nodeAt(node, 'source')) & HEAD ? 'command_injection' : null
  if (node.type !== 'ObjectProperty') return null
  const key = nodeAt(node, 'key')
  const name = wordAt(key, 'name') || wordAt(key, 'value')
  const labels = values.labelsOf(nodeAt(node, 'value'))
  if (CODE_OPERATORS.test(name) && labels & INPUT) return 'sql_injection'
  return /^location$/i.test(name) && name !== 'location' && labels & HEAD ? 'open_redirect' : null
}

/** The headers of an answer, also where they stand in a variable. */
function saysHtml(args: readonly Node[], { syntax, members }: Around): boolean {
  return args.some((each) => {
    const made = members.resolve(each)
    const text = (node: Node | null) => (node ? syntax.file.text.slice(node.start, node.end) : '')
    const headers = nodesAt(made, 'properties').map((property) =>
      text(members.resolve(nodeAt(property, 'value'))),
    )
    const isSetLater = /\.(?:set|append)\(\s{0,8}["'`]content-type["'`]\s{0,8},\s{0,8}["'`]text\/html/i
    if (isSetLater.test(syntax.file.text)) return true
    return /text\/html|xhtml/i.test([text(made), ...headers].join(' '))
  })
}

/** Of `fetch({ url })` and `query({ text, args })` what decides alone. */
function decisive(argument: Node | null, { values, members }: Around): number {
  const made = members.resolve(argument)
  const target = made?.type === 'ObjectExpression' ? made : bare(argument)
  if (target?.type !== 'ObjectExpression') return values.labelsOf(target)
  const properties = nodesAt(target, 'properties').filter((each) =>
    /^(?:url|baseURL|uri|text|sql|query|hostname|host|prefixUrl)$/.test(wordAt(nodeAt(each, 'key'), 'name')),
  )
  const own = properties.reduce((sum, each) => sum | values.labelsOf(nodeAt(each, 'value')), 0)
  // A field can be set later: `options.url = …`.
  const later = values.fieldOf(argument, 'url') | values.fieldOf(argument, 'baseURL')
  return own | later
}

/** Headers that let every site call with the cookies of its visitors. */
function findOpenOrigins(syntax: Syntax, values: Values): Sink[] {
  const headers = syntax.nodes.flatMap((node) => {
    const pair =
      node.type === 'ObjectProperty'
        ? [nodeAt(node, 'key'), nodeAt(node, 'value')]
        : isCall(node) && /\.(?:set|append|header)$/.test(dottedName(nodeAt(node, 'callee')))
          ? nodesAt(node, 'arguments')
          : node.type === 'ArrayExpression'
            ? nodesAt(node, 'elements')
            : []
    const [name, value = null] = pair
    return name ? [{ node, name: (wordAt(name, 'value') || wordAt(name, 'name')).toLowerCase(), value }] : []
  })
  const origin = headers.find(
    ({ name, value }) =>
      name === 'access-control-allow-origin' &&
      (wordAt(value, 'value') === '*' || values.labelsOf(value) & INPUT),
  )
  const withCredentials = headers.some(
    ({ name, value }) =>
      name === 'access-control-allow-credentials' &&
      (value?.value === true || wordAt(value, 'value') === 'true'),
  )
  return origin && withCredentials
    ? [{ rule: 'cors_wildcard_with_credentials', node: origin.node, syntax }]
    : []
}
