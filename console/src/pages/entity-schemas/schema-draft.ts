/** A schema being edited: its text is what counts, the rest follows from it. */
import { ApiError, type FieldError } from '@atrium/sdk'
import { useMemo, useState } from 'react'
import { useOutletContext } from 'react-router'
import { type EntitySchema, type Json, readObject } from '../../entity-schema.ts'
import { type StandingFault, standing, stillStanding } from '../../form/standing-faults.ts'
import type { JsonFault } from '../../ui/json-fault.ts'

export interface SchemaDraft {
  appId: string
  name: string
  text: string
  /** As it was when the text could be read last. */
  schema: EntitySchema
  isReadable: boolean
  isChanged: boolean
  faults: readonly JsonFault[]
  setText(text: string): void
  setSchema(schema: EntitySchema): void
  /** Shows what the server refused, or clears it. */
  setRefusal(error: unknown): void
}

export function useSchemaDraft(appId: string, name: string, saved: EntitySchema): SchemaDraft {
  const [text, setText] = useState(() => textOf(saved))
  const [faults, setFaults] = useState<readonly StandingFault[]>([])
  const [lastGood, setLastGood] = useState(saved)
  const parsed = useMemo(() => parse(text), [text])
  if (parsed && parsed !== lastGood) setLastGood(parsed)
  const schema = parsed ?? lastGood
  const open = useMemo(() => stillStanding(faults, schema as { [key: string]: Json }), [faults, schema])
  return {
    appId,
    name,
    text,
    schema,
    isReadable: parsed !== null,
    isChanged: text !== textOf(saved),
    faults: open,
    setText,
    setSchema: (next) => setText(textOf(next)),
    setRefusal: (error) => setFaults(error instanceof ApiError ? placed(error.fields, schema) : []),
  }
}

export const useDraft = () => useOutletContext<SchemaDraft>()

export const textOf = (schema: EntitySchema) => JSON.stringify(schema, null, 2)

const parse = (text: string) => readObject(text) as EntitySchema | null

/** `loc` begins with where the request held the schema; the rest is the place in it. */
function placed(rows: readonly FieldError[], schema: EntitySchema): StandingFault[] {
  const inSchema = rows.map(({ loc, msg }) => ({
    place: loc.slice(loc[1] === 'schema' && !('schema' in schema) ? 2 : 1),
    message: msg,
  }))
  return standing(inSchema, schema as { [key: string]: Json })
}

/** The faults at a place or inside it, without that place before them. */
export function faultsWithin(faults: readonly JsonFault[], ...place: string[]): JsonFault[] {
  return faults
    .filter((fault) => place.every((step, at) => String(fault.place[at]) === step))
    .map((fault) => ({ ...fault, place: fault.place.slice(place.length) }))
}

export function faultWords({ place, message }: JsonFault): string {
  return place.length === 0 ? message : `${place.join('.')}: ${message}`
}
