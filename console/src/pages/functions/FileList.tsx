import { Ellipsis, FilePlus2, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { fill } from '../../language/fill.ts'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { FileDialog } from './FileDialog.tsx'
import type { FunctionDraft } from './function-draft.ts'
import { words } from './words.ts'

interface FileListProps {
  draft: FunctionDraft
  current: string | undefined
}

/** The files of a function; each opens in the editor. */
export function FileList({ draft, current }: FileListProps) {
  const { files, entry, problems, canEdit, appId, deployed } = draft
  const { id: workspaceId } = useWorkspace()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const pathOf = (file: string) => paths.function(workspaceId, appId, deployed.name, file)
  const taken = files.map(({ path }) => path)

  return (
    <section aria-label={words.files}>
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{words.files}</h3>
        {canEdit && (
          <Button size="sm" look="quiet" icon={FilePlus2} onPress={() => setAdding(true)}>
            {words.addFile}
          </Button>
        )}
      </div>
      <ul className="space-y-0.5">
        {files.map(({ path }) => {
          const isWrong = problems.some((problem) => problem.path === path)
          return (
            <li
              key={path}
              className={classNames(
                'flex items-center gap-1 rounded-md pe-1',
                path === current ? 'bg-active' : 'hover:bg-hover',
              )}
            >
              <Link
                to={pathOf(path)}
                aria-current={path === current ? 'page' : undefined}
                className={classNames(
                  'flex min-h-8 min-w-0 flex-1 items-center gap-2 px-2.5 py-1 font-mono text-sm',
                  isWrong && 'text-danger',
                )}
              >
                <span className="min-w-0 break-all">{path}</span>
                {path === entry && <Badge tone="accent">{words.entry}</Badge>}
                {isWrong && <span className="sr-only">{words.hasProblems}</span>}
              </Link>
              {canEdit && (
                <Menu
                  label={fill(words.actionsForPath, { path })}
                  trigger={
                    <IconButton size="sm" icon={Ellipsis} label={fill(words.actionsForPath, { path })} />
                  }
                >
                  <MenuItem
                    icon={Play}
                    onAction={() => draft.setEntry(path)}
                    description={words.theFunctionBeginsWith}
                    disabledReason={path === entry ? words.theFunctionBeginsWithIt : undefined}
                  >
                    {words.makeItTheEntry}
                  </MenuItem>
                  <MenuItem icon={Pencil} onAction={() => setRenaming(path)}>
                    {words.rename}
                  </MenuItem>
                  <MenuItem
                    icon={Trash2}
                    tone="danger"
                    onAction={() => setRemoving(path)}
                    disabledReason={files.length === 1 ? words.aFunctionHasAt : undefined}
                  >
                    {words.remove}
                  </MenuItem>
                </Menu>
              )}
            </li>
          )
        })}
      </ul>
      {isAdding && (
        <FileDialog
          title={words.addAFile}
          submitLabel={words.addFile}
          taken={taken}
          onClose={() => setAdding(false)}
          onSubmit={(path) => {
            draft.addFile(path)
            void navigate(pathOf(path))
          }}
        />
      )}
      {renaming !== null && (
        <FileDialog
          title={fill(words.renameRenaming, { renaming })}
          submitLabel={words.rename}
          path={renaming}
          taken={taken.filter((path) => path !== renaming)}
          onClose={() => setRenaming(null)}
          onSubmit={(path) => {
            draft.renameFile(renaming, path)
            void navigate(pathOf(path))
          }}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title={fill(words.removeRemoving, { removing })}
          confirmLabel={words.removeFile}
          onClose={() => setRemoving(null)}
          onConfirm={() => {
            draft.removeFile(removing)
            setRemoving(null)
          }}
        >
          <p>{words.itIsGoneWith}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
