import { Ellipsis, Lock, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Property } from '../../entity-schema.ts'
import { fill } from '../../language/fill.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { JsonBox } from '../../ui/JsonBox.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FieldDialog } from './FieldDialog.tsx'
import { withoutField } from './field-form.ts'
import { describeField, typeWords } from './field-words.ts'
import { faultsWithin, faultWords, type SchemaDraft, useDraft } from './schema-draft.ts'
import { words } from './words.ts'

export function Component() {
  const draft = useDraft()
  const [editing, setEditing] = useState<{ name: string | null } | null>(null)
  const general = draft.faults.filter(({ place }) => place[0] !== 'properties' && place[0] !== 'rls')
  return (
    <div className="grid gap-x-8 gap-y-6 px-5 py-5 sm:px-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <section aria-label={words.fields} className="min-w-0">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{words.whatARecordOf}</p>
          <Button
            size="sm"
            icon={Plus}
            onPress={() => setEditing({ name: null })}
            disabledReason={draft.isReadable ? undefined : words.theJsonCannotBe}
          >
            {words.addField}
          </Button>
        </div>
        {!draft.isReadable && (
          <div className="mb-3">
            <Notice tone="caution">{words.theJsonCannotBeRead}</Notice>
          </div>
        )}
        {general.map((fault) => (
          <div key={faultWords(fault)} className="mb-3">
            <Notice tone="danger">{faultWords(fault)}</Notice>
          </div>
        ))}
        <FieldTable draft={draft} onEdit={(name) => setEditing({ name })} />
      </section>
      <section aria-label={words.schemaAsJson} className="min-w-0">
        <p className="mb-3 flex h-7 items-center text-ink-2">{words.theWholeSchemaAs}</p>
        <JsonBox
          label={words.schemaAsJson}
          value={draft.text}
          onChange={draft.setText}
          faults={draft.faults}
          className="h-[min(38rem,75dvh)]"
        />
      </section>
      {editing && <FieldDialog draft={draft} name={editing.name} onClose={() => setEditing(null)} />}
    </div>
  )
}

function FieldTable({ draft, onEdit }: { draft: SchemaDraft; onEdit: (name: string) => void }) {
  const { schema, faults } = draft
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length === 0) {
    return (
      <p className="rounded-md border border-dashed border-control/60 px-4 py-8 text-center text-ink-2">
        {words.noFieldsYetAdd}
      </p>
    )
  }
  return (
    <div className="@container overflow-hidden rounded-md border border-line">
      <table aria-label={words.fields} className="w-full table-fixed border-collapse text-start">
        <thead>
          <tr className="border-b border-line bg-sunken text-xs text-ink-3">
            <th scope="col" className="px-3 py-2 font-medium">
              {words.field}
            </th>
            <th scope="col" className="hidden w-36 px-3 py-2 font-medium @md:table-cell">
              {words.type}
            </th>
            <th scope="col" className="hidden w-[42%] px-3 py-2 font-medium @xl:table-cell">
              {words.whatItTakes}
            </th>
            <th scope="col" className="w-12 py-2">
              <span className="sr-only">{words.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map(([name, property]) => (
            <FieldRow
              key={name}
              name={name}
              property={property}
              isRequired={schema.required?.includes(name) === true}
              faults={faultsWithin(faults, 'properties', name).map(faultWords)}
              onEdit={() => onEdit(name)}
              onRemove={() => draft.setSchema(withoutField(schema, name))}
              isLocked={!draft.isReadable}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FieldRowProps {
  name: string
  property: Property
  isRequired: boolean
  faults: readonly string[]
  onEdit: () => void
  onRemove: () => void
  isLocked: boolean
}

function FieldRow({ name, property, isRequired, faults, onEdit, onRemove, isLocked }: FieldRowProps) {
  const details = describeField(property)
  const marks = (
    <>
      {isRequired && <Badge tone="accent">{words.required}</Badge>}
      {property.index === true && <Badge>{words.indexed}</Badge>}
      {property.rls && (
        <Badge tone="caution">
          <Lock aria-hidden className="me-1 size-3" />
          {words.rules}
        </Badge>
      )}
    </>
  )
  return (
    <tr className="border-b border-line align-top last:border-b-0">
      <th scope="row" className="px-3 py-2.5 font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-mono text-sm font-medium break-all">{name}</span>
          {marks}
        </span>
        {property.description && <span className="block text-sm text-ink-3">{property.description}</span>}
        <span className="block text-sm text-ink-2 @md:hidden">{typeWords(property)}</span>
        {details.length > 0 && (
          <span className="block text-sm break-words text-ink-3 @xl:hidden">{details.join(' · ')}</span>
        )}
        {faults.map((fault) => (
          <span key={fault} role="alert" className="mt-1 block text-sm text-danger">
            {fault}
          </span>
        ))}
      </th>
      <td className="hidden px-3 py-2.5 text-ink-2 @md:table-cell">{typeWords(property)}</td>
      <td className="hidden px-3 py-2.5 text-sm break-words text-ink-2 @xl:table-cell">
        {details.join(' · ') || <span className="text-ink-3">{words.anythingOfItsType}</span>}
      </td>
      <td className="py-1.5 pe-2 text-end">
        <Menu
          label={fill(words.actionsForName, { name })}
          trigger={<IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForName, { name })} />}
        >
          <MenuItem
            icon={Pencil}
            onAction={onEdit}
            disabledReason={isLocked ? words.correctTheJsonFirst : undefined}
          >
            {words.edit}
          </MenuItem>
          <MenuItem
            icon={Trash2}
            tone="danger"
            onAction={onRemove}
            description={words.valuesThatAreStored}
            disabledReason={isLocked ? words.correctTheJsonFirst : undefined}
          >
            {words.remove}
          </MenuItem>
        </Menu>
      </td>
    </tr>
  )
}
