import type { CustomDefinition } from '@atrium/sdk'
import { useState } from 'react'
import { JsonBox } from '../../ui/JsonBox.tsx'
import type { JsonFault } from '../../ui/json-fault.ts'
import { readJson } from '../../ui/read-json.ts'
import { asDefinition } from './edit-definition.ts'
import { words } from './words.ts'

interface DefinitionJsonProps {
  definition: CustomDefinition
  faults: readonly JsonFault[]
  onChange: (definition: CustomDefinition) => void
}

/** The whole definition, with what the form has no field for: paging, limits, values of answers. */
export function DefinitionJson({ definition, faults, onChange }: DefinitionJsonProps) {
  const [text, setText] = useState(() => JSON.stringify(definition, null, 2))
  const isRead = asDefinition(readJson(text)?.value) !== null
  return (
    <div className="space-y-2 px-5 py-4 sm:px-8">
      <JsonBox
        label={words.definition}
        value={text}
        faults={faults}
        onChange={(next) => {
          setText(next)
          const read = asDefinition(readJson(next)?.value)
          if (read) onChange(read)
        }}
        className="h-[60dvh]"
      />
      <p role="status" className="text-sm text-danger">
        {isRead ? '' : words.thisIsNoJson}
      </p>
    </div>
  )
}
