import Type from 'typebox'

export const JobCount = Type.Object(
  { count: Type.Integer({ minimum: 0, description: 'Jobs that match.' }) },
  { $id: 'JobCount', additionalProperties: false, description: 'How many jobs match.' },
)
