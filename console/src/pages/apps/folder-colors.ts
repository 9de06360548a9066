import type { Swatch } from '../../ui/SwatchPicker.tsx'
import { words } from './words.ts'

/** Mid tones that stand out on the light and on the dark surface. */
export const FOLDER_COLORS: readonly Swatch[] = [
  { name: words.noColour, value: '' },
  { name: words.verdigris, value: '#2f9e86' },
  { name: words.sky, value: '#3d8fc4' },
  { name: words.iris, value: '#7a74d1' },
  { name: words.plum, value: '#b0609f' },
  { name: words.brick, value: '#cb5f4c' },
  { name: words.ochre, value: '#bf8a26' },
  { name: words.moss, value: '#6f9440' },
]

/** Colours set through the API that are not ours become one more swatch. */
export function swatchesFor(color: string | null): readonly Swatch[] {
  if (!color || FOLDER_COLORS.some(({ value }) => value === color)) return FOLDER_COLORS
  return [...FOLDER_COLORS, { name: words.currentColour, value: color }]
}
