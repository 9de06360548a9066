import { useState } from 'react'
import type { Json } from '../../../entity-schema.ts'
import { readJson } from '../../../ui/read-json.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { words } from './words.ts'

interface JsonFieldProps {
  label: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  hint?: string
}

/** A value as JSON: taken whenever it can be read, and left out when it is empty. */
export function JsonField({ label, value, onChange, hint }: JsonFieldProps) {
  const outside = JSON.stringify(value)
  const [text, setText] = useState(() => shown(value))
  const [seen, setSeen] = useState(outside)
  const isRead = text.trim() === '' || readJson(text) !== null
  // Changed elsewhere, such as in the text of the definition.
  if (seen !== outside) {
    setSeen(outside)
    if (comparable(text) !== outside) setText(shown(value))
  }
  return (
    <TextField
      label={label}
      optional
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      value={text}
      onChange={(next) => {
        setText(next)
        if (next.trim() === '') onChange(undefined)
        const read = readJson(next)
        // Whatever was read from JSON is JSON.
        if (read) onChange(read.value as Json)
      }}
      isInvalid={!isRead}
      hint={isRead ? (hint ?? words.asJsonTextsMay) : words.thisIsNoJson}
      className="[&_textarea]:font-mono [&_textarea]:text-sm"
    />
  )
}

const shown = (value: Json | undefined) => (value === undefined ? '' : JSON.stringify(value, null, 2))

function comparable(text: string): string | undefined {
  const read = readJson(text)
  return read ? JSON.stringify(read.value) : undefined
}
