import type { Swatch } from '../../ui/SwatchPicker.tsx'

/** Mid tones that stand out on the light and on the dark surface. */
export const FOLDER_COLORS: readonly Swatch[] = [
  { name: 'No colour', value: '' },
  { name: 'Verdigris', value: '#2f9e86' },
  { name: 'Sky', value: '#3d8fc4' },
  { name: 'Iris', value: '#7a74d1' },
  { name: 'Plum', value: '#b0609f' },
  { name: 'Brick', value: '#cb5f4c' },
  { name: 'Ochre', value: '#bf8a26' },
  { name: 'Moss', value: '#6f9440' },
]

/** Colours set through the API that are not ours become one more swatch. */
export function swatchesFor(color: string | null): readonly Swatch[] {
  if (!color || FOLDER_COLORS.some(({ value }) => value === color)) return FOLDER_COLORS
  return [...FOLDER_COLORS, { name: 'Current colour', value: color }]
}
