import { ArrowUpRight } from 'lucide-react'
import { fill } from '../../../language/fill.ts'
import { idsIn, keyOfName, type RelatedNames } from '../values/relation.ts'
import type { RowActs } from './row-acts.ts'
import { words } from './words.ts'

interface RelatedLinksProps {
  entity: string
  value: unknown
  names: RelatedNames
  onRelated: RowActs['onRelated']
}

const MOST_LINKED = 2

/** Opens the records that a field refers to. Keys have Ctrl+Enter, so these are no stops for Tab. */
export function RelatedLinks({ entity, value, names, onRelated }: RelatedLinksProps) {
  return idsIn(value)
    .slice(0, MOST_LINKED)
    .map((id) => (
      <button
        key={id}
        type="button"
        tabIndex={-1}
        aria-label={fill(words.openEntityName, { entity, name: names[keyOfName(entity, id)] ?? id })}
        title={fill(words.openEntityName, { entity, name: id })}
        onClick={(event) => {
          event.stopPropagation()
          onRelated(entity, id)
        }}
        className="me-1 inline-flex size-5 items-center justify-center rounded-sm align-bottom text-accent hover:bg-active/70"
      >
        <ArrowUpRight aria-hidden className="size-3.5" />
      </button>
    ))
}
