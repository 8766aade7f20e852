import Type, { type Static } from 'typebox'

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
