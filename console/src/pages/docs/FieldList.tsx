import { fillWith } from '../../language/fill.ts'
import type { Field } from './api-description.ts'
import { words } from './words.ts'

interface FieldListProps {
  title: string
  fields: readonly Field[]
  /** Of what comes back it does not matter what must be there. */
  isAnswer?: boolean
}

/** Fields with what they may hold; those of an object open below it. */
export function FieldList({ title, fields, isAnswer = false }: FieldListProps) {
  if (fields.length === 0) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <Fields fields={fields} isAnswer={isAnswer} />
    </div>
  )
}

function Fields({ fields, isAnswer }: { fields: readonly Field[]; isAnswer: boolean }) {
  return (
    <ul className="mt-1 divide-y divide-line border-y border-line">
      {fields.map(({ name, type, isRequired, bounds, description, fields: inside }) => (
        <li key={name} className="py-1.5 text-sm">
          <div>
            <span className="font-mono font-medium break-all">{name}</span>{' '}
            <span className="break-words text-ink-3">{type}</span>{' '}
            {isRequired && !isAnswer && (
              <span className="text-xs font-medium text-danger">{words.required}</span>
            )}
          </div>
          {bounds && <div className="text-xs break-words text-ink-3">{bounds}</div>}
          {description && <div className="text-ink-2">{description}</div>}
          {inside.length > 0 && (
            <details className="mt-1">
              <summary className="cursor-pointer text-xs text-accent">
                {fillWith(words.fieldsOfName, { name })}
              </summary>
              <div className="ps-4">
                <Fields fields={inside} isAnswer={isAnswer} />
              </div>
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
