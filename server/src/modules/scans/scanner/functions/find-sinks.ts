/** Where what a caller chose, or a secret, must not arrive. */
import { isFetch } from './find-acts.ts'
import type { RuleId } from './function-rules.ts'
import {
  bare,
  dottedName,
  isCall,
  isMember,
  memberName,
  type Node,
  nodeAt,
  nodesAt,
  type Syntax,
  wordAt,
} from './read-syntax.ts'
import { HEAD, INPUT, SECRET, SQL, type Values } from './track-values.ts'

export interface Sink {
  rule: RuleId
  node: Node
  syntax: Syntax
}

const COMMANDS =
  /^(?:new )?(?:Deno\.(?:Command|run)|Bun\.spawn(?:Sync)?|(?:child_?process\.|cp\.)?(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)|execa|execaCommand|eval|Function)$/i
const FILES =
  /^(?:Deno\.(?:read|write|open|remove|rename|mkdir|copy|stat|lstat|truncate|create|chmod|symlink|link)\w{0,20}|(?:fs|fsp|fsPromises|promises)(?:\.promises)?\.(?:read|write|open|rm|unlink|rename|copy|create|append|stat|access|mkdir|cp)\w{0,20}|(?:readFile|readFileSync|writeFile|writeFileSync|createReadStream|createWriteStream|unlink|unlinkSync|readTextFile))$/
const QUERIES =
  /^(?:query|execute|exec|queryObject|queryArray|run|all|prepare|raw|unsafe|\$queryRawUnsafe|\$executeRawUnsafe|batch|simple|one|many|any|none)$/
const UNSAFE_QUERIES = /^(?:unsafe|\$queryRawUnsafe|\$executeRawUnsafe)$/

export function findSinks(files: readonly Syntax[], values: Values): Sink[] {
  return files.flatMap((syntax) => [
    ...syntax.nodes.flatMap((node) => {
      const rule = isCall(node) ? ruleOf(node, values) : null
      return rule ? [{ rule, node, syntax }] : []
    }),
    ...findOpenOrigins(syntax, values),
  ])
}

function ruleOf(node: Node, values: Values): RuleId | null {
  const callee = bare(nodeAt(node, 'callee'))
  const name = dottedName(callee)
  const last = isMember(callee) ? memberName(callee) : name
  const args = nodesAt(node, 'arguments')
  const first = decisive(args[0] ?? null, values)
  const all = args.reduce((sum, each) => sum | values.labelsOf(each), 0)
  if (isFetch(name) || (name === 'Request' && node.type === 'NewExpression')) {
    return first & HEAD ? 'ssrf' : null
  }
  if (COMMANDS.test(name) && all & INPUT) return 'command_injection'
  if (FILES.test(name) && first & INPUT) return 'path_traversal'
  if (QUERIES.test(last) && first & INPUT && (first & SQL || UNSAFE_QUERIES.test(last)))
    return 'sql_injection'
  const isResponse =
    name === 'Response'
      ? node.type === 'NewExpression'
      : name === 'Response.json' || /^(?:c|ctx)\.(?:json|text|html|body)$/.test(name)
  return isResponse && all & SECRET ? 'secret_in_response' : null
}

/** Of `fetch({ url })` and `query({ text, args })` what decides alone. */
function decisive(argument: Node | null, values: Values): number {
  const target = bare(argument)
  if (target?.type !== 'ObjectExpression') return values.labelsOf(target)
  const property = nodesAt(target, 'properties').find((each) =>
    /^(?:url|baseURL|uri|text|sql|query)$/.test(wordAt(nodeAt(each, 'key'), 'name')),
  )
  return values.labelsOf(nodeAt(property, 'value'))
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
