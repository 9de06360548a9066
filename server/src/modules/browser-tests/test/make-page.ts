import type { PageNode, PageSnapshot } from '../../../ports/browser/port.ts'

const LINE = /^( *)([a-z]+)(?: "([^"]*)")?(?: #([\w-]+))?(?: \[([^\]]*)\])?(?: \{([^}]*)\})?(?: = (.*))?$/

/** A page from one line a node, deeper by two spaces: role "name" #ref [states] {options} = value. */
export function makePage(url: string, title: string, text: string): PageSnapshot {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const nodes = lines.map((line, index): PageNode => {
    const match = LINE.exec(line)
    if (match === null) throw new Error(`No node: ${line}`)
    const [, indent = '', role = '', name = '', ref, states, options, value] = match
    return {
      ref: ref ?? `e${index}`,
      role,
      name,
      depth: indent.length / 2,
      value: value ?? null,
      states: states?.split(',') ?? [],
      options: options?.split('|') ?? [],
    }
  })
  return { url, title, nodes, text }
}
