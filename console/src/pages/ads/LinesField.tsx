import { useState } from 'react'
import { fill } from '../../language/fill.ts'
import { TextField } from '../../ui/TextField.tsx'
import { linesIn } from './launch/launch-draft.ts'
import { words } from './words.ts'

interface LinesFieldProps {
  field: string
  label: string
  lines: readonly string[]
  onChange: (lines: string[]) => void
  most: number
  longest: number
}

/** Texts of an ad, one a line. What is typed stays as it is typed, empty lines too. */
export function LinesField({ field, label, lines, onChange, most, longest }: LinesFieldProps) {
  const [text, setText] = useState(lines.join('\n'))
  return (
    <TextField
      label={label}
      name={field}
      rows={most > 5 ? 4 : 3}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(linesIn(next))
      }}
      hint={fill(words.oneALineAt, { most, longest })}
      optional
    />
  )
}
