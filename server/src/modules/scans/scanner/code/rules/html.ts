/** Values that become HTML. */
import { confidenceOf, type Look, type Rules } from '../look.ts'
import { at, dottedName, fixedText, listAt, type Node, plain, propertyName, textOf } from '../syntax-tree.ts'

const HTML_FIELDS = /^(?:innerHTML|outerHTML|srcdoc)$/
const ANSWERS =
  /^(?:res|reply|response|c|ctx)(?:\.status\(\)|\.type\(\)|\.code\(\))?\.(?:send|end|write|html)$/
const JQUERY = /^(?:html|append|prepend|after|before|replaceWith|wrap)$/

export const html: Rules = {
  AssignmentExpression(node, look) {
    const left = plain(at(node, 'left'))
    if (/^(?:ctx|context)\.(?:response\.)?body$/.test(dottedName(left))) answer(node, at(node, 'right'), look)
    if (left?.type !== 'MemberExpression' || !HTML_FIELDS.test(propertyName(left) ?? '')) return
    // The text of a style sheet is no HTML.
    if (/style/i.test(dottedName(at(left, 'object')))) return
    flag(node, at(node, 'right'), look)
  },
  CallExpression(node, look) {
    const callee = plain(at(node, 'callee'))
    if (callee?.type !== 'MemberExpression') return
    const method = propertyName(callee) ?? ''
    const name = dottedName(callee)
    const args = listAt(node, 'arguments')
    if (ANSWERS.test(name)) answer(node, args[0] ?? null, look)
    else if (/^(?:bypassSecurityTrust(?:Html|Script|ResourceUrl|Url)|unsafeHTML)$/.test(method))
      flag(node, args[0] ?? null, look)
    else if (method === 'insertAdjacentHTML') flag(node, args[1] ?? null, look)
    else if (/^(?:\w+\.)*document\.write(?:ln)?$/.test(name)) for (const arg of args) flag(node, arg, look)
    else if (/createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe/.test(method))
      flag(node, args[0] ?? null, look)
    else if (
      JQUERY.test(method) &&
      /^(?:\$|jQuery)\(\)/.test(name) &&
      isMarkup(args[0] ?? null, method, look)
    )
      flag(node, args[0] ?? null, look)
  },
  NewExpression(node, look) {
    if (!/^(?:Next)?Response$/.test(dottedName(at(node, 'callee')))) return
    const [body = null, options = null] = listAt(node, 'arguments')
    const source = options ? look.code.text.slice(options.start, options.end) : ''
    if (/text\/html/i.test(source)) answer(node, body, look)
  },
  JSXAttribute(node, look) {
    const name = at(node, 'name')?.name
    if (name === 'srcDoc') flag(node, givenTo(node), look)
    if (name !== 'dangerouslySetInnerHTML') return
    const value = look.values.resolve(givenTo(node))
    const inner = value?.type === 'ObjectExpression' ? htmlOf(value) : value
    const element = String(at(at(node, 'parent'), 'name')?.name ?? '')
    if (element === 'style' && look.values.trust(inner) !== 'tainted') return
    flag(node, inner, look)
  },
  Property(node, look) {
    const call = node.parent?.parent
    const isAssigned = call?.type === 'CallExpression' && dottedName(at(call, 'callee')) === 'Object.assign'
    if (isAssigned && HTML_FIELDS.test(propertyName(node) ?? '')) flag(node, at(node, 'value'), look)
    // `createElement('div', { dangerouslySetInnerHTML: … })`
    if (propertyName(node) !== 'dangerouslySetInnerHTML' || node.parent?.type !== 'ObjectExpression') return
    const value = look.values.resolve(at(node, 'value'))
    flag(node, value?.type === 'ObjectExpression' ? htmlOf(value) : value, look)
  },
}

/** A page that a server puts together from a request. */
function answer(node: Node, value: Node | null, { values, report }: Look): void {
  const made = values.resolve(value)
  const isMarkup = made !== null && /<[a-z!]/i.test(fixedText(made, values.resolve))
  if (isMarkup && values.trust(value) === 'tainted') report(node, 'unsafe_html', 'high', 'high')
}

export function flag(node: Node, value: Node | null, { values, report }: Look): void {
  const trust = values.trust(value)
  if (trust === 'safe') return
  report(node, 'unsafe_html', trust === 'tainted' ? 'high' : 'medium', confidenceOf(trust))
}

function htmlOf(object: Node): Node | null {
  const field = listAt(object, 'properties').find((one) => propertyName(one) === '__html')
  return field ? at(field, 'value') : null
}

export function givenTo(attribute: Node): Node | null {
  const value = at(attribute, 'value')
  return value?.type === 'JSXExpressionContainer' ? at(value, 'expression') : value
}

/** jQuery takes elements as well; only a text that looks like HTML, or `.html`, is meant. */
function isMarkup(value: Node | null, method: string, { values }: Look): boolean {
  if (method === 'html') return true
  return values.prefix(value).includes('<') || (textOf(value) ?? '').includes('<')
}
