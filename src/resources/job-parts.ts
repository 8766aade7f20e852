import Type, { type Static } from 'typebox'
import { PAY_UNITS } from '../values/vocabulary'

const textOrNull = Type.Union([Type.String(), Type.Null()])

export const Place = Type.Object(
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
  {
    $id: 'Place',
    additionalProperties: false,
    description: 'A schema.org Place. Coordinates are there when they are known.',
  },
)

export type Place = Static<typeof Place>

const QuantitativeValue = Type.Object(
  {
    '@type': Type.Literal('QuantitativeValue'),
    minValue: Type.Optional(Type.Number()),
    maxValue: Type.Optional(Type.Number()),
    value: Type.Optional(Type.Number()),
    unitText: Type.Enum(PAY_UNITS),
  },
  { additionalProperties: false },
)

export const MonetaryAmount = Type.Object(
  {
    '@type': Type.Literal('MonetaryAmount'),
    currency: Type.String(),
    value: QuantitativeValue,
  },
  {
    $id: 'MonetaryAmount',
    additionalProperties: false,
    description:
      'Pay as the employer published it, a schema.org MonetaryAmount. It is never estimated.',
  },
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
  { $id: 'SourceFields', description: 'Values exactly as the employer published them.' },
)
