import type { ReactNode } from 'react'
import { type Block, type Inline, markdownBlocks } from './markdown-blocks.ts'
import { Pre } from './Pre.tsx'

/** Text with the usual marks of Markdown. */
export function Markdown({ text }: { text: string }) {
  return (
    <div className="space-y-2.5 break-words">
      {markdownBlocks(text).map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is whole, and its parts have nothing else.
        <BlockOf key={at} block={block} />
      ))}
    </div>
  )
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'code')
    return (
      <Pre className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs">
        {block.text}
      </Pre>
    )
  if (block.kind === 'heading') return <p className="font-semibold">{inlines(block.inlines)}</p>
  if (block.kind === 'paragraph') return <p>{inlines(block.inlines)}</p>
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List className={`space-y-1 ps-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above.
        <li key={at}>{inlines(item)}</li>
      ))}
    </List>
  )
}

function inlines(parts: readonly Inline[]): ReactNode[] {
  return parts.map(({ kind, text }, at) => {
    const key = `${at}`
    if (kind === 'code')
      return (
        <code key={key} className="rounded-sm bg-active/70 px-1 font-mono text-[0.92em]">
          {text}
        </code>
      )
    if (kind === 'strong') return <strong key={key}>{text}</strong>
    return kind === 'em' ? <em key={key}>{text}</em> : text
  })
}
