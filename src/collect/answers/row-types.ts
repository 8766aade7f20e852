import Type, { type TProperties, type TSchema } from 'typebox'
import { nullable } from '../../import/posting'

/** A text that is not empty. */
export const word = Type.String({ minLength: 1 })

/** The address of a page. */
export const link = Type.String({ pattern: '^https?://' })

/** A member that is true, false, null or absent. */
export const flag = nullable(Type.Boolean())

/** A number, null or absent. */
export const amount = nullable(Type.Number())

/** An object with these members, null or absent. */
export function object<Members extends TProperties>(members: Members) {
  return nullable(Type.Object(members))
}

/** A list, null or absent. */
export function listOf<Schema extends TSchema>(of: Schema) {
  return nullable(Type.Array(of))
}

/** A list of objects with these members, null or absent. */
export function objects<Members extends TProperties>(members: Members) {
  return listOf(Type.Object(members))
}
