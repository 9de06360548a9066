/** What is done with the saved views of records. */
import { type Act, choose, click } from './act.ts'

export interface RecordViewScene {
  workspaceId: string
  app: { id: string }
  /** Of orders, called Big orders. */
  recordViewId: string
}

export function actsOfRecordViews({ workspaceId, app, recordViewId }: RecordViewScene): Act[] {
  const records = `/w/${workspaceId}/apps/${app.id}/entities/Order`
  const saved = `${records}?view=${recordViewId}`
  return [
    {
      at: 'entities/ViewDialogs.tsx',
      sends: 'record_views.create',
      path: `${records}?sort=number`,
      open: click('button', 'Save as a view'),
      typed: { Name: 'By number' },
      press: 'Save view',
    },
    {
      at: 'entities/ViewDialogs.tsx',
      sends: 'record_views.update',
      path: saved,
      open: choose(/^Options of the view Big/, 'Rename or share'),
      typed: { Name: 'Bigger orders' },
      press: 'Save',
    },
    {
      at: 'entities/ViewDialogs.tsx',
      sends: 'record_views.delete',
      path: saved,
      open: choose(/^Options of the view Big/, 'Delete view'),
      press: 'Delete',
    },
    {
      at: 'entities/RecordViews.tsx',
      sends: 'record_views.update',
      path: `${saved}&sort=number`,
      press: 'Save view',
    },
  ]
}
