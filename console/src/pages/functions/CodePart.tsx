import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { fill, fillWith } from '../../language/fill.ts'
import { CodeBox } from '../../ui/CodeBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { FileList } from './FileList.tsx'
import { useDraft } from './function-draft.ts'
import { ACCESS, ACCESS_OPTIONS } from './function-words.ts'
import { words } from './words.ts'

export function Component() {
  const draft = useDraft()
  const { files, entry, problems, canEdit, access } = draft
  const [search] = useSearchParams()
  const wanted = search.get('file') ?? entry
  const line = Number(search.get('line'))
  const file =
    files.find(({ path }) => path === wanted) ?? files.find(({ path }) => path === entry) ?? files[0]
  const path = file?.path
  const faults = useMemo(() => problems.filter((problem) => problem.path === path), [problems, path])
  return (
    <div className="grid gap-x-6 gap-y-5 px-5 py-5 sm:px-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="min-w-0 space-y-6">
        <FileList draft={draft} current={file?.path} />
        {canEdit ? (
          <Select
            label={words.whoMayCallIt}
            options={ACCESS_OPTIONS}
            value={access}
            onChange={(key) => draft.setAccess(key === 'anyone' ? 'anyone' : 'app')}
            hint={ACCESS[access].description}
          />
        ) : (
          <p className="text-sm text-ink-2">
            {fillWith(words.whoMayCallItLabel, {
              label: ACCESS[access].label.toLowerCase(),
              description: ACCESS[access].description,
            })}
          </p>
        )}
      </div>
      <section aria-label={words.code} className="min-w-0">
        {file && (
          <CodeBox
            label={fill(words.codeOfPath, { path: file.path })}
            path={file.path}
            value={file.content}
            isReadOnly={!canEdit}
            onChange={(content) => draft.setContent(file.path, content)}
            faults={faults}
            line={Number.isInteger(line) && line > 0 && file.path === wanted ? line : null}
            className="h-[min(42rem,75dvh)]"
          />
        )}
      </section>
    </div>
  )
}
