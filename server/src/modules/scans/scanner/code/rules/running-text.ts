/** Text that runs as code, and data that does. */
import { confidenceOf, type Rules } from '../look.ts'
import { at, dottedName, isFunction, listAt, plain, propertyName, textOf } from '../syntax-tree.ts'

const EVAL = /^(?:(?:window|globalThis|self|global)\.)?(?:eval|execScript)$/
const FUNCTION = /^(?:(?:window|globalThis|self|global)\.)?(?:Async|Generator)?Function$/
const TIMER = /^(?:(?:window|globalThis|self)\.)?(?:setTimeout|setInterval|setImmediate)$/
const MACHINE = /^(?:\w+\.)?(?:runInNewContext|runInThisContext|runInContext|compileFunction)$/
const LOADS = /^(?:require|importScripts|(?:self\.)?importScripts|\$\.getScript|jQuery\.getScript)$/
const READS_CODE =
  /^(?:(?:\w*[sS]erialize\w*|cryo|funcster)\.(?:unserialize|deserialize|deepDeserialize|parse)|unserialize|v8\.deserialize)$/

export const runningText: Rules = {
  AssignmentExpression(node, { values, report }) {
    const left = plain(at(node, 'left'))
    if (
      left?.type !== 'MemberExpression' ||
      !/^(?:text|textContent|innerText|innerHTML)$/.test(propertyName(left) ?? '')
    )
      return
    const isScript = /script/i.test(dottedName(at(left, 'object')))
    if (isScript && values.trust(at(node, 'right')) === 'tainted') report(node, 'code_from_text', 'high')
  },
  CallExpression(node, { values, report }) {
    const callee = values.resolve(at(node, 'callee'))
    // Also under another name: `const run = eval`.
    const name = dottedName(callee && !isFunction(callee) ? callee : at(node, 'callee'))
    const [first = null] = listAt(node, 'arguments')
    if (EVAL.test(name) || FUNCTION.test(name) || MACHINE.test(name)) {
      const worst = listAt(node, 'arguments').map((one) => values.trust(one))
      const trust = worst.includes('tainted') ? 'tainted' : worst.includes('unknown') ? 'unknown' : 'safe'
      if (trust !== 'safe')
        report(node, 'code_from_text', trust === 'tainted' ? 'critical' : 'high', confidenceOf(trust))
    } else if (TIMER.test(name) && first) {
      const made = values.resolve(first)
      const isText =
        made?.type === 'TemplateLiteral' || (made?.type === 'BinaryExpression' && made.operator === '+')
      const trust = values.trust(first)
      if (isText && !isFunction(first) && trust !== 'safe')
        report(node, 'code_from_text', 'high', confidenceOf(trust))
      else if (trust === 'tainted' && !isFunction(first)) report(node, 'code_from_text', 'critical')
    } else if (LOADS.test(name) && first) {
      if (values.trust(first) === 'tainted' && isOpenAddress(values.prefix(first)))
        report(node, 'code_from_text', 'critical')
    } else if (/\.setAttribute$/.test(name) && /^on[a-z]+$/i.test(textOf(first) ?? '')) {
      const trust = values.trust(listAt(node, 'arguments')[1] ?? null)
      if (trust !== 'safe') report(node, 'code_from_text', 'high', confidenceOf(trust))
    } else if (READS_CODE.test(name) && name !== 'JSON.parse' && first) {
      const trust = values.trust(first)
      if (trust !== 'safe') report(node, 'unsafe_deserialization', 'high', confidenceOf(trust))
    } else if (/^(?:js)?ya?ml\.load$/i.test(name) && fullSchema(node)) {
      report(node, 'unsafe_deserialization', 'high')
    }
  },
  ImportExpression(node, { values, report }) {
    const source = at(node, 'source')
    if (values.trust(source) === 'tainted' && isOpenAddress(values.prefix(source)))
      report(node, 'code_from_text', 'critical')
  },
  NewExpression(node, { values, report }) {
    const name = dottedName(at(node, 'callee'))
    const [first = null] = listAt(node, 'arguments')
    const isWorker = /^(?:Shared)?Worker$/.test(name) && isOpenAddress(values.prefix(first))
    if (isWorker && values.trust(first) === 'tainted') report(node, 'code_from_text', 'high')
    if (!FUNCTION.test(name) && !/^(?:vm\.)?Script$/.test(name)) return
    const trusts = listAt(node, 'arguments').map((one) => values.trust(one))
    const trust = trusts.includes('tainted') ? 'tainted' : trusts.includes('unknown') ? 'unknown' : 'safe'
    if (trust !== 'safe')
      report(node, 'code_from_text', trust === 'tainted' ? 'critical' : 'high', confidenceOf(trust))
  },
}

/** Which file is loaded is open; a folder at the beginning keeps it within the program. */
const isOpenAddress = (prefix: string) => /^(?:|https?:\/\/|data:.*)$/i.test(prefix)

/** The schema of YAML that makes functions. */
function fullSchema(node: Parameters<typeof listAt>[0]): boolean {
  const options = plain(listAt(node, 'arguments')[1] ?? null)
  if (options?.type !== 'ObjectExpression') return false
  return listAt(options, 'properties').some(
    (one) => dottedName(at(one, 'value')).includes('FULL_SCHEMA') || textOf(at(one, 'value')) === 'full',
  )
}
