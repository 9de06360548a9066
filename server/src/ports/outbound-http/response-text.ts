/** An answer's body as text that can be stored: valid UTF-8, no NUL, never longer than the limit in bytes. */
export function responseText(body: Buffer, maxBytes = 512): string {
  // On purpose `stream`: it leaves out a character that the end of the kept bytes cut in half.
  const text = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(body.subarray(0, maxBytes), { stream: true })
    .replaceAll('\0', '\ufffd')
  // Replacement characters are longer than what they replace, so there is a second cut.
  const encoded = Buffer.from(text)
  return encoded.subarray(0, characterBorder(encoded, maxBytes)).toString()
}

function characterBorder(encoded: Buffer, at: number): number {
  let border = Math.min(at, encoded.length)
  while (border > 0 && isContinuation(encoded[border])) border--
  return border
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
