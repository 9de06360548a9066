import { Folder as FolderGlyph } from 'lucide-react'

/** Its colour is anyone's choice; a little ink keeps it readable on either theme. */
export function FolderIcon({ color }: { color: string | null }) {
  return (
    <FolderGlyph
      aria-hidden
      className="size-4 shrink-0 fill-current/20 text-ink-3"
      {...(color ? { style: { color: `color-mix(in oklab, ${color} 80%, var(--color-ink))` } } : {})}
    />
  )
}
