import { useMemo, useState } from 'react'
import { JsonBox } from '../../ui/JsonBox.tsx'
import type { JsonPlace } from '../../ui/json-place.ts'
import { Notice } from '../../ui/Notice.tsx'
import { GraphBox } from './graph/GraphBox.tsx'
import { nodeFaults } from './graph/node-faults.ts'
import { idOf, toGraph } from './graph/to-graph.ts'
import { AddStep } from './steps/AddStep.tsx'
import { StepPanel } from './steps/StepPanel.tsx'
import { words } from './words.ts'
import { useDraft } from './workflow-draft.ts'

/** The steps of a workflow: as a drawing, one of them as a form, and all of them as text. */
export function Component() {
  const draft = useDraft()
  const { definition, faults, isReadable, canEdit } = draft
  const [wanted, setWanted] = useState<JsonPlace | null>(null)
  const graph = useMemo(() => toGraph(definition), [definition])
  const found = useMemo(() => nodeFaults(graph, faults), [graph, faults])
  // It may be gone from the text by now.
  const node = wanted === null ? undefined : graph.nodes.find(({ id }) => id === idOf(wanted))
  const isEmpty = !graph.nodes.some(({ place }) => place.length > 0)
  return (
    <div className="grid gap-x-6 gap-y-5 px-5 py-5 sm:px-8 xl:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <section aria-label={words.steps} className="min-w-0">
        <div className="mb-3 flex min-h-7 flex-wrap items-center justify-between gap-3">
          <p className="text-ink-2">{isEmpty ? words.thereAreNoSteps : words.chooseAStepTo}</p>
          {canEdit && isReadable && (
            <AddStep
              draft={draft}
              label={isEmpty ? words.addTheFirstStep : words.addAStepAt}
              into={['do']}
              onAdded={setWanted}
            />
          )}
        </div>
        {!isReadable && (
          <div className="mb-3">
            <Notice tone="caution">{words.theJsonCannotBe}</Notice>
          </div>
        )}
        <GraphBox
          graph={graph}
          faults={found}
          selected={node?.id ?? null}
          onSelect={(chosen) => setWanted(chosen?.place ?? null)}
          className="h-[min(44rem,70dvh)]"
        />
      </section>
      <div className="min-w-0 space-y-5">
        {node && (
          <StepPanel
            key={node.id}
            draft={draft}
            node={node}
            faults={found.get(node.id) ?? []}
            onSelect={setWanted}
          />
        )}
        <section aria-label={words.definitionAsJson}>
          <p className="mb-3 flex min-h-7 items-center text-ink-2">{words.theWholeDefinitionAs}</p>
          <JsonBox
            label={words.definitionAsJson}
            value={draft.text}
            onChange={(text) => draft.change({ text })}
            faults={faults}
            isReadOnly={!canEdit}
            shown={node?.place ?? null}
            className={node ? 'h-[min(24rem,60dvh)]' : 'h-[min(44rem,70dvh)]'}
          />
        </section>
      </div>
    </div>
  )
}
