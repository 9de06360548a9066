/** Where others decide what a value is: addresses that people were sent, and requests. */
import { dottedName, type Node, plain } from './syntax-tree.ts'

const PAGE =
  /^(?:(?:window|globalThis|self|top|document)\.)?location(?:\.(?:search|hash|href))?$|^(?:window\.)?document\.(?:URL|documentURI|referrer)$|^window\.name$/
const REQUEST =
  /(?:^|\.)(?:req|request)\.(?:query|body|params|headers|cookies|url|originalUrl|rawBody|files?|hostname)(?:\.|\(|$)/
const REQUEST_CALL =
  /(?:^|\.)(?:req|request)\.(?:json|text|formData|arrayBuffer|blob|param|query|header|get|valid)\(\)/
const CONTEXT =
  /^(?:ctx|context)\.(?:query|params|request|body)(?:\.|$)|^event\.(?:queryStringParameters|pathParameters|body|multiValueQueryStringParameters)(?:\.|$)/
const ROUTE =
  /^(?:\$?route|this\.\$route|router|this\.\$router\.currentRoute|useRoute\(\)|useRouter\(\))\.(?:query|params|hash|fullPath)(?:\.|$)/
const HOOKS = /^(?:useSearchParams|useParams|useLocalSearchParams|useGlobalSearchParams)\(\)/
const PARAMETERS = /(?:^|\.)(?:searchParams|queryParams|urlParams)\.(?:get|getAll)\(\)$|(?:^|\.)searchParams$/

/** Whether the expression itself is something that others choose. */
export function isInput(node: Node): boolean {
  const inner = plain(node)
  if (!inner) return false
  if (inner.type !== 'MemberExpression' && inner.type !== 'CallExpression' && inner.type !== 'Identifier')
    return false
  const name = dottedName(inner)
  return [PAGE, REQUEST, REQUEST_CALL, CONTEXT, ROUTE, HOOKS, PARAMETERS].some((source) => source.test(name))
}
