import Type, { type Static, type TProperties } from 'typebox'
import { SALARY_MEMBERS } from '../../values/pay/salary'
import { JOB_EXAMPLE } from './job-example'

/** An object with these members and no others, under a name of its own in the OpenAPI document. */
export function component<Properties extends TProperties>(
  $id: string,
  description: string,
  properties: Properties,
  example: object,
) {
  const documentation = { description, examples: [example] }
  return Type.Object(properties, { $id, additionalProperties: false, ...documentation })
}

const textOrNull = Type.Union([Type.String(), Type.Null()])

export const Place = component(
  'Place',
  'A schema.org Place. Coordinates are there when they are known.',
  {
    '@type': Type.Literal('Place'),
    address: Type.Object(
      {
        '@type': Type.Literal('PostalAddress'),
        addressLocality: textOrNull,
        addressRegion: Type.Union([Type.String(), Type.Null()], {
          description:
            'Code of the province, territory or state; its text as published when unknown.',
        }),
        addressCountry: Type.String(),
        postalCode: textOrNull,
      },
      { additionalProperties: false },
    ),
    latitude: Type.Optional(Type.Number()),
    longitude: Type.Optional(Type.Number()),
  },
  JOB_EXAMPLE.locations[0],
)

export type Place = Static<typeof Place>

export const MonetaryAmount = component(
  'MonetaryAmount',
  'Pay as the employer published it, a schema.org MonetaryAmount. It is never estimated.',
  SALARY_MEMBERS,
  JOB_EXAMPLE.salary,
)

const SourceField = Type.Object({ value: Type.Unknown(), source_path: Type.Unknown() })

export const SourceFields = Type.Object(
  {
    version: Type.Unknown(),
    // Not `Type.Record`: many client generators ignore its `patternProperties`.
    fields: Type.Unsafe<Record<string, Static<typeof SourceField>>>({
      type: 'object',
      additionalProperties: SourceField,
    }),
  },
  {
    $id: 'SourceFields',
    description: 'Values exactly as the employer published them.',
    examples: [
      { version: 1, fields: { requisition: { value: 'R-4711', source_path: 'requisition_id' } } },
    ],
  },
)
