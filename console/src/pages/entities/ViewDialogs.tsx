import { toastFailure, useAct } from '../../act.ts'
import { client } from '../../api.ts'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { FormDialog } from '../../form/FormDialog.tsx'
import { textOf } from '../../form/form-values.ts'
import { fill } from '../../language/fill.ts'
import type { RecordView } from '../../record-views-queries.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { ColumnLayout } from './grid/column-layout.ts'
import { words } from './words.ts'

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
    done: ({ name }) => fill(words.viewNameSaved, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={words.saveAsAView}
      submitLabel={words.saveView}
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
    done: ({ name }) => fill(words.viewNameSaved, { name }),
    failure: 'inline',
  })
  return (
    <FormDialog
      title={fill(words.editName, { name: view.name })}
      submitLabel={words.save}
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
      <TextField label={words.name} name="name" defaultValue={name} maxLength={100} isRequired autoFocus />
      <Checkbox name={SHARED} value="on" defaultSelected={isShared} isDisabled={isFixed}>
        {words.shareWithEverybodyWho}
      </Checkbox>
      {isFixed && <p className="text-sm text-ink-3">{words.onlyItsOwnerCan}</p>}
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
    done: () => fill(words.viewNameDeleted, { name: view.name }),
    failure: toastFailure,
  })
  return (
    <ConfirmDialog
      title={fill(words.deleteName, { name: view.name })}
      confirmLabel={words.delete}
      act={remove}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDone, onSettled: onClose })}
    >
      <p>
        {view.is_shared ? words.itGoesForEverybody : ''}
        {words.theRecordsStayAs}
      </p>
    </ConfirmDialog>
  )
}
