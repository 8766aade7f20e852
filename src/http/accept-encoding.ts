/** The content codings that bodies are sent in, the better first. */
export const CODINGS = ['zstd', 'gzip'] as const

export type Coding = (typeof CODINGS)[number]

/**
 * The coding that an `Accept-Encoding` header likes best (RFC 9110, 12.5.3), ours deciding between equals;
 * `undefined` for a plain body. A client that accepts nothing gets a plain body too: that is better than none.
 */
export function chooseCoding(acceptEncoding: string | null): Coding | undefined {
  if (acceptEncoding === null) return undefined
  const weights = readWeights(acceptEncoding)
  const others = weights.get('*') ?? 0
  let best: Coding | undefined
  // A plain body that the client does not mention is its last resort.
  let most = weights.get('identity') ?? 0
  for (const coding of CODINGS) {
    const weight = weights.get(coding) ?? others
    if (weight > most || (weight === most && weight > 0 && best === undefined)) {
      best = coding
      most = weight
    }
  }
  return best
}

/** codings = coding [ ";" "q=" weight ] { "," ... }. What cannot be read is not accepted. */
function readWeights(acceptEncoding: string): Map<string, number> {
  const elements = acceptEncoding.toLowerCase().split(',')
  return new Map(
    elements.map((element) => {
      const [name = '', ...parameters] = element.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
      const text = weight?.replace(/^q\s*=\s*/, '') ?? '1'
      return [name.replace(/^x-gzip$/, 'gzip'), /^(0|1)(\.\d{0,3})?$/.test(text) ? Number(text) : 0]
    }),
  )
}
