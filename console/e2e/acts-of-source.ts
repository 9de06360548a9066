/** What is done with the code of an app. */
import { type Act, click } from './act.ts'
import { code, pasteInto } from './function-steps.ts'

export interface SourceScene {
  workspaceId: string
  /** Of the demo shop, which has a README.md. */
  source: { commit: string }
}

export function actsOfSource({ workspaceId, source }: SourceScene): Act[] {
  const files = `/w/${workspaceId}/apps/app_demo_storefront/source`
  const readme = `${files}/files/README.md`
  return [
    {
      at: 'source/NewFile.tsx',
      sends: 'source.write_file',
      path: files,
      open: click('button', 'New file'),
      typed: { Path: 'draft.ts' },
      press: 'Create file',
    },
    {
      at: 'source/DeleteFile.tsx',
      sends: 'source.delete_file',
      path: readme,
      open: click('button', 'Delete README.md'),
      press: 'Delete file',
    },
    {
      at: 'source/FileEditor.tsx',
      sends: 'source.write_file',
      path: readme,
      open: (page) => pasteInto(code(page, 'README.md'), '# Shop'),
      typed: { 'What changed': 'Say less' },
      press: 'Save file',
    },
    {
      at: 'source/FileThenPage.tsx',
      sends: 'source.write_file',
      path: `${files}/commits/${source.commit}/files/README.md`,
      open: click('button', 'Restore this text'),
      press: 'Restore file',
    },
  ]
}
