import { useEffect, useMemo } from 'react'
import { useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill } from '../../language/fill.ts'
import { Button } from '../../ui/Button.tsx'
import { FlowForm } from './FlowForm.tsx'
import { changesOf, draftOf, type FlowBody } from './flow-draft.ts'
import { ReadOnlyTest } from './ReadOnlyTest.tsx'
import { useShownTest } from './TestPage.tsx'
import { useFlowDraft } from './use-flow-draft.ts'
import { words } from './words.ts'

export function Component() {
  const { flow, canEdit } = useShownTest()
  return canEdit ? <EditTest /> : <ReadOnlyTest flow={flow} />
}

function EditTest() {
  const { appId, flow, setChanged } = useShownTest()
  const saved = useMemo(() => draftOf(flow), [flow])
  const edited = useFlowDraft(saved)
  const { draft, base, isChanged } = edited
  const save = useAct({
    run: (changes: Partial<FlowBody>) => client.flows.update({ app_id: appId, flow_id: flow.id }, changes),
    touches: ['flows'],
    done: ({ name }) => fill(words.nameSaved, { name }),
    failure: 'inline',
  })
  useUnsavedWork(() => isChanged)
  useEffect(() => {
    setChanged(isChanged)
    return () => setChanged(false)
  }, [isChanged, setChanged])
  return (
    <FlowForm
      edited={edited}
      act={save}
      onSubmit={() =>
        isChanged &&
        save.mutate(changesOf(draft, base), {
          onError: edited.setRefusal,
          onSuccess: (next) => {
            edited.settle(draft, draftOf(next))
            save.reset()
          },
        })
      }
      footer={(isTaken) =>
        isChanged && (
          <section
            aria-label={words.unsavedChanges}
            data-bottom-bar
            className="sticky bottom-4 z-10 mx-auto my-4 flex w-fit max-w-[calc(100%-2rem)] animate-rise flex-wrap items-center gap-2 rounded-lg border border-line bg-raised py-2 pe-2 ps-4 shadow-pop"
          >
            <p role="status" className="me-2 font-medium">
              {words.unsavedChanges}
            </p>
            <Button
              size="sm"
              look="quiet"
              onPress={() => {
                edited.discard()
                save.reset()
              }}
            >
              {words.discard}
            </Button>
            <Button type="submit" size="sm" look="primary" isPending={isTaken}>
              {words.save}
            </Button>
          </section>
        )
      }
    />
  )
}
