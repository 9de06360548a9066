/** What a function does that matters: to records, to other services, to what costs money. */

import { isFetchName } from './call-labels.ts'
import { CLIENT, INPUT, RECORD, SECRET, SERVICE, USER } from './labels.ts'
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

export interface Act {
  kind: 'service_change' | 'service_read' | 'change' | 'mail' | 'model' | 'secret_use'
  node: Node
  syntax: Syntax
  /** The caller chose some of what it is done with. */
  takesInput: boolean
  /** Done for each element of a list that the caller sent. */
  isRepeated: boolean
  /** More than adding something: it changes or deletes what is there, or lets people in. */
  isPowerful: boolean
  /** Limited to what belongs to the caller. */
  isOfCaller: boolean
  /** Changes a record that was found by the identity of the caller. */
  isOwnRecord: boolean
  /** Only how many there are is used. */
  isCounted: boolean
}

const CHANGES = /^(?:create|update|delete|upsert|insert|remove|bulk|import|invite|restore)/
const POWERFUL = /^(?:update|delete|upsert|remove|bulkUpdate|bulkDelete|invite)/
const MAIL =
  /(?:^|\.)(?:SendEmail|SendSMS|send_?e?mail|send_?sms)$|(?:emails|mailer|mail|sgMail|sendgrid|postmark|resend|mailgun)\.send$|twilio\w*\.messages\.create$/i
const MODEL =
  /(?:^|\.)(?:InvokeLLM|GenerateImage|GenerateSpeech|generateText|streamText|generateObject|streamObject|generateContent|completions\.create|responses\.create|messages\.create|images\.generate|embeddings\.create|audio\.speech\.create)$/
const MAIL_HOSTS = /api\.(?:sendgrid|resend|mailgun|postmarkapp|brevo|twilio|mailjet|sparkpost)\.(?:com|net)/
const MODEL_HOSTS =
  /api\.(?:openai|anthropic|mistral|groq|deepseek|perplexity|together|cohere|replicate|x)\.(?:com|ai|xyz)|generativelanguage\.googleapis|openrouter\.ai/

/** More than people write; each is held against each check. */
const MOST_ACTS = 2_000

export function findActs(files: readonly Syntax[], values: Values, members: Members): Act[] {
  const acts = files.flatMap((syntax): Act[] =>
    syntax.nodes.filter(isCall).flatMap((node) => {
      const kind = kindOf(node, syntax, values, members)
      if (!kind) return []
      const callee = bare(nodeAt(node, 'callee'))
      const chain = chainFrom(node, syntax)
      const args = chain.flatMap((call) => nodesAt(call, 'arguments'))
      const takesInput = args.some((each) => (values.labelsOf(each) & INPUT) !== 0)
      const isOfCaller = args.some((each) => (values.labelsOf(each) & USER) !== 0)
      const isPowerful = isMember(callee) && (memberName(callee) === '' || POWERFUL.test(memberName(callee)))
      const isCounted = isMember(callee) && memberName(callee).startsWith('count')
      const chosen = values.labelsOf(nodesAt(node, 'arguments')[0] ?? null)
      // Of users, what they change of themselves can be their role.
      const isOwnRecord =
        (chosen & (USER | RECORD)) !== 0 && !(chosen & INPUT) && !/\.User\./.test(dottedName(callee))
      const isRepeatedAct = isRepeated(node, syntax, values)
      return [
        {
          kind,
          node,
          syntax,
          takesInput,
          isOfCaller,
          isOwnRecord,
          isPowerful,
          isCounted,
          isRepeated: isRepeatedAct,
        },
      ]
    }),
  )
  return acts.slice(0, MOST_ACTS)
}

/** A call and those that are chained to it: `.update(changes).eq('id', id)`. */
function chainFrom(call: Node, { parents }: Syntax): Node[] {
  const chain = [call]
  for (let up = parents.get(call); up && (isMember(up) || isCall(up)); up = parents.get(up)) {
    if (isCall(up) && chain.some((each) => nodesAt(up, 'arguments').includes(each))) break
    if (isCall(up)) chain.push(up)
  }
  return chain
}

function kindOf(node: Node, { file }: Syntax, values: Values, members: Members): Act['kind'] | null {
  const callee = bare(nodeAt(node, 'callee'))
  const name = nameOfCallee(callee, members)
  const last = isMember(callee) ? memberName(callee) : wordAt(callee, 'name')
  const object = isMember(callee) ? values.labelsOf(nodeAt(callee, 'object')) : 0
  if (MAIL.test(name)) return 'mail'
  if (MODEL.test(name)) return 'model'
  if (isFetchName(name)) {
    const [address] = nodesAt(node, 'arguments')
    const text = address ? file.text.slice(address.start, Math.min(address.end, address.start + 300)) : ''
    if (MAIL_HOSTS.test(text)) return 'mail'
    if (MODEL_HOSTS.test(text)) return 'model'
    return nodesAt(node, 'arguments').some((each) => values.labelsOf(each) & (SECRET | CLIENT))
      ? 'secret_use'
      : null
  }
  if (object & SERVICE) {
    // The caller chooses what is done.
    const isChosen = callee?.computed === true && last === ''
    if (isChosen && values.labelsOf(nodeAt(callee, 'property')) & INPUT) return 'service_change'
    if (CHANGES.test(last)) return 'service_change'
    return /^(?:list|filter|get|find|read|query|search|select|count|export)/.test(last)
      ? 'service_read'
      : null
  }
  if (/\.entities\.\w+\.\w+$/.test(name) && CHANGES.test(last)) return 'change'
  return object & CLIENT && !/^(?:constructEvent|verify)/.test(last) && node.type !== 'NewExpression'
    ? 'secret_use'
    : null
}

/** The name of what is called, also through another name: `const get = fetch`. */
export function nameOfCallee(callee: Node | null, members: Members): string {
  if (callee?.type === 'SequenceExpression') return dottedName(nodesAt(callee, 'expressions').at(-1) ?? null)
  const made = callee?.type === 'Identifier' ? members.resolve(callee) : callee
  return dottedName(made && /^(?:Identifier|(?:Optional)?MemberExpression)$/.test(made.type) ? made : callee)
}

function isRepeated(node: Node, { parents }: Syntax, values: Values): boolean {
  for (let [below, up] = [node, parents.get(node)]; up; [below, up] = [up, parents.get(up)]) {
    const list =
      up.type === 'ForOfStatement' && nodeAt(up, 'body') === below
        ? nodeAt(up, 'right')
        : isCall(up) && isFunction(below) && isMember(bare(nodeAt(up, 'callee')))
          ? nodeAt(bare(nodeAt(up, 'callee')), 'object')
          : null
    if (list && values.labelsOf(list) & INPUT && !/(?:^|\.)slice$/.test(dottedName(list))) return true
  }
  return false
}
