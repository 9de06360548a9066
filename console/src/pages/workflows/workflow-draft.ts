/** A workflow being edited: what is saved, and what differs from it. The text of the definition is what counts. */
import { ApiError, type Workflow, type WorkflowTrigger } from '@atrium/sdk'
import { useMemo, useState } from 'react'
import { useOutletContext } from 'react-router'
import { readObject } from '../../entity-schema.ts'
import { type StandingFault, standing, stillStanding } from '../../form/standing-faults.ts'
import type { JsonFault } from '../../ui/json-fault.ts'
import type { Definition } from './edit-definition.ts'

interface Parts {
  name: string
  description: string
  trigger: WorkflowTrigger
  text: string
}

export interface WorkflowDraft extends Parts {
  appId: string
  saved: Workflow
  canEdit: boolean
  /** As it was when the text could be read last. */
  definition: Definition
  isReadable: boolean
  isChanged: boolean
  /** Somebody saved another version since the draft was begun. */
  isOvertaken: boolean
  /** What was typed before the version of somebody else was taken. */
  putAside: string | null
  faults: readonly JsonFault[]
  change(parts: Partial<Parts>): void
  setDefinition(definition: Definition): void
  /** What differs, as it is sent. */
  changes(): WorkflowChanges
  /** Shows what the server refused, or clears it. */
  setRefusal(error: unknown): void
  /** Begins again with this. */
  beginWith(workflow: Workflow): void
  /** Goes on with one's own text, on top of what somebody else saved. */
  keepMine(): void
  /** Takes what somebody else saved, and puts one's own text aside. */
  takeTheirs(): void
  bringBack(): void
}

export type WorkflowChanges = Partial<
  Pick<Workflow, 'name' | 'description' | 'definition' | 'trigger' | 'version'>
>

export function useWorkflowDraft(appId: string, saved: Workflow, canEdit: boolean): WorkflowDraft {
  const [parts, setParts] = useState<Parts>(() => partsOf(saved))
  const [base, setBase] = useState(saved)
  const [putAside, setPutAside] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly StandingFault[]>([])
  const [lastGood, setLastGood] = useState<Definition>(() => asDefinition(saved))
  const parsed = useMemo(() => readObject(parts.text), [parts.text])
  if (parsed && parsed !== lastGood) setLastGood(parsed)
  const definition = parsed ?? lastGood
  const isChanged = !isSame(parts, partsOf(base)) && !isSame(parts, partsOf(saved))
  const isOvertaken = isChanged && saved.version !== base.version
  // Nothing is typed, or it is saved by now: what is saved is shown.
  if (!isChanged && saved !== base) {
    setBase(saved)
    setParts(partsOf(saved))
  }
  const faults = useMemo(() => stillStanding(refused, definition), [refused, definition])
  const beginWith = (workflow: Workflow) => {
    setBase(workflow)
    setParts(partsOf(workflow))
    setRefused([])
  }
  return {
    ...parts,
    appId,
    saved,
    canEdit,
    definition,
    isReadable: parsed !== null,
    isChanged,
    isOvertaken,
    putAside,
    faults,
    change: (next) => setParts((before) => ({ ...before, ...next })),
    setDefinition: (next) => setParts((before) => ({ ...before, text: textOf(next) })),
    changes: () => changesOf(parts, definition, base),
    setRefusal: (error) =>
      setRefused(error instanceof ApiError ? standing(definitionFaults(error), definition) : []),
    beginWith,
    keepMine: () => setBase(saved),
    takeTheirs: () => {
      setPutAside(parts.text)
      beginWith(saved)
    },
    bringBack: () => {
      setParts((before) => ({ ...before, text: putAside ?? before.text }))
      setPutAside(null)
    },
  }
}

export const useDraft = () => useOutletContext<WorkflowDraft>()

export const textOf = (definition: object) => JSON.stringify(definition, null, 2)

/** What a refusal says of the definition, at its places there. */
export function definitionFaults({ fields }: ApiError): JsonFault[] {
  return fields
    .filter(({ loc }) => loc[1] === 'definition')
    .map(({ loc, msg }) => ({ place: loc.slice(2), message: msg }))
}

function partsOf({ name, description, trigger, definition }: Workflow): Parts {
  return { name, description: description ?? '', trigger, text: textOf(definition) }
}

/** Blanks and lines of the text make no difference. */
function isSame(a: Parts, b: Parts): boolean {
  return comparable(a) === comparable(b)
}

function comparable({ name, description, trigger, text }: Parts): string {
  return JSON.stringify([name, description, trigger, readObject(text) ?? text])
}

function changesOf(parts: Parts, definition: Definition, base: Workflow): WorkflowChanges {
  const before = partsOf(base)
  return {
    version: base.version,
    ...(parts.name !== before.name && { name: parts.name.trim() }),
    ...(parts.description !== before.description && { description: parts.description.trim() || null }),
    ...(JSON.stringify(parts.trigger) !== JSON.stringify(before.trigger) && { trigger: parts.trigger }),
    // The server says what is wrong with it.
    ...(textOf(definition) !== before.text && {
      definition: definition as unknown as Workflow['definition'],
    }),
  }
}

// The server checked that it is an object; what is in it is read with care.
const asDefinition = ({ definition }: Workflow) => definition as unknown as Definition
