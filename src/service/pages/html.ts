import type { Reply } from '../http/reply'

/** Text that is already HTML. */
export class Html {
  constructor(readonly text: string) {}
}

type Piece = string | number | Html | readonly Html[]

/** An HTML template: values are escaped unless they are `Html`. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  const written = pieces.map((piece, index) => `${print(piece)}${texts[index + 1]}`)
  return new Html(`${texts[0]}${written.join('')}`)
}

/** Plain text in which backticks mark code. */
export function sentence(text: string): Html {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
  return html`${parts}`
}

/** A page that loads only files of the service itself. */
export function htmlReply({ text }: Html, policy: string = PLAIN_POLICY): Reply {
  return {
    body: text,
    contentType: 'text/html; charset=utf-8',
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
  }
}

const PLAIN_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function print(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  return typeof piece === 'object'
    ? piece.map(({ text }) => text).join('')
    : Bun.escapeHTML(String(piece))
}
