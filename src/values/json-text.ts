/** A JSON text in UTF-8 as PostgreSQL sent it: nothing decodes it on its way into a response. */
export type JsonBytes = Uint8Array

/** A JSON text in pieces, documents among them. They are copied once, into what is sent. */
export class JsonText {
  readonly byteLength: number

  constructor(readonly pieces: readonly (string | JsonBytes)[]) {
    let length = 0
    for (const piece of pieces) {
      length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength
    }
    this.byteLength = length
  }
}
