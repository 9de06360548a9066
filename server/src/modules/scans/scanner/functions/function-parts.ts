/** What the functions of the files are made of: what they return, what decides it, and which of them answer requests. */
import {
  dottedName,
  isCall,
  isFunction,
  type Node,
  nodeAt,
  nodesAt,
  type Syntax,
  wordAt,
} from './read-syntax.ts'

export interface FunctionParts {
  returns: Node[]
  /** Tests that decide whether it returns early or throws. */
  gates: Node[]
}

export function partsOf(files: readonly Syntax[]): Map<Node, FunctionParts> {
  const all = new Map<Node, FunctionParts>()
  const partOf = (fn: Node): FunctionParts => {
    const parts = all.get(fn) ?? { returns: [], gates: [] }
    all.set(fn, parts)
    return parts
  }
  for (const { nodes, parents } of files) {
    for (const node of nodes) {
      const body = nodeAt(node, 'body')
      if (node.type === 'ArrowFunctionExpression' && body && body.type !== 'BlockStatement')
        partOf(node).returns.push(body)
      if (!/^(?:Return|Throw)Statement$/.test(node.type)) continue
      const gates: Node[] = []
      let up = parents.get(node)
      for (; up && !isFunction(up); up = parents.get(up)) {
        const test = /^(?:If|Switch)Statement$/.test(up.type)
          ? (nodeAt(up, 'test') ?? nodeAt(up, 'discriminant'))
          : null
        if (test) gates.push(test)
      }
      if (!up) continue
      const parts = partOf(up)
      parts.gates.push(...gates)
      const value = node.type === 'ReturnStatement' ? nodeAt(node, 'argument') : null
      if (value) parts.returns.push(value)
    }
  }
  return all
}

/** Functions, or their names, that answer requests: of `Deno.serve`, exported by default, or by their parameter. */
export function findEntries(files: readonly Syntax[]): Node[] {
  return files.flatMap(({ nodes }) =>
    nodes.flatMap((node) => [...(isFunction(node) && takesRequest(node) ? [node] : []), ...handlersOf(node)]),
  )
}

function takesRequest(fn: Node): boolean {
  const first = nodesAt(fn, 'params')[0]
  const type = nodeAt(nodeAt(nodeAt(first, 'typeAnnotation'), 'typeAnnotation'), 'typeName')
  return (
    first?.type === 'Identifier' &&
    (/^(?:req|request)$/.test(wordAt(first, 'name')) || wordAt(type, 'name') === 'Request')
  )
}

function handlersOf(node: Node): Node[] {
  const offered =
    isCall(node) && /^(?:Deno\.)?serve$/.test(dottedName(nodeAt(node, 'callee')))
      ? nodesAt(node, 'arguments')
      : node.type === 'ExportDefaultDeclaration'
        ? [nodeAt(node, 'declaration')]
        : []
  return offered
    .flatMap((each) =>
      each?.type === 'ObjectExpression'
        ? nodesAt(each, 'properties')
            .filter((property) => /^(?:fetch|handler)$/.test(wordAt(nodeAt(property, 'key'), 'name')))
            .map((property) => (isFunction(property) ? property : nodeAt(property, 'value')))
        : [each],
    )
    .filter((each) => each !== null)
}
