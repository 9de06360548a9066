import { fileUri, fileUrl } from './file-address.ts'
import type { FileRow } from './store.ts'

export function presentFile(file: FileRow, baseUrl: string) {
  const { key: _key, status: _status, ...shown } = file
  const isPublic = file.visibility === 'public'
  return {
    ...shown,
    file_url: isPublic ? fileUrl(baseUrl, file) : null,
    file_uri: isPublic ? null : fileUri(file),
  }
}
