/** What addresses of lists keep that are searched by name. */
import type { Mail } from '@atrium/sdk'

export interface NamedView {
  search?: string | undefined
  cursor?: string | undefined
}

export interface FilesView {
  visibility?: 'public' | 'private' | undefined
  search?: string | undefined
  cursor?: string | undefined
}

export interface MailView {
  status?: Mail['status'] | undefined
  search?: string | undefined
  cursor?: string | undefined
}
