/** From Playwright's tree of a page to the list of nodes that readers choose from. */
import { shorten } from '../../platform/text/shorten.ts'
import { MAX_NODES, type PageNode } from './port.ts'

/** As `ariaSnapshotJSON` returns it. */
export interface AriaNode {
  role: string
  name?: string
  text?: string
  ref?: string
  cursor?: string
  children?: (AriaNode | string)[]
  checked?: boolean | 'mixed'
  pressed?: boolean | 'mixed'
  disabled?: boolean
  expanded?: boolean
  selected?: boolean
  invalid?: boolean | string
  active?: boolean
}

export const NAME_LENGTH = 200
export const VALUE_LENGTH = 300
const TEXT_LENGTH = 40_000
const MAX_OPTIONS = 50
const MAX_DEPTH = 60

/** The first `MAX_NODES`. Texts between elements are nodes of role `text` with the ref of the element around them. */
export function nodesOf(tree: readonly (AriaNode | string)[], mask: (text: string) => string): PageNode[] {
  const nodes: PageNode[] = []
  const shown = (text: string, most: number) => shorten(mask(text), most)

  function add(item: AriaNode | string, depth: number, around: string, level: number): void {
    if (nodes.length >= MAX_NODES || level > MAX_DEPTH) return
    if (typeof item === 'string' || item.role === 'text') {
      const text = typeof item === 'string' ? item : (item.text ?? '')
      if (text !== '')
        nodes.push({ ...EMPTY, ref: around, depth, role: 'text', name: shown(text, NAME_LENGTH) })
      return
    }
    const ref = item.ref ?? around
    const options = optionsOf(item)
    const children = (item.children ?? []).filter((child) => !isPlainOption(child))
    const name = item.name ?? nameFromContent(item)
    const value = item.text ?? chosenOf(item)
    const isShown = !isPadding(item, name, value)
    if (isShown) {
      nodes.push({
        ref,
        depth,
        role: item.role,
        name: shown(name, NAME_LENGTH),
        value: value === null ? null : shown(value, VALUE_LENGTH),
        states: statesOf(item),
        options: options.slice(0, MAX_OPTIONS).map((option) => shown(option, NAME_LENGTH)),
      })
    }
    for (const child of children) add(child, isShown ? depth + 1 : depth, ref, level + 1)
  }

  for (const item of tree) add(item, 0, '', 0)
  return nodes
}

const EMPTY = { value: null, states: [], options: [] }

/** One line for each node. */
export function textOf(nodes: readonly PageNode[]): string {
  const lines = nodes.map(({ depth, role, name, value, states, options, ref }) => {
    const words = [role, name && JSON.stringify(name), ...states.map((state) => `[${state}]`)]
    if (role !== 'text') words.push(`[ref=${ref}]`)
    if (options.length > 0) words.push(`{${options.map((option) => JSON.stringify(option)).join(', ')}}`)
    return `${'  '.repeat(depth)}- ${words.filter(Boolean).join(' ')}${value === null ? '' : `: ${value}`}`
  })
  return shorten(lines.join('\n'), TEXT_LENGTH)
}

/** Boxes that only hold others together. */
function isPadding({ role, cursor }: AriaNode, name: string, value: string | null): boolean {
  return role === 'generic' && cursor === undefined && name === '' && value === null
}

/** Of a list that the browser draws itself: they cannot be clicked. */
function isPlainOption(child: AriaNode | string): boolean {
  return typeof child !== 'string' && child.role === 'option' && child.ref === undefined
}

function optionNodes({ role, children = [] }: AriaNode): AriaNode[] {
  if (role !== 'combobox' && role !== 'listbox') return []
  return children.flatMap((child) => {
    if (typeof child === 'string') return []
    return child.role === 'option' ? [child] : optionNodes({ ...child, role })
  })
}

function optionsOf(node: AriaNode): string[] {
  return optionNodes(node).map(({ name, text }) => name ?? text ?? '')
}

function chosenOf(node: AriaNode): string | null {
  const chosen = optionNodes(node).filter(({ selected }) => selected)
  return chosen.length === 0 ? null : chosen.map(({ name, text }) => name ?? text ?? '').join(', ')
}

/** Snapshots leave a name out that the nodes inside say again. */
export function nameFromContent(node: AriaNode): string {
  return NAMED_BY_CONTENT.has(node.role) ? contentOf(node) : ''
}

function contentOf({ text, children = [] }: AriaNode): string {
  const parts = children.map((child) =>
    typeof child === 'string' ? child : (child.name ?? contentOf(child)),
  )
  return [text ?? '', ...parts].join(' ').replaceAll(/\s+/g, ' ').trim()
}

const NAMED_BY_CONTENT = new Set([
  ...[
    'button',
    'cell',
    'checkbox',
    'columnheader',
    'gridcell',
    'heading',
    'link',
    'menuitem',
    'menuitemcheckbox',
  ],
  ...['menuitemradio', 'option', 'radio', 'row', 'rowheader', 'switch', 'tab', 'tooltip', 'treeitem'],
])

function statesOf(node: AriaNode): string[] {
  return [
    node.checked === true && 'checked',
    (node.checked === 'mixed' || node.pressed === 'mixed') && 'mixed',
    node.pressed === true && 'pressed',
    node.disabled && 'disabled',
    node.expanded === true && 'expanded',
    node.expanded === false && 'collapsed',
    node.selected && 'selected',
    node.invalid && 'invalid',
    node.active && 'focused',
    node.role === 'generic' && node.cursor === 'pointer' && 'clickable',
  ].filter((state) => typeof state === 'string')
}
