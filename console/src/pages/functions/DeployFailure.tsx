import { Link } from 'react-router'
import { FormFailure } from '../../form/FormFailure.tsx'
import { useWorkspace } from '../../layout/use-workspace.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { FunctionDraft } from './function-draft.ts'
import { words } from './words.ts'

/** Why a deployment was refused: each problem of the build with a way to its file. */
export function DeployFailure({ draft, error }: { draft: FunctionDraft; error: unknown }) {
  const { id: workspaceId } = useWorkspace()
  const { problems, appId, deployed } = draft
  return (
    <div className="px-5 pt-4 sm:px-8">
      {problems.length === 0 ? (
        <FormFailure error={error} />
      ) : (
        <Notice tone="danger" title={words.itWasNotDeployed}>
          <ul aria-label={words.problems} className="mt-1 space-y-1">
            {problems.map(({ path, line, message }) => (
              <li key={`${path}:${line}:${message}`} className="break-words">
                {path !== null && (
                  <Link
                    to={paths.function(workspaceId, appId, deployed.name, path)}
                    className="me-2 font-mono font-medium hover:underline"
                  >
                    {line === null ? path : `${path}:${line}`}
                  </Link>
                )}
                <span className="whitespace-pre-wrap">{message}</span>
              </li>
            ))}
          </ul>
          <p className="mt-1 text-ink-2">{words.whatWasDeployedBefore}</p>
        </Notice>
      )}
    </div>
  )
}
