import { useEffect, useMemo } from 'react'
import { useAct } from '../../act.ts'
import { client, refresh } from '../../api.ts'
import { DraftBar } from '../../form/DraftBar.tsx'
import { useUnsavedWork } from '../../form/unsaved-work.ts'
import { fill } from '../../language/fill.ts'
import { testsQueries } from '../../tests-queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { FlowForm } from './FlowForm.tsx'
import { draftOf } from './flow-draft.ts'
import { ReadOnlyTest } from './ReadOnlyTest.tsx'
import { type FlowChange, isFlowChanged, saveFlow } from './save-flow.ts'
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
  const at = { app_id: appId, flow_id: flow.id }
  const save = useAct({
    run: (change: FlowChange) =>
      saveFlow(change, {
        read: () => testsQueries.current(appId, flow.id),
        send: (changes, headers) => client.flows.update(at, changes, { headers }),
      }),
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
        save.mutate(
          { draft, base },
          {
            onError: (error) => {
              edited.setRefusal(error)
              // So that what the other person saved is there to be looked at.
              if (isFlowChanged(error)) void refresh('flows')
            },
            onSuccess: (next) => {
              edited.settle(draft, draftOf(next))
              save.reset()
            },
          },
        )
      }
      notice={
        isFlowChanged(save.error) && (
          <Notice tone="caution" title={words.somebodyElseChanged}>
            <p>{words.yourChangesAreStill}</p>
            <div className="mt-2 flex flex-wrap gap-2">
              <Button
                size="sm"
                onPress={() => {
                  edited.discard()
                  save.reset()
                }}
              >
                {words.loadTheirs}
              </Button>
              <Button
                size="sm"
                look="quiet"
                onPress={() => {
                  edited.keepMine()
                  save.reset()
                }}
              >
                {words.keepMine}
              </Button>
            </div>
          </Notice>
        )
      }
      footer={(isTaken) =>
        isChanged && (
          <DraftBar
            label={words.unsavedChanges}
            status={words.unsavedChanges}
            isWrong={false}
            onDiscard={() => {
              edited.discard()
              save.reset()
            }}
          >
            <Button type="submit" size="sm" look="primary" isPending={isTaken}>
              {words.save}
            </Button>
          </DraftBar>
        )
      }
    />
  )
}
