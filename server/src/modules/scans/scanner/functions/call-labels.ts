/** What a call gives back, by what it is called with. */
import {
  CHECK,
  CLIENT,
  ENV,
  FROM_CALLER,
  HARMFUL,
  HEAD,
  INPUT,
  KNOWN,
  MARKUP,
  ORIGINS,
  ofVariable,
  RECORD,
  REQUEST,
  ROLE,
  SECRET,
  SENT,
  SERVICE,
  SQL,
  STORED,
  TELLS,
  USER,
  WHOLE,
} from './labels.ts'
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
  wordAt,
} from './read-syntax.ts'

export interface CallContext {
  labelsOf(node: Node | null): number
  union(nodes: readonly (Node | null)[]): number
  functionOf(callee: Node | null): Node | null
  addParams(fn: Node, args: readonly (Node | number | null)[]): void
  /** What an own function returns. */
  resultOf(fn: Node): number
  /** Adds labels to a variable or field. */
  addTo(node: Node | null, labels: number): void
  /** No function or value of the files. */
  isOfLibrary(node: Node | null): boolean
  sourceOf(node: Node): string
}

const CLEANED =
  /^(?:Number|parseInt|parseFloat|Boolean|BigInt|encodeURIComponent|basename|isNaN|isInteger|includes|has|test|startsWith|endsWith|some|every|indexOf|findIndex|createHash|createHmac|digest|getTime|randomUUID|escapeIdentifier|escapeLiteral|charCodeAt)$/
const PASSED =
  /^(?:parse|safeParse|parseAsync|stringify|String|URL|Request|URLSearchParams|Headers|entries|values|keys|fromEntries|assign|decodeURIComponent|decodeURI|encodeURI|from|of|atob|btoa|structuredClone|join|resolve|normalize|all|encode|decode|fromFileUrl|toFileUrl|raw|format|Map|Set|Array|FormData)$/
const COMPARES_ALL =
  /^(?:timingSafeEqual|timingSafeCompare|safeCompare|secureCompare|safeEqual|constantTimeEqual|isSameText|verify|compare|compareSync|verifyAsync|checkSignature)$/
/** Asks whether one thing is among others. */
const MEMBERSHIP = /^(?:includes|has|some|every|test|startsWith|endsWith|match|find|indexOf|exec|findIndex)$/
const READS = /^(?:list|filter|get|find|read|query|search|select|count|export)/
/** Steps after which records still have all their fields. */
const KEEPS_FIELDS =
  /^(?:eq|neq|gt|lt|or|order|limit|single|maybeSingle|filter|sort|slice|find|at|toSorted|reverse|concat|range|in|flat|then|catch|map|flatMap|pop|shift|values|entries|fromEntries|assign|all|stringify|parse|structuredClone|from)$/
