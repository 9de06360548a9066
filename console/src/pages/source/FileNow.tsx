import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../explain-error.ts'
import { PartFailure } from '../../layout/PartFailure.tsx'
import { PartLoading } from '../../layout/PartLoading.tsx'
import { sourceQueries } from '../../source-queries.ts'
import { FileEditor } from './FileEditor.tsx'
import { NoSuchFile } from './NoSuchFile.tsx'

interface FileNowProps {
  appId: string
  path: string
  mayEdit: boolean
}

/** A file as it is; one that somebody deletes stays on the screen of those who changed it. */
export function FileNow({ appId, path, mayEdit }: FileNowProps) {
  const { data: file, error, refetch, isFetching } = useQuery(sourceQueries.file(appId, path))
  const isGone = isMissing(error)
  if (file) return <FileEditor appId={appId} file={file} isGone={isGone} mayEdit={mayEdit} />
  if (isGone) return <NoSuchFile appId={appId} path={path} />
  if (error) return <PartFailure error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return <PartLoading what={path} />
}
