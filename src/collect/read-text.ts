/** Reads the body of an answer as UTF-8. Throws when it has more than `maxBytes`, decompressed; the rest is not read. */
export async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return text + decoder.decode()
      bytes += value.byteLength
      if (bytes > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`)
      text += decoder.decode(value, { stream: true })
    }
  } finally {
    // Otherwise the connection stays open with the rest of the body. A failure to read was thrown above already.
    await reader.cancel().catch(() => undefined)
  }
}
