/** What addresses of lists keep that are searched by name. */
export interface NamedView {
  search?: string | undefined
  cursor?: string | undefined
}

export interface FilesView {
  visibility?: 'public' | 'private' | undefined
  search?: string | undefined
  cursor?: string | undefined
}
