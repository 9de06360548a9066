/** Black or white, whichever is read better on a colour such as `#5e8e3e` (contrast as WCAG 2 measures it). */
export function inkOn(color: string): '#ffffff' | '#000000' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
  const onWhite = 1.05 / (light + 0.05)
  const onBlack = (light + 0.05) / 0.05
  return onWhite >= onBlack ? '#ffffff' : '#000000'
}