const TAKES_CALLBACK = /^(?:some|every|find|filter|findIndex|map|flatMap|then)$/
const ADDS = /^(?:push|unshift|add|set|assign)$/
/** What is put into these becomes no address of its own. */
const PARAMETERS = /(?:params|headers|form|cookies?|query)$/i
/** Fields by which only who knows the value finds a record. */
const SECRET_QUERY = /(?:token|secret|api_?key|otp|nonce|invite_?code|access_?code)\w{0,10}["']?\s{0,3}[:,}]/i
const SECRET_STORE = /["'`](?:\w{0,30}[_:-])?(?:sessions?|tokens?|secrets?|api_?keys?|nonces?)[:_-]?["'`$]/i
const ESCAPES =
  /^(?:escape(?:Html|HTML|_html|Xml)?|encodeHTML|htmlEncode|sanitize(?:Html|HTML)?|stripTags|escapeHtmlAttribute)$/
const IDENTITY_CALL = /(?:auth|User|users)\.(?:me|getUser|currentUser)$/
const IDENTITY_NAME =
  /^(?:get|fetch|load|require|current|resolve)(?:Current|SignedIn|Authenticated|Auth)?(?:User|Session|Caller|Me)$/
const VERIFIES_TOKEN = /^(?:jwtVerify|verifyIdToken|verifyJwt|verifyToken|authenticateRequest|verifySession)$/
const IDENTITY_ADDRESS =
  /userinfo|\/auth\/v\d\/user|\/oauth2?\/v?\d?\/?tokeninfo|introspect|\/users?\/me\b|\/me['"`?]/
const VERIFY_ADDRESS = /siteverify|verify|introspect|validate/i

export function labelsOfCall(node: Node, context: CallContext): number {
  const { labelsOf, union, functionOf, addParams } = context
  const callee = bare(nodeAt(node, 'callee'))
  const args = nodesAt(node, 'arguments')
  const name = dottedName(callee)
  const last = isMember(callee) ? memberName(callee) : wordAt(callee, 'name')
  const receiver = isMember(callee) ? nodeAt(callee, 'object') : null
  const object = labelsOf(receiver)
  const own = functionOf(callee)

  const callbacks = args.flatMap((each) => functionOf(each) ?? [])
  const handed = (object & INPUT ? object | HEAD : object) & (FROM_CALLER | ORIGINS | WHOLE | SQL)
  if (handed !== 0 && last !== 'serve')
    for (const callback of callbacks) addParams(callback, [handed, last === 'reduce' ? handed : 0])
  const fromCallbacks = TAKES_CALLBACK.test(last)
    ? callbacks.reduce((sum, callback) => sum | context.resultOf(callback), 0)
    : 0
  if (own) {
    addParams(own, args)
    return own.kind === 'constructor' ? 0 : context.resultOf(own) & ~REQUEST
  }
  const all = union(args)
  if (ADDS.test(last) && all !== 0 && !PARAMETERS.test(dottedName(receiver)))
    context.addTo(last === 'assign' ? (args[0] ?? null) : receiver, (all & ~HEAD) | (all & INPUT ? HEAD : 0))
  const origins = (all | object) & ORIGINS

  if (object & ENV && last === 'get') return ofVariable(wordAt(args[0], 'value'))
  if (object & ENV) return last === 'toObject' ? object : 0
  if (last === 'get' && wordAt(args[0], 'value') === 'x-atrium-user') return USER
  if (IDENTITY_CALL.test(name)) return USER
  const isOfLibrary = !isMember(callee) && context.isOfLibrary(callee)
  if (isOfLibrary && IDENTITY_NAME.test(last)) return USER | (/admin|role/i.test(last) ? ROLE : 0)
  if (VERIFIES_TOKEN.test(last) || /^(?:jwt|jsonwebtoken|jose)\.(?:verify|jwtVerify)$/.test(name))
    return USER | CHECK
  if (isOfLibrary && /^(?:is|has)(?=\w{0,20}(?:Admin|Role|Owner|Permission|Staff))/.test(last))
    return all & (USER | REQUEST) ? USER | ROLE : 0
  if (isFetchName(name)) return ofFetch(args, all, context)
  if (COMPARES_ALL.test(last)) return origins | (isComparison(args, context) ? CHECK : 0)
  if (MEMBERSHIP.test(last)) {
    const crossed = (object & SENT && all & KNOWN) || (all & SENT && object & KNOWN)
    const role = (all | object) & USER ? ROLE : 0
    const kept =
      last === 'find'
        ? object & (FROM_CALLER | WHOLE)
        : last === 'match' || last === 'exec'
          ? object & FROM_CALLER
          : 0
    return origins | (crossed ? CHECK : 0) | role | (fromCallbacks & TELLS) | kept
  }
  if (CLEANED.test(last)) return origins
  if (last === 'createClient' && args.some((each) => /SERVICE/.test(context.sourceOf(each)))) return SERVICE
  const isSecretQuery = args.some(
    (each) => labelsOf(each) & SENT && SECRET_QUERY.test(context.sourceOf(each)),
  )
  if (object & SERVICE) {
    if (/^(?:entity|from)$/.test(last)) return SERVICE
    if (!READS.test(last)) return origins
    const found = all & USER ? USER | RECORD | STORED : STORED | WHOLE
    return found | (isSecretQuery ? CHECK : 0)
  }
  if (/\.entities\.\w+\.\w+$/.test(name) && READS.test(last))
    return all & (USER | SENT) ? (all & USER) | RECORD | (isSecretQuery ? CHECK : 0) : 0
  const isMapped = callbacks.length > 0 && /^(?:map|flatMap|then)$/.test(last)
  const keepsFields = KEEPS_FIELDS.test(last) && !isMapped && !(all & USER)
  // A session or token that is looked up by what came.
  const isLookup =
    READS.test(last) && all & SENT && args.some((each) => SECRET_STORE.test(context.sourceOf(each)))
  if (isLookup) return origins | CHECK
  const kept = origins | (keepsFields ? (object | all) & WHOLE : 0)
  const found = all & USER && !/^(?:log|info|warn|error|debug|json|text)$/.test(last) ? RECORD : 0
  return kept | found | (fromCallbacks & ~REQUEST) | ofTransformed(node, last, args, object, all, context)
}

/** Labels that the result has of what it was made from. */
function ofTransformed(
  node: Node,
  last: string,
  args: readonly Node[],
  object: number,
  all: number,
  { labelsOf }: CallContext,
): number {
  if (/^(?:map|flatMap)$/.test(last) && args.some((each) => isFunction(bare(each)))) return 0
  if (ESCAPES.test(last)) return (all | object) & ~MARKUP
  if (/^replace(?:All)?$/.test(last) && object & MARKUP) {
    const [pattern] = args
    const text = String(pattern?.pattern ?? '') || wordAt(pattern, 'value')
    if (text.includes('<') || text.startsWith('[^')) return object & (FROM_CALLER | SQL) & ~MARKUP
  }
  if (PASSED.test(last) && !(object & (INPUT | REQUEST))) {
    if (last === 'URL' && args[0]) return labelsOf(args[0]) | (labelsOf(args[1] ?? null) & ~SQL)
    return (all | object) & ~WHOLE
  }
  if (object & REQUEST) return FROM_CALLER
  if (object & (INPUT | USER)) return object & (FROM_CALLER | USER | SQL)
  if (object & SECRET) return object & SECRET
  // A library that gets a secret acts with it from then on.
  if (all & SECRET && !/^(?:Response|json|log|error|warn|info|importKey)$/.test(last)) return CLIENT
  return isCall(node) ? object & CLIENT : 0
}

const FETCH =
  /^(?:globalThis\.)?fetch$|^(?:axios|got|ky|superagent|needle|undici|ofetch)(?:\.(?:get|post|put|patch|delete|head|request|stream))?$|^\$fetch$/

export const isFetchName = (name: string): boolean => FETCH.test(name)

/** Another service can say who called, or that what came is genuine. */
function ofFetch(args: readonly Node[], all: number, { sourceOf }: CallContext): number {
  const address = args[0] ? sourceOf(args[0]) : ''
  if (IDENTITY_ADDRESS.test(address) && all & SENT) return USER | RECORD
  return VERIFY_ADDRESS.test(address) && all & SENT && all & KNOWN ? CHECK : 0
}

/** Something that came is compared with something that did not come alone. */
function isComparison(args: readonly Node[], { labelsOf }: CallContext): boolean {
  const labels = args.map(labelsOf)
  return (
    labels.some((each) => each & SENT) &&
    labels.some((each) => (each & (KNOWN | STORED)) !== 0 || (each & (SENT | HARMFUL)) === 0)
  )
}
