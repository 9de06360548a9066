/** How every editor looks, in the colours of the theme. */
import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--color-accent-strong)' },
  { tag: tags.string, color: 'var(--color-on-hue-1)' },
  { tag: tags.number, color: 'var(--color-on-hue-3)' },
  { tag: [tags.bool, tags.null, tags.keyword], color: 'var(--color-on-hue-2)' },
  { tag: tags.comment, color: 'var(--color-ink-3)', fontStyle: 'italic' },
])

export const LOOK = EditorView.theme({
  '&': { height: '100%', minHeight: '16rem', fontSize: '0.8125rem', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-gutters': {
    backgroundColor: 'var(--color-sunken)',
    color: 'var(--color-ink-3)',
    border: 'none',
    borderRight: '1px solid var(--color-line)',
  },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-hover) 60%, transparent)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '&.cm-focused > .cm-scroller .cm-selectionBackground, ::selection': {
    backgroundColor: 'color-mix(in oklab, var(--color-accent) 28%, transparent)',
  },
  '.cm-matchingBracket': { backgroundColor: 'var(--color-accent-soft)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--color-raised)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line)',
    borderRadius: '6px',
    maxWidth: '24rem',
  },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--color-danger)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-active)',
    color: 'var(--color-ink-2)',
    border: 'none',
  },
})
