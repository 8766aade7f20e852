import Type, { type TProperties, type TSchema } from 'typebox'
import { nullable } from '../../catalogue/import/posting'
import { membersOf } from './entries'

/** A text that is not empty. */
export const word = Type.String({ minLength: 1 })

/** A number as text. */
export const digits = Type.String({ pattern: '^\\d+$' })

/** A number, or a text that is not empty. */
export const identifier = Type.Union([word, Type.Integer()])

/** A member of any type, such as an amount that is a number or a text. */
export const anything = Type.Optional(Type.Unknown())

/** The address of a page. */
export const link = Type.String({ pattern: '^https?://' })

/** A member that is true, false, null or absent. */
export const flag = nullable(Type.Boolean())

/** Members of these names that are true, false, null or absent. */
export function flags<Name extends string>(...names: readonly Name[]) {
  return membersOf(names, flag)
}

/** A number, null or absent. */
export const amount = nullable(Type.Number())

/** An object with these members, null or absent. */
export function object<Members extends TProperties>(members: Members) {
  return nullable(Type.Object(members))
}

/** A list, null or absent. */
export function arrayOf<Schema extends TSchema>(of: Schema) {
  return nullable(Type.Array(of))
}

/** A list of objects with these members, null or absent. */
export function objects<Members extends TProperties>(members: Members) {
  return arrayOf(Type.Object(members))
}
