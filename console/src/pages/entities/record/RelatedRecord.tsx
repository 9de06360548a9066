import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EntitySchema } from '../../../entity-schema.ts'
import { valueAt } from '../../../entity-schema.ts'
import { explainError, isMissing } from '../../../explain-error.ts'
import { fill } from '../../../language/fill.ts'
import type { RecordsView } from '../../../paths.ts'
import { queries } from '../../../queries.ts'
import { toast } from '../../../ui/toasts.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { words } from './words.ts'

export interface Related {
  entity: string
  id: string
}

interface RelatedRecordProps {
  appId: string
  related: Related
  pastRules: RecordsView['past_rules']
  onClose: () => void
}

/** The record that a field refers to, in its form. */
export function RelatedRecord({ appId, related: { entity, id }, pastRules, onClose }: RelatedRecordProps) {
  const { data: schemas } = useSuspenseQuery(queries.schemas(appId))
  const schema = valueAt(schemas, entity) as EntitySchema | undefined
  const { data: record, error } = useQuery({
    ...queries.record(appId, entity, id, pastRules),
    enabled: schema !== undefined,
    // The form keeps what it began with; what others change in between is found when it is saved.
    refetchOnWindowFocus: false,
  })
  const fault = !schema
    ? fill(words.thisAppHasNo, { entity })
    : isMissing(error)
      ? fill(words.thereIsNoEntity, { entity, id })
      : error && explainError(error).message
  useEffect(() => {
    if (!fault) return
    toast.failed(fault)
    onClose()
  }, [fault, onClose])
  if (!schema || !record) return null
  return (
    <RecordDialog
      at={{ app_id: appId, entity_name: entity }}
      schema={schema}
      record={record}
      pastRules={pastRules}
      onClose={onClose}
    />
  )
}
