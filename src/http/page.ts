import type { Reply } from './reply'

/** An address that needs no key: health, documents. Not part of the OpenAPI document. */
export interface Page {
  /** `/problems/{slug}`: parameters in braces. */
  path: string
  answer(texts: Readonly<Record<string, string | null>>): Reply | Promise<Reply>
}
