import { useState } from 'react'
import { fill, fillWith } from '../../language/fill.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Pre } from '../../ui/Pre.tsx'
import type { ApiDescription, Listed } from './api-description.ts'
import { type Example, examplesOf, type PathValues } from './examples.ts'
import { useReader } from './reader.ts'
import { words } from './words.ts'

interface ExampleBoxProps {
  operation: Listed
  description: ApiDescription
  answer: unknown
  values?: PathValues
}

const BOX = 'overflow-x-auto rounded-b-md border border-t-0 border-line bg-sunken p-3 font-mono text-xs'

/** A call, ready to be copied, and what comes back. */
export function ExampleBox({ operation, description, answer, values }: ExampleBoxProps) {
  const reader = useReader()
  const [shown, setShown] = useState<Example['name']>('curl')
  const examples = examplesOf(description, operation, reader, values)
  const text = examples.find(({ name }) => name === shown)?.text ?? ''
  return (
    <div className="2xl:sticky 2xl:top-6">
      <div className="flex items-center justify-between rounded-t-md border border-line bg-raised px-2 py-1">
        <fieldset className="flex gap-1">
          <legend className="sr-only">
            {fillWith(words.howOperationIdIsCalled, { operationId: operation.operationId })}
          </legend>
          {examples.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === shown}
              onClick={() => setShown(name)}
              className={classNames(
                'rounded-sm px-2 py-0.5 text-xs font-medium',
                name === shown ? 'bg-active text-ink' : 'text-ink-2 hover:text-ink',
              )}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <CopyButton
          text={text}
          label={fill(words.copyTheShownExample, { shown, operationId: operation.operationId })}
        />
      </div>
      <Pre className={BOX}>{text}</Pre>
      {answer !== undefined && (
        <>
          <p className="mt-3 rounded-t-md border border-line bg-raised px-3 py-1.5 text-xs font-medium text-ink-2">
            {words.answer}
          </p>
          <Pre className={classNames(BOX, 'max-h-96 overflow-y-auto')}>{JSON.stringify(answer, null, 2)}</Pre>
        </>
      )}
    </div>
  )
}
