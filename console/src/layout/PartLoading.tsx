import { fillWith } from '../language/fill.ts'
import { words } from './words.ts'

const BLOCK = 'rounded-lg bg-active/40'

/** As large as what comes, so that nothing below it jumps. */
const SHAPES = {
  /** A line of figures above a chart or a table. */
  part: (
    <div className="space-y-3">
      <div className="h-20 rounded-lg bg-active/60" />
      <div className={`h-52 ${BLOCK}`} />
    </div>
  ),
  rows: (
    <div className="divide-y divide-line rounded-lg border border-line">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className="space-y-1.5 px-4 py-3">
          <div className="h-5 w-64 max-w-full rounded-sm bg-active/60" />
          <div className="h-4 w-96 max-w-full rounded-sm bg-active/40" />
          <div className="h-4 w-32 rounded-sm bg-active/40" />
        </div>
      ))}
    </div>
  ),
  cards: (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((card) => (
        <div key={card} className={`h-16.5 ${BLOCK}`} />
      ))}
    </div>
  ),
  tiles: (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-3 2xl:grid-cols-4">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
        <div key={tile} className={`h-37 ${BLOCK}`} />
      ))}
    </div>
  ),
}

interface PartLoadingProps {
  what: string
  shape?: keyof typeof SHAPES
}

/** Stands in for one part of a page that is still on its way. */
export function PartLoading({ what, shape = 'part' }: PartLoadingProps) {
  return (
    <div role="status" className="animate-pulse [animation-delay:300ms]">
      <span className="sr-only">{fillWith(words.loadingWhat, { what })}</span>
      {SHAPES[shape]}
    </div>
  )
}
