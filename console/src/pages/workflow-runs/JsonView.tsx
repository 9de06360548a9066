import { useId, useState } from 'react'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { words } from './words.ts'

const MOST_LINES = 14
const MOST_LETTERS = 2_000

/** A value as JSON; of a long one the beginning, until all of it is asked for. */
export function JsonView({ label, value }: { label: string; value: unknown }) {
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  if (value === null || value === undefined)
    return (
      <div className="min-w-0">
        <h4 className="mb-1 text-sm font-medium">{label}</h4>
        <p className="text-sm text-ink-3">{words.nothing}</p>
      </div>
    )
  const text = JSON.stringify(value, null, 2)
  const lines = text.split('\n')
  const isLong = lines.length > MOST_LINES || text.length > MOST_LETTERS
  const shown =
    isLong && !isWhole ? `${lines.slice(0, MOST_LINES).join('\n').slice(0, MOST_LETTERS)}\n…` : text
  return (
    <div className="min-w-0">
      <div className="mb-1 flex items-center gap-1">
        <h4 className="text-sm font-medium">{label}</h4>
        <CopyButton text={text} label={fill(words.copyLabel, { label: label.toLowerCase() })} />
      </div>
      <pre
        id={id}
        className="max-h-[32rem] overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-words whitespace-pre-wrap"
      >
        {shown}
      </pre>
      {isLong && (
        <Button
          size="sm"
          look="quiet"
          aria-expanded={isWhole}
          aria-controls={id}
          aria-label={`${isWhole ? words.showLessOf : words.showAllOf} ${label.toLowerCase()}`}
          onPress={() => setWhole(!isWhole)}
        >
          {isWhole
            ? words.showLess
            : fill(words.showAllCountLines, { count: lines.length.toLocaleString('en') })}
        </Button>
      )}
    </div>
  )
}
