/** Which function a call means: by its name, or as a member of an object, class or module of the function's files. */
import type { Bindings } from './bindings.ts'
import { bare, isFunction, isMember, memberName, type Node, nodeAt, nodesAt, wordAt } from './read-syntax.ts'

const MOST_STEPS = 8

export interface Members {
  /** The own function that is called; null for those of libraries. */
  functionOf(callee: Node | null): Node | null
  /** The only value that a name was given; the node itself when there are none or several. */
  resolve(node: Node | null): Node | null
}

export function createMembers(bindings: Bindings): Members {
  const values = new Map<unknown, Node[]>()
  for (const { binding, value, path, isElement } of bindings.writes) {
    const known = values.get(binding) ?? []
    values.set(binding, known)
    // A part of a value is unknown here, so that the name counts as written twice.
    known.push(value)
    if (path.length > 0 || isElement) known.push(value)
  }

  const resolve = (node: Node | null): Node | null => {
    let rest = bare(node)
    for (let step = 0; rest?.type === 'Identifier' && step < MOST_STEPS; step++) {
      const binding = bindings.of(rest)
      if (!binding) return rest
      if (binding.declares) return binding.declares
      const [value, ...more] = values.get(binding) ?? []
      if (!value || more.length > 0) return rest
      rest = bare(value)
    }
    return rest
  }
  const memberOf = (object: Node | null, name: string): Node | null => {
    const binding = object?.type === 'Identifier' ? bindings.of(object) : null
    if (binding?.module !== undefined) return bindings.exportOf(binding.module, name)?.declares ?? null
    let made = object?.type === 'ThisExpression' ? classAround(object, bindings) : resolve(object)
    if (made?.type === 'NewExpression') made = resolve(nodeAt(made, 'callee'))
    const parts = made?.type.startsWith('Class')
      ? nodesAt(nodeAt(made, 'body'), 'body')
      : nodesAt(made?.type === 'ObjectExpression' ? made : null, 'properties')
    const part = parts.find((each) => wordAt(nodeAt(each, 'key'), 'name') === name)
    if (!part || isFunction(part)) return part ?? null
    const value = resolve(nodeAt(part, 'value'))
    return isFunction(value) ? value : null
  }
  return {
    resolve,
    functionOf(callee) {
      const target = bare(callee)
      if (isFunction(target)) return target
      if (isMember(target)) return memberOf(bare(nodeAt(target, 'object')), memberName(target))
      const made = resolve(target)
      if (made?.type.startsWith('Class')) return constructorOf(made)
      return isFunction(made) ? made : null
    },
  }
}

function constructorOf(node: Node): Node | null {
  return nodesAt(nodeAt(node, 'body'), 'body').find(({ kind }) => kind === 'constructor') ?? null
}

export function classAround(node: Node, bindings: Bindings): Node | null {
  const parents = bindings.syntaxOf.get(node)?.parents
  for (let up = parents?.get(node); up; up = parents?.get(up)) {
    if (/^Class(?:Declaration|Expression)$/.test(up.type)) return up
  }
  return null
}
