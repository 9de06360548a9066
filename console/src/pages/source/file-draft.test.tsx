// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cleanAfterEach } from '../../test/render-console.tsx'
import { useFileDraft } from './file-draft.ts'

cleanAfterEach()

test('text that is typed while a save is under way stays, on top of what was saved', () => {
  const first = { content: 'one', revision: 1 }
  const { result, rerender } = renderHook(({ stored }) => useFileDraft(stored, false), {
    initialProps: { stored: first },
  })
  act(() => result.current.setText('one two'))
  const saved = { content: 'one two', revision: 2 }
  act(() => result.current.setText('one two three'))
  act(() => result.current.saved(saved))
  rerender({ stored: saved })
  expect(result.current).toMatchObject({ text: 'one two three', base: saved, isChanged: true })
})

test('text of somebody else replaces a draft only when nothing was typed', () => {
  const theirs = { content: 'theirs', revision: 2 }
  const begin = (typed: string | null) => {
    const { result, rerender } = renderHook(({ stored }) => useFileDraft(stored, false), {
      initialProps: { stored: { content: 'one', revision: 1 } },
    })
    if (typed !== null) act(() => result.current.setText(typed))
    rerender({ stored: theirs })
    return result.current
  }
  expect(begin(null)).toMatchObject({ text: 'theirs', isOvertaken: false })
  expect(begin('mine')).toMatchObject({ text: 'mine', isOvertaken: true })
})
