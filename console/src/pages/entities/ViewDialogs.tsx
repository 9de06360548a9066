import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import type { RecordView } from '../../record-views-queries.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ColumnLayout } from './column-layout.ts'

/** What a view keeps. */
export interface ViewLook {
  q: string | null
  sort: string | null
  columns: ColumnLayout
}

const TOUCHES = ['record_views']
const SHARED = 'is_shared'

/** What the API takes: a list that it may change. */
export const bodyOf = ({ q, sort, columns }: ViewLook) => ({ q, sort, columns: [...columns] })

interface SaveViewProps {
  at: { app_id: string; entity_name: string }
  look: ViewLook
  onClose: () => void
  onSaved: (view: RecordView) => void
}

export function SaveView({ at, look, onClose, onSaved }: SaveViewProps) {
  const { app_id, entity_name } = at
  const create = useAct({
    run: (values: FormData) =>
      client.record_views.create(
        { app_id },
        { entity_name, name: textOf(values, 'name'), is_shared: values.has(SHARED), ...bodyOf(look) },
      ),
    touches: TOUCHES,
    done: ({ name }) => `View ${name} saved`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title="Save as a view"
      submitLabel="Save view"
      width="sm"
      onClose={onClose}
      act={create}
      onSubmit={(values) =>
        create.mutate(values, {
          onSuccess: (view) => {
            onClose()
            onSaved(view)
          },
        })
      }
    >
      <ViewFields name="" isShared={false} />
    </FormDialog>
  )
}

interface EditViewProps {
  appId: string
  view: RecordView
  onClose: () => void
  /** Only the owner makes a shared view private again. */
  isMine: boolean
}

export function EditView({ appId, view, onClose, isMine }: EditViewProps) {
  const update = useAct({
    run: (values: FormData) =>
      client.record_views.update(
        { app_id: appId, view_id: view.id },
        { name: textOf(values, 'name'), ...(isMine ? { is_shared: values.has(SHARED) } : {}) },
      ),
    touches: TOUCHES,
    done: ({ name }) => `View ${name} saved`,
    failure: 'inline',
  })
  return (
    <FormDialog
      title={`Edit ${view.name}`}
      submitLabel="Save"
      width="sm"
      onClose={onClose}
      act={update}
      onSubmit={(values) => update.mutate(values, { onSuccess: onClose })}
    >
      <ViewFields name={view.name} isShared={view.is_shared} isFixed={!isMine} />
    </FormDialog>
  )
}

function ViewFields({
  name,
  isShared,
  isFixed = false,
}: {
  name: string
  isShared: boolean
  isFixed?: boolean
}) {
  return (
    <>
      <TextField label="Name" name="name" defaultValue={name} maxLength={100} isRequired autoFocus />
      <Checkbox name={SHARED} value="on" defaultSelected={isShared} isDisabled={isFixed}>
        Share with everybody who can edit this app
      </Checkbox>
      {isFixed && <p className="text-sm text-ink-3">Only its owner can make a shared view private again.</p>}
    </>
  )
}

export function DeleteView({
  appId,
  view,
  onClose,
  onDone,
}: Omit<EditViewProps, 'isMine'> & { onDone: () => void }) {
  const remove = useAct({
    run: () => client.record_views.delete({ app_id: appId, view_id: view.id }),
    touches: TOUCHES,
    done: () => `View ${view.name} deleted`,
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={`Delete ${view.name}?`}
      confirmLabel="Delete"
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      <p>
        {view.is_shared ? 'It goes for everybody who can edit this app. ' : ''}The records stay as they are.
      </p>
    </ConfirmDialog>
  )
}
