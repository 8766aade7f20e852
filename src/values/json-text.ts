/** A JSON text in UTF-8 as PostgreSQL sent it. It is copied to the response without decoding. */
export type JsonBytes = Uint8Array

/** A JSON text as a list of pieces. They are copied only once, to the response body. */
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
